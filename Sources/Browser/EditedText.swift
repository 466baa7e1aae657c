package import Keys

/// Text that is being typed, on both sides of its cursor.
package struct EditedText: Equatable {
  package private(set) var before: [Character]
  package private(set) var after: [Character]

  package init(_ before: String = "", after: String = "") {
    self.before = Array(before)
    self.after = Array(after)
  }

  package var text: String { String(before + after) }
  package var isEmpty: Bool { before.isEmpty && after.isEmpty }

  package mutating func insert(_ text: String) {
    // A combining mark joins the character before it. The rest is left alone, since a long text
    // may come letter by letter.
    let last = before.popLast().map { String($0) } ?? ""
    before += Array(last + text)
  }

  /// Replaces the text before the cursor from a character on.
  mutating func replace(from start: Int = 0, with text: some Sequence<Character>) {
    before = Array(before.prefix(start)) + text
  }

  /// Puts the cursor before a character of the whole text.
  mutating func moveCursor(to index: Int) {
    // Rejoined, because the first letters on both sides may make one character, such as a flag.
    let all = Array(text)
    (before, after) = (Array(all.prefix(index)), Array(all.dropFirst(index)))
  }

  /// The keys with Alt that `take` knows; other keys with Alt count as Esc and a plain key.
  static let altKeys: Set<KeyPress> = [
    .alt(.backspace), .alt(.character("b")), .alt(.character("d")), .alt(.character("f")),
  ]

  /// Applies an editing key; false if the key edits nothing.
  package mutating func take(_ key: KeyPress) -> Bool {
    switch key {
    case .character(let character): insert(String(character))
    case .paste(let text): insert(text)
    case .backspace: if !before.isEmpty { before.removeLast() }
    case .delete: if !after.isEmpty { after.removeFirst() }
    case .left, .control("b"): if !before.isEmpty { moveCursor(to: before.count - 1) }
    case .right, .control("f"): if !after.isEmpty { moveCursor(to: before.count + 1) }
    case .home, .control("a"): moveCursor(to: lineStart)
    case .end, .control("e"): moveCursor(to: before.count + restOfLine)
    case .control("u"): before.removeSubrange(lineStart...)
    case .control("k"): after.removeFirst(restOfLine)
    case .control("w"), .alt(.backspace): before.removeLast(before.lastWordLength)
    case .alt(.character("d")): after.removeFirst(after.firstWordLength)
    case .alt(.character("b")): moveCursor(to: before.count - before.lastWordLength)
    case .alt(.character("f")): moveCursor(to: before.count + after.firstWordLength)
    default: return false
    }
    return true
  }

  private var lineStart: Int { before.lastIndex { $0.isNewline }.map { $0 + 1 } ?? 0 }
  private var restOfLine: Int { after.firstIndex { $0.isNewline } ?? after.count }
}

extension [Character] {
  /// The length of the last word, with the blanks after it.
  fileprivate var lastWordLength: Int { Array(reversed()).firstWordLength }

  /// The length of the first word, with the blanks before it.
  fileprivate var firstWordLength: Int {
    count - drop { $0.isWhitespace }.drop { !$0.isWhitespace }.count
  }
}
