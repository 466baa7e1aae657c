/// Writes JSON that is safe for a terminal: dangerous and invisible characters are escaped.
package enum JSONText {
  private static let digits = Array("0123456789abcdef".utf8)

  /// The value on one line without blanks.
  package static func write(_ value: JSONValue, to output: inout Output) {
    switch value {
    case .null: output.append("null")
    case .bool(let isTrue): output.append(isTrue ? "true" : "false")
    case .integer(let number): output.append(String(number))
    case .real(let number): output.append(number.isFinite ? String(number) : "null")
    case .string(let string): write(string, to: &output)
    case .time(let moment): write(Timestamp.utc(moment), to: &output)
    case .object(let record): write(record, to: &output)
    case .array(let values):
      output.append(UInt8(ascii: "["))
      for (place, value) in values.enumerated() {
        if place > 0 { output.append(UInt8(ascii: ",")) }
        write(value, to: &output)
      }
      output.append(UInt8(ascii: "]"))
    }
  }

  /// The record on one line without blanks.
  package static func write(_ record: Record, to output: inout Output) {
    output.append(UInt8(ascii: "{"))
    for place in record.keys.indices {
      if place > 0 { output.append(UInt8(ascii: ",")) }
      write(record.keys[place], to: &output)
      output.append(UInt8(ascii: ":"))
      write(record.values[place], to: &output)
    }
    output.append(UInt8(ascii: "}"))
  }

  /// Writes a record with one key on each line, and one line for each object of a list.
  ///
  /// There is no line feed at the end. With `opensObjects`, nested objects have one key on each
  /// line too. `margin` is a line feed and the indentation.
  static func writePretty(
    _ record: Record, opensObjects: Bool = false, margin: String = "\n", to output: inout Output
  ) {
    guard !record.keys.isEmpty else { return output.append("{}") }
    let inner = margin + "  "
    for place in record.keys.indices {
      output.append((place == 0 ? "{" : ",") + inner)
      write(record.keys[place], to: &output)
      output.append(": ")
      switch record.values[place] {
      case .array(let elements) where elements.contains(where: \.isObject):
        for (place, element) in elements.enumerated() {
          output.append((place == 0 ? "[" : ",") + inner + "  ")
          write(element, to: &output)
        }
        output.append(inner + "]")
      case .object(let part) where opensObjects:
        writePretty(part, opensObjects: true, margin: inner, to: &output)
      case let value: write(value, to: &output)
      }
    }
    output.append(margin + "}")
  }

  static func write(_ string: String, to output: inout Output) {
    output.append(UInt8(ascii: "\""))
    if string.utf8.allSatisfy({ $0 &- 0x20 < 0x5F && $0 != 0x22 && $0 != 0x5C }) {
      output.append(string)
    } else {
      var test = EscapeTest()
      for scalar in string.unicodeScalars {
        write(scalar, mustEscape: test.mustEscape(scalar), to: &output)
      }
    }
    output.append(UInt8(ascii: "\""))
  }

  /// Lines with escapes for dangerous and invisible characters, and four blanks for a tab.
  ///
  /// Lines of JSON keep their meaning; lines of other formats only become readable.
  package static func escaped(_ lines: String) -> Output {
    var output = Output()
    var test = EscapeTest()
    for scalar in lines.unicodeScalars {
      let mustEscape = test.mustEscape(scalar)
      switch scalar {
      case "\n": output.append(scalar)
      case "\t": output.append("    ")
      case _ where mustEscape: writeEscape(scalar, to: &output)
      default: output.append(scalar)
      }
    }
    return output
  }

  private static func write(
    _ scalar: Unicode.Scalar, mustEscape: Bool, to output: inout Output
  ) {
    switch scalar {
    case "\"": output.append("\\\"")
    case "\\": output.append("\\\\")
    case "\n": output.append("\\n")
    case "\r": output.append("\\r")
    case "\t": output.append("\\t")
    case _ where mustEscape: writeEscape(scalar, to: &output)
    default: output.append(scalar)
    }
  }

  private static func writeEscape(_ scalar: Unicode.Scalar, to output: inout Output) {
    for unit in UTF16.encode(scalar).map(Array.init) ?? [] {
      output.append("\\u")
      for shift in [12, 8, 4, 0] { output.append(digits[Int(unit >> shift & 0xF)]) }
    }
  }
}

extension JSONValue {
  fileprivate var isObject: Bool {
    if case .object = self { true } else { false }
  }
}
