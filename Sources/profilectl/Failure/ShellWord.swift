/// A word as a shell reads it back.
enum ShellWord {
  static func quoted(_ word: String) -> String {
    if !word.isEmpty, word.utf8.allSatisfy(isHarmless) { return word }
    let parts = word.split(separator: "'", omittingEmptySubsequences: false)
    return "'\(parts.joined(separator: "'\\''"))'"
  }

  /// The same in double quotes where they make an apostrophe easy to read: `"it's"`.
  static func readable(_ word: String) -> String {
    let hasApostrophe = word.utf8.contains(UInt8(ascii: "'"))
    let isPlain = hasApostrophe && !word.utf8.contains(where: "\"\\$`!".utf8.contains)
    return isPlain ? "\"\(word)\"" : quoted(word)
  }

  private static func isHarmless(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "@%+=:,./_-".utf8.contains(byte)
    }
  }
}
