package import Model

/// A picture as a PNG file, without compression: PNG, third edition, sections 5 and 11.
///
/// A page of nine is half a megabyte, which is less than one photograph.
package struct PNGFile {
  package private(set) var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  package init(_ thumbnail: Thumbnail) {
    self.init(width: Thumbnail.width, height: Thumbnail.height, pixels: Array(thumbnail.pixels))
  }

  /// Three bytes for each pixel, row by row; a row and one byte more must fit 65,535 so often.
  package init(width: Int, height: Int, pixels: [UInt8]) {
    let size = [width, height].flatMap { Self.bigEndian(UInt32($0)) }
    // Eight bits for each of red, green and blue.
    append("IHDR", size + [8, 2, 0, 0, 0])
    append("IDAT", Self.deflated(Self.rows(of: pixels, stride: width * 3)))
    append("IEND", [])
  }

  /// Each row begins with the number of its filter, 0 for none.
  private static func rows(of pixels: [UInt8], stride: Int) -> [UInt8] {
    (0..<pixels.count / stride).flatMap { row in
      [0] + pixels[row * stride..<(row + 1) * stride]
    }
  }

  /// A stream of zlib (RFC 1950) with one stored block (RFC 1951, 3.2.4), which holds up to 65,535
  /// bytes.
  private static func deflated(_ rows: [UInt8]) -> [UInt8] {
    let count = UInt16(rows.count)
    var stream: [UInt8] = [0x78, 0x01, 0x01]
    for number in [count, ~count] { stream += [UInt8(number & 0xFF), UInt8(number >> 8)] }
    return stream + rows + bigEndian(checksum(rows))
  }

  /// Adler-32.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var (low, high): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return high << 16 | low
  }

  private mutating func append(_ name: StaticString, _ content: [UInt8]) {
    let chunk = Array(name.description.utf8) + content
    bytes += Self.bigEndian(UInt32(content.count)) + chunk
    bytes += Self.bigEndian(Self.redundancy(chunk))
  }

  /// CRC-32 as PNG has it.
  private static func redundancy(_ bytes: [UInt8]) -> UInt32 {
    var crc = UInt32.max
    for byte in bytes { crc = crc >> 8 ^ remainders[Int(UInt8(truncatingIfNeeded: crc) ^ byte)] }
    return ~crc
  }

  /// What each byte leaves behind.
  private static let remainders: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { value, _ in
      value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1
    }
  }

  private static func bigEndian(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
