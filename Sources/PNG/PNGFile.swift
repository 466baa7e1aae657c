internal import CZlib

/// A picture as a PNG file: PNG specification, third edition, sections 5 and 11.
package struct PNGFile: Sendable {
  package let bytes: [UInt8]

  /// How a picture is compressed.
  package enum Compression: Sendable {
    /// Not at all; the file is the same with every version of zlib.
    case none
    /// Takes a few milliseconds, for a terminal.
    case fast
    case best
  }

  /// `pixels` are rows from the top, with red, green and blue of each pixel.
  package init(width: Int, height: Int, pixels: [UInt8], compression: Compression) {
    let stride = width * 3
    let (rows, level) =
      switch compression {
      case .none: (Self.plain(pixels, stride: stride), Z_NO_COMPRESSION)
      case .fast: (Self.differences(pixels, stride: stride), Z_BEST_SPEED)
      case .best: (Self.filtered(pixels, stride: stride), Z_BEST_COMPRESSION)
      }
    let size = [width, height].flatMap { Self.bigEndian(UInt32($0)) }
    bytes =
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      // 8 bits a channel, three channels.
      + Self.chunk("IHDR", size + [8, 2, 0, 0, 0])
      + Self.chunk("IDAT", Self.compressed(rows, level: level))
      + Self.chunk("IEND", [])
  }

  /// Each row after the number of its filter, 0 for none.
  private static func plain(_ pixels: [UInt8], stride: Int) -> [UInt8] {
    (0..<pixels.count / stride).flatMap { row in
      [0] + pixels[row * stride..<(row + 1) * stride]
    }
  }

  /// Each row after the number 2 of its filter, Up: the differences from the row above.
  private static func differences(_ pixels: [UInt8], stride: Int) -> [UInt8] {
    var rows: [UInt8] = []
    rows.reserveCapacity(pixels.count + pixels.count / stride)
    for start in Swift.stride(from: 0, to: pixels.count, by: stride) {
      rows.append(2)
      if start == 0 {
        rows += pixels[..<stride]
      } else {
        for place in start..<start + stride { rows.append(pixels[place] &- pixels[place - stride]) }
      }
    }
    return rows
  }

  /// Each row after the number of the filter with the least sum: section 12.7.
  private static func filtered(_ pixels: [UInt8], stride: Int) -> [UInt8] {
    // A pixel of zeros precedes each row, and a row of zeros the first.
    var above = [UInt8](repeating: 0, count: stride + 3)
    var rows: [UInt8] = []
    rows.reserveCapacity(pixels.count + pixels.count / stride)
    for start in Swift.stride(from: 0, to: pixels.count, by: stride) {
      let row = [0, 0, 0] + pixels[start..<start + stride]
      var best: [UInt8] = []
      var least = Int.max
      for filter in UInt8(0)...4 {
        let bytes = (3..<row.count).map { filtered(row, above, $0, by: filter) }
        let sum = bytes.reduce(0) { $0 + Int(min($1, 0 &- $1)) }
        if sum < least { (least, best) = (sum, [filter] + bytes) }
      }
      rows += best
      above = row
    }
    return rows
  }

  /// Section 9.2: none, Sub, Up, Average, Paeth.
  private static func filtered(
    _ row: [UInt8], _ above: [UInt8], _ place: Int, by filter: UInt8
  ) -> UInt8 {
    let (left, up, corner) = (Int(row[place - 3]), Int(above[place]), Int(above[place - 3]))
    let predicted =
      switch filter {
      case 0: 0
      case 1: left
      case 2: up
      case 3: (left + up) / 2
      default: paeth(left, up, corner)
      }
    return row[place] &- UInt8(truncatingIfNeeded: predicted)
  }

  private static func paeth(_ left: Int, _ up: Int, _ corner: Int) -> Int {
    let (toLeft, toUp) = (abs(up - corner), abs(left - corner))
    let toCorner = abs(left + up - 2 * corner)
    if toLeft <= toUp, toLeft <= toCorner { return left }
    return toUp <= toCorner ? up : corner
  }

  /// A zlib stream: `compress2`.
  private static func compressed(_ bytes: [UInt8], level: Int32) -> [UInt8] {
    let bound = Int(compressBound(UInt(bytes.count)))
    return unsafe [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
      var length = UInt(bound)
      let status = unsafe compress2(
        buffer.baseAddress, &length, bytes, UInt(bytes.count), level)
      // The buffer has room for any result, so only a lack of memory makes it fail.
      precondition(status == Z_OK, "zlib has no memory to compress a picture.")
      count = Int(length)
    }
  }

  private static func chunk(_ name: StaticString, _ content: [UInt8]) -> [UInt8] {
    let named = Array(name.description.utf8) + content
    let checksum = unsafe crc32_z(0, named, named.count)
    return bigEndian(UInt32(content.count)) + named
      + bigEndian(UInt32(truncatingIfNeeded: checksum))
  }

  private static func bigEndian(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
