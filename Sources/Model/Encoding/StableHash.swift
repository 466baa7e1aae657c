/// A 64-bit hash that is the same on every machine and in every run: FNV-1a.
///
/// It does not resist collisions, so it is unfit for secrets and for content chosen by others.
package struct StableHash: Equatable, Sendable {
  package var value: UInt64 = 0xCBF2_9CE4_8422_2325

  @inlinable package init() {}

  package init(_ text: String) {
    for byte in text.utf8 { add(UInt64(byte)) }
  }

  /// Adds one byte or one word.
  @inlinable package mutating func add(_ bits: UInt64) {
    value = (value ^ bits) &* 0x100_0000_01B3
  }
}

extension UInt64 {
  /// Sixteen digits.
  package var hexadecimal: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
