/// The words of a search for users, separated by white space; there are no operators.
package struct SearchWords: Equatable, Sendable {
  /// At least one; each has a letter, a digit, `_` or `.`.
  package let words: [Substring]

  /// Nil if no word has a letter, a digit, `_` or `.`.
  ///
  /// Words match the beginning of a handle or of words of a name; `_` and `.` count as letters.
  package init?(ofUsers text: String) {
    // FTS5 reads a query up to the first NUL.
    words = text.split { $0.isWhitespace || $0 == "\0" }
      .filter { word in
        SearchWords.hasIndexed(word) || word.utf8.contains(where: "_.".utf8.contains)
      }
    if words.isEmpty { return nil }
  }

  /// Whether a full-text index has words for the text.
  static func hasIndexed(_ text: Substring) -> Bool {
    text.unicodeScalars.contains { $0.properties.generalCategory.isIndexed }
  }
}
