/// The two sums by which PNG files know that they are whole.
enum PNGChecksum {
  private static let table: [UInt32] = (0..<256).map { byte in
    var sum = UInt32(byte)
    for _ in 0..<8 {
      let carry: UInt32 = sum & 1 == 1 ? 0xEDB8_8320 : 0
      sum = (sum >> 1) ^ carry
    }
    return sum
  }

  /// CRC-32 of a chunk: PNG specification, annex D.
  static func cyclic(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    let table = table
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in bytes { sum = table[Int((sum ^ UInt32(byte)) & 0xFF)] ^ (sum >> 8) }
    return ~sum
  }

  /// Adler-32 of what was compressed: RFC 1950, section 9.
  static func adler(_ bytes: [UInt8]) -> UInt32 {
    var (low, high) = (UInt32(1), UInt32(0))
    var start = 0
    while start < bytes.count {
      // So many steps before the second sum could overflow.
      let end = min(bytes.count, start + 5_552)
      for place in start..<end {
        low &+= UInt32(bytes[place])
        high &+= low
      }
      low %= 65_521
      high %= 65_521
      start = end
    }
    return high << 16 | low
  }
}
