/// The words a person searches for.
///
/// Words are separated by white space. No sign in them is an operator, except a final `*` in a
/// search for posts, which makes the word a prefix.
package struct SearchWords: Equatable, Sendable {
  /// At least one, each with a letter or digit in it.
  package let words: [Substring]

  /// Words that posts have to hold; nil if there is no letter or digit to look for.
  package init?(ofPosts text: String) {
    self.init(text) { SearchWords.isIndexed($0) }
  }

  /// Words that a handle or the words of a name begin with, in which `_` and `.` count as letters.
  package init?(ofUsers text: String) {
    self.init(text) { SearchWords.isIndexed($0) || $0 == "_" || $0 == "." }
  }

  /// Splits at NUL too: FTS5 reads a query up to the first one.
  private init?(_ text: String, _ isIndexed: (Unicode.Scalar) -> Bool) {
    words = text.split { $0.isWhitespace || $0 == "\0" }
      .filter { $0.unicodeScalars.contains(where: isIndexed) }
    if words.isEmpty { return nil }
  }

  /// Whether a full-text index keeps a character: letters, numbers and private use, as FTS5's
  /// `unicode61` does.
  private static func isIndexed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber, .privateUse:
      true
    default: false
    }
  }
}
