package import Model
internal import PNG

/// A picture in memory: rows from the top, with three bytes a pixel: red, green, blue.
package struct PixelImage: Equatable, Sendable {
  package let width: Int
  package let height: Int
  package var pixels: [UInt8]

  /// A black picture.
  package init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    pixels = Array(repeating: 0, count: width * height * 3)
  }

  package func png() -> [UInt8] {
    PNGFile(width: width, height: height, pixels: pixels, compression: .best).bytes
  }

  /// The middle of the picture, scaled: each pixel is the mean of the area that it covers.
  ///
  /// It is exact, with whole numbers: each pixel has `unit` parts a side.
  package func thumbnail() -> Thumbnail? {
    let isWide = width * Thumbnail.height > height * Thumbnail.width
    // A pixel of the thumbnail covers `size` parts a side.
    let (size, unit) = isWide ? (height, Thumbnail.height) : (width, Thumbnail.width)
    guard size > 0 else { return nil }
    let left = (width * unit - Thumbnail.width * size) / 2
    let top = (height * unit - Thumbnail.height * size) / 2
    let columns = (0..<Thumbnail.width).map { PixelImage.shares(left + $0 * size, size, unit) }
    let rows = (0..<Thumbnail.height).map { PixelImage.shares(top + $0 * size, size, unit) }
    var result: [UInt8] = []
    result.reserveCapacity(Thumbnail.byteCount)
    for row in rows {
      for column in columns { result += mean(row, column, size * size) }
    }
    return Thumbnail(pixels: result)
  }

  /// The pixels that a range of parts overlaps, with the number of parts.
  private static func shares(_ start: Int, _ size: Int, _ unit: Int) -> [(pixel: Int, parts: Int)] {
    (start / unit...(start + size - 1) / unit).map { pixel in
      (pixel, min(start + size, (pixel + 1) * unit) - max(start, pixel * unit))
    }
  }

  private func mean(
    _ rows: [(pixel: Int, parts: Int)], _ columns: [(pixel: Int, parts: Int)], _ area: Int
  ) -> [UInt8] {
    var (red, green, blue) = (area / 2, area / 2, area / 2)
    for row in rows {
      for column in columns {
        let place = (row.pixel * width + column.pixel) * 3
        let parts = row.parts * column.parts
        red += Int(pixels[place]) * parts
        green += Int(pixels[place + 1]) * parts
        blue += Int(pixels[place + 2]) * parts
      }
    }
    return [UInt8(red / area), UInt8(green / area), UInt8(blue / area)]
  }
}
