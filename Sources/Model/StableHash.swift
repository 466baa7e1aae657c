/// A 64-bit hash of a text that is the same on every machine and in every run: FNV-1a.
///
/// Not for secrets, and not for content that somebody may choose to collide.
package struct StableHash: Equatable, Sendable {
  package let value: UInt64

  package init(_ text: String) {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    value = hash
  }
}
