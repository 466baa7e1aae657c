/// A word as a shell reads it back.
enum ShellWord {
  private static let harmless = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789@%+=:,./_-")

  static func quoted(_ word: String) -> String {
    if !word.isEmpty, word.allSatisfy(harmless.contains) { return word }
    return "'" + word.split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: "'\\''") + "'"
  }
}
