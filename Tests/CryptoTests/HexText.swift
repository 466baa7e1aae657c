import Crypto
import Model

/// Bytes of published examples, which are printed in hexadecimal digits.
struct HexText {
  struct NotHex: Error {}

  let bytes: [UInt8]

  init(_ digits: String) throws {
    let values = digits.compactMap(\.hexDigitValue)
    guard values.count == digits.count, values.count.isMultiple(of: 2) else { throw NotHex() }
    bytes = stride(from: 0, to: values.count, by: 2).map { UInt8(values[$0] * 16 + values[$0 + 1]) }
  }
}

extension FixedBytes {
  init(hex: String) throws {
    guard let bytes = FixedBytes(try HexText(hex).bytes) else { throw HexText.NotHex() }
    self = bytes
  }
}

extension [UInt8] {
  /// A copy with one bit changed, another one at each place.
  func flipped(at place: Int) -> [UInt8] {
    var copy = self
    copy[place] ^= 1 << (place % 8)
    return copy
  }
}
