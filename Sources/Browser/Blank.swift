package import Rendering

/// A value to be typed into a line that is there but for it.
package struct Blank: Equatable {
  /// What the value is called.
  package let name: SafeText
  /// The line up to the value, with a blank at its end.
  package let line: String
  /// What it is now; nil for a value that stands without quotes.
  package let present: String?

  package init(name: SafeText, line: String, present: String?) {
    (self.name, self.line, self.present) = (name, line, present)
  }

  /// What stands before the value, the value, and what stands behind it when the line is finished
  /// by hand.
  package var parts: (stem: String, value: String, end: String) {
    guard let present else { return (line, "", "") }
    return (line + "\"", Blank.escaped(present), "\"")
  }

  /// What a backslash stands before, between quotation marks.
  private static let special = Array("\"\\$`")

  private static func escaped(_ value: String) -> String {
    value.map { special.contains($0) ? "\\\($0)" : String($0) }.joined()
  }

  /// What was typed there, with or without such backslashes.
  package static func value(of typed: some Sequence<Character>) -> String {
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
  package func line(with value: String) -> String {
    let quoted = "\"\(Blank.escaped(value))\""
    guard value.hasPrefix("-") else { return line + quoted }
    return line.contains(" --") ? line.dropLast() + "=" + quoted : line + "-- " + quoted
  }
}
