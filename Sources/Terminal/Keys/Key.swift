/// Something done with the keyboard or the mouse.
package enum Key: Hashable, Sendable {
  /// A letter, sign or blank, as it was typed.
  case character(Character)
  /// A letter with Ctrl held, in lower case.
  case control(Character)
  case enter, tab, backTab, escape, backspace, delete
  case up, down, left, right, home, end, pageUp, pageDown
  /// The wheel, with the cell it was turned over.
  case wheelUp(x: Int, y: Int)
  case wheelDown(x: Int, y: Int)
  /// The first button, pressed over a cell.
  case click(x: Int, y: Int)
  /// Text that was pasted as a whole.
  case paste(String)
}
