package import Model

/// A JSON value of a bundle, an invitation or a deed: `docs/bundle-format.md`, section 4.
///
/// It is RFC 8259 without `\u`, without a key twice in one object, at most eight levels deep, and
/// with integers from 0 to 2^53 - 1 as the only numbers.
package enum StrictJSON: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  /// UTF-8 without escapes, so that texts are compared as bytes.
  case text([UInt8])
  case array([StrictJSON])
  case object([Member])

  package struct Member: Hashable, Sendable {
    /// UTF-8 without escapes.
    package let key: [UInt8]
    package let value: StrictJSON

    package init(key: [UInt8], value: StrictJSON) {
      (self.key, self.value) = (key, value)
    }

    package init(_ key: String, _ value: StrictJSON) {
      self.init(key: Array(key.utf8), value: value)
    }
  }

  static let largestInteger: Int64 = 1 << 53 - 1
  static let deepest = 8

  package static func string(_ string: String) -> StrictJSON {
    .text(Array(string.utf8))
  }

  package static func hexadecimal<let count: Int>(_ bytes: FixedBytes<count>) -> StrictJSON {
    .string(bytes.hexadecimal)
  }

  /// Reads the only value of the bytes; nil if they break a rule.
  package init?(_ bytes: [UInt8]) {
    guard let value = StrictJSONParser.value(of: bytes) else { return nil }
    self = value
  }

  // MARK: Writing

  /// The value on one line without blanks.
  ///
  /// A text may not have a control character that needs `\u`.
  package var bytes: [UInt8] {
    var output: [UInt8] = []
    write(to: &output)
    return output
  }

  private func write(to output: inout [UInt8]) {
    switch self {
    case .null: output += "null".utf8
    case .bool(let isTrue): output += (isTrue ? "true" : "false").utf8
    case .integer(let number):
      precondition((0...Self.largestInteger).contains(number), "JSON can't have this number.")
      output += String(number).utf8
    case .text(let text): Self.write(text, to: &output)
    case .array(let elements):
      output.append(UInt8(ascii: "["))
      for (place, element) in elements.enumerated() {
        if place > 0 { output.append(UInt8(ascii: ",")) }
        element.write(to: &output)
      }
      output.append(UInt8(ascii: "]"))
    case .object(let members):
      output.append(UInt8(ascii: "{"))
      for (place, member) in members.enumerated() {
        if place > 0 { output.append(UInt8(ascii: ",")) }
        Self.write(member.key, to: &output)
        output.append(UInt8(ascii: ":"))
        member.value.write(to: &output)
      }
      output.append(UInt8(ascii: "}"))
    }
  }

  private static func write(_ text: [UInt8], to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    for byte in text {
      switch byte {
      case 0x22, 0x5C: output += [0x5C, byte]
      case 0x08: output += "\\b".utf8
      case 0x09: output += "\\t".utf8
      case 0x0A: output += "\\n".utf8
      case 0x0C: output += "\\f".utf8
      case 0x0D: output += "\\r".utf8
      default:
        precondition(byte >= 0x20, "JSON needs \\u for this control character.")
        output.append(byte)
      }
    }
    output.append(UInt8(ascii: "\""))
  }
}
