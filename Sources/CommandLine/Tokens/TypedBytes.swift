package import Model

/// Reads typed bytes as text or number; refuses invalid ones.
package enum TypedBytes {
  /// The text; nil for invalid UTF-8.
  package static func validText(_ bytes: [UInt8]) -> String? {
    String(validating: bytes, as: UTF8.self)
  }

  package static func text(_ bytes: [UInt8]) throws(ValueError) -> String {
    guard let text = validText(bytes) else {
      throw .unreadable(.text(badByteAt: firstBadByte(of: bytes)))
    }
    return text
  }

  /// The text of a value for a field of the network; throws for invalid UTF-8.
  package static func text(_ bytes: [UInt8], for field: RuleBreach.Field) throws(RuleBreach)
    -> String
  {
    guard let text = validText(bytes) else {
      throw RuleBreach(field, .notUTF8(position: firstBadByte(of: bytes)))
    }
    return text
  }

  /// Parses ASCII digits after an optional minus sign; nil for anything else and for numbers beyond
  /// `Int`.
  package static func wholeNumber(_ bytes: [UInt8]) -> Int? {
    let digits = bytes.first == UInt8(ascii: "-") ? bytes.dropFirst() : bytes[...]
    guard !digits.isEmpty, digits.allSatisfy(isDigit) else { return nil }
    return Int(String(decoding: bytes, as: UTF8.self))
  }

  package static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// The offset of the first invalid sequence; the count if there is none.
  package static func firstBadByte(of bytes: [UInt8]) -> Int {
    var parser = UTF8.ForwardParser()
    var rest = bytes.makeIterator()
    var position = 0
    while true {
      switch parser.parseScalar(from: &rest) {
      case .valid(let scalar): position += scalar.count
      case .error, .emptyInput: return position
      }
    }
  }
}
