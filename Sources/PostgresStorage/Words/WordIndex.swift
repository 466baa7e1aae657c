/// The words of posts and users as the server indexes them: the text of a `tsvector`.
///
/// Words are taken apart here and not by the server, by the rule of FTS5's `unicode61` with
/// `remove_diacritics 2`, so that a search finds the same on every engine.
enum WordIndex {
  static func post(text: String, alt: String?) -> String {
    vector(of: words(of: text) + words(of: alt ?? ""))
  }

  static func user(handle: String, name: String) -> String {
    vector(of: [handle] + words(of: name))
  }

  private static func words(of text: String) -> [String] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }

  private static func vector(of words: [String]) -> String {
    words.enumerated().map { index, word in "'\(word)':\(index + 1)" }.joined(separator: " ")
  }
}
