/// Writes CSV and TSV.
struct DelimitedText {
  /// The delimiter, and how a field escapes it.
  enum Dialect {
    /// RFC 4180: a field with special characters is quoted.
    case commas
    /// Tabs and line breaks are escaped, so that each row is a line.
    case tabs
  }

  let dialect: Dialect
  /// Whether fields are made safe for a terminal, which may change them.
  let isTerminal: Bool

  func write(_ fields: [String], to output: inout Output) {
    for (place, field) in fields.enumerated() {
      if place > 0 { output.append(UInt8(ascii: dialect == .commas ? "," : "\t")) }
      write(field, to: &output)
    }
    output.append(dialect == .commas ? "\r\n" : "\n")
  }

  func write(_ values: [JSONValue], to output: inout Output) {
    write(values.map(DelimitedText.field), to: &output)
  }

  /// Null is empty, the strings of a list are joined by commas, and an object is JSON.
  private static func field(_ value: JSONValue) -> String {
    switch value {
    case .null: return ""
    case .string(let string): return string
    case .time(let moment): return Timestamp.utc(moment)
    case .array(let elements) where elements.allSatisfy(\.isWord):
      return elements.map(field).joined(separator: ",")
    default:
      var output = Output()
      JSONText.write(value, to: &output)
      return output.text
    }
  }

  private func write(_ field: String, to output: inout Output) {
    switch dialect {
    case .commas: writeQuoted(isTerminal ? SafeText(field).string : field, to: &output)
    case .tabs: TSVEscape.write(field, to: &output)
    }
  }

  private func writeQuoted(_ field: String, to output: inout Output) {
    let isSpecial = field.utf8.contains {
      switch $0 {
      case UInt8(ascii: "\""), UInt8(ascii: ","), UInt8(ascii: "\r"), UInt8(ascii: "\n"): true
      default: false
      }
    }
    guard isSpecial else { return output.append(field) }
    output.append(UInt8(ascii: "\""))
    for scalar in field.unicodeScalars {
      output.append(scalar)
      if scalar == "\"" { output.append(scalar) }
    }
    output.append(UInt8(ascii: "\""))
  }
}

/// Escapes a field to one line without invisible characters, without loss.
package enum TSVEscape {
  static func write(_ field: String, to output: inout Output) {
    if field.utf8.allSatisfy({ $0 &- 0x20 < 0x5F && $0 != 0x5C }) { return output.append(field) }
    var test = EscapeTest()
    for scalar in field.unicodeScalars {
      let mustEscape = test.mustEscape(scalar)
      switch scalar {
      case "\\": output.append("\\\\")
      case "\t": output.append("\\t")
      case "\n": output.append("\\n")
      case "\r": output.append("\\r")
      case _ where mustEscape:
        output.append("\\u{\(String(scalar.value, radix: 16, uppercase: true))}")
      default: output.append(scalar)
      }
    }
  }
}
