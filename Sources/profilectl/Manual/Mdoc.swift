/// Writes mdoc(7): macros at the beginning of a line, text elsewhere.
enum Mdoc {
  /// Text on lines of its own; each sentence begins a new one, as mdoc(7) wants it.
  static func text(_ text: String) -> String {
    var lines: [String] = []
    var sentence: [Substring] = []
    for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      sentence.append(word)
      if word.last == "." || word.last == ":" || word.last == "?" {
        lines += wrapped(sentence)
        sentence = []
      }
    }
    if !sentence.isEmpty { lines += wrapped(sentence) }
    return lines.joined(separator: "\n")
  }

  /// One argument of a macro.
  static func argument(_ text: String) -> String {
    let parts = escape(text).split(separator: "\"", omittingEmptySubsequences: false)
    return "\"\(parts.joined(separator: "\"\""))\""
  }

  /// A list of items, each with a term and what it means.
  static func list(_ items: [(term: String, text: String)]) -> String {
    let lines = items.map { "\($0.term)\n\($0.text)" }
    return ([".Bl -tag -width Ds"] + lines + [".El"]).joined(separator: "\n")
  }

  /// A dot at the beginning of a line would begin a macro.
  private static func wrapped(_ words: [Substring]) -> [String] {
    WordWrap.lines(words.map { escape(String($0)) }, width: 78)
      .map { $0.first == "." ? "\\&\($0)" : $0 }
  }

  /// Hyphens that are typed stay hyphens; a backslash is no escape.
  private static func escape(_ text: String) -> String {
    var escaped = ""
    for character in text {
      switch character {
      case "\\": escaped += "\\e"
      case "-": escaped += "\\-"
      case "'": escaped += "\\(aq"
      case "`": escaped += "\\(ga"
      case "^": escaped += "\\(ha"
      case "~": escaped += "\\(ti"
      default: escaped.append(character)
      }
    }
    return escaped
  }
}
