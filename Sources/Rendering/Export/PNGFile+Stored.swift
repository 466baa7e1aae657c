package import Model

/// Pictures without compression.
///
/// A page of nine is half a megabyte, which is less than one photograph.
extension PNGFile {
  package init(_ thumbnail: Thumbnail) {
    self.init(width: Thumbnail.width, height: Thumbnail.height, pixels: Array(thumbnail.pixels))
  }

  /// Three bytes for each pixel, row by row; a row and one byte more must fit 65,535 so often.
  package init(width: Int, height: Int, pixels: [UInt8]) {
    let rows = Self.rows(of: pixels, stride: width * 3)
    self.init(
      width: width, height: height, palette: nil, rows: rows, stream: Self.stored(rows))
  }

  /// Each row begins with the number of its filter, 0 for none.
  private static func rows(of pixels: [UInt8], stride: Int) -> [UInt8] {
    (0..<pixels.count / stride).flatMap { row in
      [0] + pixels[row * stride..<(row + 1) * stride]
    }
  }

  /// One stored block (RFC 1951, 3.2.4), which holds up to 65,535 bytes.
  private static func stored(_ rows: [UInt8]) -> [UInt8] {
    let count = UInt16(rows.count)
    var stream: [UInt8] = [0x78, 0x01, 0x01]
    for number in [count, ~count] { stream += [UInt8(number & 0xFF), UInt8(number >> 8)] }
    return stream + rows
  }
}
