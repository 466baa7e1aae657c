/// One key or mouse action, as a terminal reports it.
package enum KeyPress: Hashable, Sendable {
  /// A typed character.
  case character(Character)
  /// A letter with Ctrl held, in lower case.
  case control(Character)
  /// A key with Alt held. A terminal sends the same bytes for Esc followed at once by that key.
  indirect case alt(KeyPress)
  case enter, tab, backTab, escape, backspace, delete
  case up, down, left, right, home, end, pageUp, pageDown
  /// One step of the wheel.
  case wheelUp, wheelDown
  /// The first button, pressed over a cell.
  case click(x: Int, y: Int)
  /// Text that was pasted as a whole.
  case paste(String)
  /// A paste that was refused.
  case badPaste(PasteFault)

  /// Why a paste was refused.
  package enum PasteFault: Sendable {
    case tooLong, notUTF8
  }

  /// The same input without Alt: Esc, then the key.
  package var parts: [KeyPress] {
    if case .alt(let key) = self { [.escape, key] } else { [self] }
  }
}
