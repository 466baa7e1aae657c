/// The words by which users are searched, separated by white space; no sign in them is an operator.
package struct SearchWords: Equatable, Sendable {
  /// At least one, each with a letter or digit in it.
  package let words: [Substring]

  /// Words that a handle or the words of a name begin with, in which `_` and `.` count as letters;
  /// nil if there is nothing to look for.
  package init?(ofUsers text: String) {
    // FTS5 reads a query up to the first NUL.
    words = text.split { $0.isWhitespace || $0 == "\0" }
      .filter { $0.unicodeScalars.contains { SearchWords.isIndexed($0) || $0 == "_" || $0 == "." } }
    if words.isEmpty { return nil }
  }

  static func hasIndexed(_ text: Substring) -> Bool {
    text.unicodeScalars.contains(where: isIndexed)
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
