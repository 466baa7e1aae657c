import Rendering

/// A value to be typed into a line that is there but for it.
struct Blank: Equatable {
  /// What the value is called.
  let name: SafeText
  /// The line up to the value, with a blank at its end.
  let line: String
  /// What it is now; nil for a value that stands without quotes.
  let present: String?

  /// What stands before the value, the value, and what stands behind it when the line is finished
  /// by hand.
  var parts: (stem: String, value: String, end: String) {
    guard let present else { return (line, "", "") }
    let escaped = present.map { Blank.special.contains($0) ? "\\\($0)" : String($0) }.joined()
    return (line + "\"", escaped, "\"")
  }

  /// What a backslash stands before, between quotation marks.
  private static let special = Array("\"\\$`")

  /// What was typed there, with or without such backslashes.
  static func value(of typed: some Sequence<Character>) -> String {
    var value = ""
    var isEscaped = false
    for character in typed {
      if isEscaped, !special.contains(character) { value.append("\\") }
      isEscaped = !isEscaped && character == "\\"
      if !isEscaped { value.append(character) }
    }
    return isEscaped ? value + "\\" : value
  }

  /// The line with a value of which nothing is taken for more than letters.
  func line(with value: String) -> String {
    let quoted = ShellWord.quoted(value)
    guard value.hasPrefix("-") else { return line + quoted }
    return line.contains(" --") ? line.dropLast() + "=" + quoted : line + "-- " + quoted
  }
}
