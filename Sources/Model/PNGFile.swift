/// A picture as a PNG file: PNG, third edition, sections 5 and 11.
package struct PNGFile: Sendable {
  package let bytes: [UInt8]

  /// Each row begins with a filter number. A pixel is an index into the palette or, without a
  /// palette, red, green and blue.
  ///
  /// `stream` holds the rows as a zlib stream (RFC 1950) without its trailing checksum.
  package init(width: Int, height: Int, palette: [UInt8]?, rows: [UInt8], stream: [UInt8]) {
    let size = [width, height].flatMap { Self.bigEndian(UInt32($0)) }
    bytes =
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + Self.chunk("IHDR", size + [8, palette == nil ? 2 : 3, 0, 0, 0])
      + (palette.map { Self.chunk("PLTE", $0) } ?? [])
      + Self.chunk("IDAT", stream + Self.bigEndian(Self.checksum(rows))) + Self.chunk("IEND", [])
  }

  private static func chunk(_ name: StaticString, _ content: [UInt8]) -> [UInt8] {
    let named = Array(name.description.utf8) + content
    return bigEndian(UInt32(content.count)) + named + bigEndian(redundancy(named))
  }

  /// Adler-32 of the uncompressed bytes: RFC 1950, section 9.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var (low, high): (UInt32, UInt32) = (1, 0)
    var start = 0
    while start < bytes.count {
      // The largest number of steps before the second sum can overflow.
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

  /// CRC-32 of a chunk: annex D.
  private static func redundancy(_ bytes: [UInt8]) -> UInt32 {
    let remainders = remainders
    var crc = UInt32.max
    for byte in bytes { crc = crc >> 8 ^ remainders[Int(UInt8(truncatingIfNeeded: crc) ^ byte)] }
    return ~crc
  }

  /// The CRC-32 table: the remainder of each byte.
  private static let remainders: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { value, _ in
      value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1
    }
  }

  private static func bigEndian(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
