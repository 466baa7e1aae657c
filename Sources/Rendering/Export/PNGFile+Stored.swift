package import Model

/// Pictures without compression.
///
/// A page of nine is half a megabyte, which is less than one photograph.
extension PNGFile {
  package init(_ thumbnail: Thumbnail, isGray: Bool = false) {
    let pixels = isGray ? Self.gray(thumbnail.pixels) : thumbnail.pixels
    self.init(width: Thumbnail.width, height: Thumbnail.height, pixels: pixels)
  }

  /// Each pixel as bright as it looks: the weights of ITU-R BT.709.
  private static func gray(_ pixels: [UInt8]) -> [UInt8] {
    var grays: [UInt8] = []
    grays.reserveCapacity(pixels.count)
    for place in stride(from: 0, to: pixels.count, by: 3) {
      let weighted = pixels[place..<place + 3].map(Int.init)
      let sum = 54 * weighted[0] + 183 * weighted[1] + 19 * weighted[2]
      grays += [UInt8](repeating: UInt8(sum / 256), count: 3)
    }
    return grays
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
