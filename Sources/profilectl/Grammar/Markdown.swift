/// Writes what Markdown would read otherwise.
enum Markdown {
  static func cell(_ text: String) -> String {
    text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
  }
}
