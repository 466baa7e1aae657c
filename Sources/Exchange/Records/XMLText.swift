/// Text in XML and HTML.
enum XMLText {
  /// Text with the signs of XML as entities.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n", "\t", "\r": result.unicodeScalars.append(scalar)
      // XML 1.0 forbids the other C0 controls, U+FFFE and U+FFFF (section 2.2).
      case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF:
        result += " "
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Lines as `<br>` and tabs as entities, so that an import gives the same text again.
  static func html(_ text: String) -> String {
    if text.isEmpty { return "" }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.split(separator: "\t", omittingEmptySubsequences: false).map { escaped(String($0)) }
        .joined(separator: "&#9;")
    }
    return "<p>\(lines.joined(separator: "<br>"))</p>"
  }
}
