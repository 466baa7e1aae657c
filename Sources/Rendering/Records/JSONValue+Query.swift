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

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    let text = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return String(decoding: text, as: UTF8.self)
  }
}
