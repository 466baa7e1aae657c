/// Writes rows of fields with a delimiter between them: CSV and TSV.
struct DelimitedText {
  /// What delimits fields, and how a field may still hold it.
  enum Dialect {
    /// RFC 4180: a field with a special character stands in quotation marks.
    case commas
    /// A field holds no tab and no line break: they are escaped, so that rows are lines.
    case tabs
  }

  let dialect: Dialect
  /// Whether exactness gives way to safety, because a person reads it on a terminal.
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

  /// Null is empty, a list of words has commas in it, and an object is JSON.
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
