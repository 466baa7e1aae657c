/// Something done with the keyboard or the mouse.
package enum Key: Hashable, Sendable {
  /// A letter, sign or blank, as it was typed.
  case character(Character)
  /// A letter with Ctrl held, in lower case.
  case control(Character)
  /// A key with Alt held, or Esc and at once that key: a terminal sends the same for both.
  indirect case alt(Key)
  case enter, tab, backTab, escape, backspace, delete
  case up, down, left, right, home, end, pageUp, pageDown
  /// The wheel, with the cell it was turned over.
  case wheelUp(x: Int, y: Int)
  case wheelDown(x: Int, y: Int)
  /// The first button, pressed over a cell.
  case click(x: Int, y: Int)
  /// Text that was pasted as a whole.
  case paste(String)
  /// Something that was pasted and can't be taken, so that nothing of it was.
  case badPaste(PasteError)

  /// What it is to whoever knows nothing to do with Alt: Esc, and then the key.
  package var parts: [Key] {
    if case .alt(let key) = self { [.escape, key] } else { [self] }
  }
}
