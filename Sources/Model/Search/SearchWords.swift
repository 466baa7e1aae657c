/// The words by which users are searched, separated by white space; no sign in them is an operator.
package struct SearchWords: Equatable, Sendable {
  /// At least one, each with a letter, a digit, `_` or `.` in it.
  package let words: [Substring]

  /// Words that a handle or the words of a name begin with, in which `_` and `.` count as letters;
  /// nil if there is nothing to look for.
  package init?(ofUsers text: String) {
    // FTS5 reads a query up to the first NUL.
    words = text.split { $0.isWhitespace || $0 == "\0" }
      .filter { word in
        SearchWords.hasIndexed(word) || word.utf8.contains(where: "_.".utf8.contains)
      }
    if words.isEmpty { return nil }
  }

  /// Whether a full-text index keeps a part of the text.
  static func hasIndexed(_ text: Substring) -> Bool {
    text.unicodeScalars.contains { $0.properties.generalCategory.isIndexed }
  }
}
