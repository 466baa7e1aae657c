/// A key press or mouse event.
package enum Key: Hashable, Sendable {
  /// A printable character.
  case character(Character)
  /// A letter with Ctrl, in lower case.
  case control(Character)
  /// A key with Alt, or Esc followed at once by that key: terminals send the same bytes.
  indirect case alt(Key)
  case enter, tab, backTab, escape, backspace, delete
  case up, down, left, right, home, end, pageUp, pageDown
  /// The mouse wheel, with the cell below the pointer.
  case wheelUp(x: Int, y: Int)
  case wheelDown(x: Int, y: Int)
  /// A press of the first button, with its cell.
  case click(x: Int, y: Int)
  /// Pasted text.
  case paste(String)
  /// A rejected paste.
  case badPaste(PasteError)

  /// The keys to use where Alt has no meaning: Esc, then the key.
  package var parts: [Key] {
    if case .alt(let key) = self { [.escape, key] } else { [self] }
  }
}

/// The reason why a paste is rejected.
package enum PasteError: Sendable {
  /// Longer than the limit.
  case tooLong
  case notUTF8
}
