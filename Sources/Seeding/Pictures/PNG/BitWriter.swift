/// Bytes that are filled from their lowest bit on, as in RFC 1951, section 3.1.1.
struct BitWriter {
  private(set) var bytes: [UInt8]
  private var held: UInt64 = 0
  private var count = 0

  init(_ bytes: [UInt8] = []) {
    self.bytes = bytes
  }

  /// Adds the lowest `length` bits, of which there are 32 at most.
  mutating func add(_ bits: Int, _ length: Int) {
    held |= UInt64(truncatingIfNeeded: bits) << UInt64(count)
    count += length
    while count >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: held))
      held >>= 8
      count -= 8
    }
  }

  /// Fills the last byte up.
  mutating func align() {
    if count > 0 { add(0, 8 - count) }
  }
}
