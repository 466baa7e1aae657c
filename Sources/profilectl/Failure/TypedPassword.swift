/// Passwords in text that was typed: in URLs and in the settings of connections.
enum TypedPassword {
  /// The text without the passwords in it.
  static func removed(from text: String) -> String {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    return words.map { removed(fromWord: String($0)) }.joined(separator: " ")
  }

  /// As in `scheme://user:password@host`, or `password=…`.
  private static func removed(fromWord text: String) -> String {
    var word = text
    if let mark = word.firstRange(of: "://"), let end = word.lastIndex(of: "@"),
      mark.upperBound < end, let colon = word[mark.upperBound..<end].firstIndex(of: ":")
    {
      word.removeSubrange(colon..<end)
    }
    if let key = word.firstRange(of: "password=") {
      let end = word[key.upperBound...].firstIndex { "&'\"".contains($0) } ?? word.endIndex
      word.removeSubrange(key.upperBound..<end)
    }
    return word
  }
}
