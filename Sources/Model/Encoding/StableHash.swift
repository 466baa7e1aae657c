/// A 64-bit hash of a text that is the same on every machine and in every run: FNV-1a.
///
/// Not collision-resistant: unfit for secrets and for content chosen by others.
package struct StableHash: Equatable, Sendable {
  package let value: UInt64

  package init(_ text: String) {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    value = hash
  }
}

extension UInt64 {
  /// Sixteen digits.
  package var hexadecimal: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
