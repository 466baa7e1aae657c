package import Model

extension JSONValue {
  /// A value of a query; bytes are written as hexadecimal digits.
  package init(_ value: QueryResult.Value) {
    self =
      switch value {
      case .null: .null
      case .integer(let number): .integer(number)
      case .real(let number): .real(number)
      case .text(let text): .string(text)
      case .blob(let bytes): .string(JSONValue.hexadecimal(bytes))
      }
  }

  /// The same for people, who are told the size of bytes that are more than a hash.
  package init(forPeople value: QueryResult.Value) {
    if case .blob(let bytes) = value, bytes.count > 32 {
      self = .string("<\(Magnitude.exact(bytes.count)) bytes>")
    } else {
      self.init(value)
    }
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * 2)
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }
}
