/// The middle of a picture, scaled to cover 96×125 pixels, on grey where it is transparent.
struct Thumbnail {
  static let width = 96
  static let height = 125
  static let byteCount = width * height * 3

  /// A grey on which black and white drawings stay visible.
  private static let background: Float = 0x80

  private(set) var bytes: [UInt8] = []

  init(of picture: DecodedPicture) {
    let (wide, high) = (Double(picture.width), Double(picture.height))
    let scale = max(Double(Thumbnail.width) / wide, Double(Thumbnail.height) / high)
    let columns = SampledPixel.along(picture.width, to: Thumbnail.width, scale: scale)
    let rows = SampledPixel.along(picture.height, to: Thumbnail.height, scale: scale)
    bytes.reserveCapacity(Thumbnail.byteCount)
    // Neighbouring rows share at most two rows of the picture.
    var drawn: [Int: [Float]] = [:]
    for row in rows {
      var sum = [Float](repeating: 0, count: Thumbnail.width * 3)
      let needed = row.first..<row.first + row.weights.count
      drawn = drawn.filter { needed.contains($0.key) }
      for (place, weight) in row.weights.enumerated() {
        let y = row.place(place, of: picture.height)
        let line = drawn[y] ?? Thumbnail.line(y, of: picture, columns)
        drawn[y] = line
        for x in sum.indices { sum[x] += line[x] * weight }
      }
      bytes += sum.map { UInt8(min(max($0 + 0.5, 0), 255)) }
    }
  }

  /// A row of the picture at the width of the thumbnail.
  private static func line(_ y: Int, of picture: DecodedPicture, _ columns: [SampledPixel])
    -> [Float]
  {
    var line: [Float] = []
    line.reserveCapacity(columns.count * 3)
    for column in columns {
      var (red, green, blue): (Float, Float, Float) = (0, 0, 0)
      for (place, weight) in column.weights.enumerated() {
        let x = column.place(place, of: picture.width)
        let alpha: Float = picture.hasAlpha ? picture.channel(3, x, y) / 255 : 1
        let (shown, grey) = (weight * alpha, weight * (1 - alpha) * background)
        red += picture.channel(0, x, y) * shown + grey
        green += picture.channel(1, x, y) * shown + grey
        blue += picture.channel(2, x, y) * shown + grey
      }
      line.append(red)
      line.append(green)
      line.append(blue)
    }
    return line
  }
}

/// The pixels of one side of a picture that a pixel of the thumbnail shows, with their weights.
private struct SampledPixel {
  let first: Int
  private(set) var weights: [Float]

  /// A pixel beyond the edge shows the one at the edge.
  func place(_ index: Int, of count: Int) -> Int { min(max(first + index, 0), count - 1) }

  /// The samples of `length` pixels in the middle of a side of `count` scaled pixels.
  ///
  /// A smaller picture averages what each pixel covers; a larger one goes over from the middle of
  /// one pixel to that of the next.
  static func along(_ count: Int, to length: Int, scale: Double) -> [SampledPixel] {
    let margin = ((Double(length) - Double(count) * scale) / 2 + 0.5).rounded(.down)
    let step = 1 / scale
    return (0..<length).map { index in
      // In sixteenths of a pixel.
      let middle = scale > 1 ? 0.5 * (step - 1) : 0
      let start = (((Double(index) - margin) * step + middle) * 16).rounded(.down) / 16
      let first = start.rounded(.down)
      let offset = start - first
      guard scale <= 1 else {
        return SampledPixel(first: Int(first), weights: [Float(1 - offset), Float(offset)])
      }
      let last = Int((offset + step).rounded(.up))
      let covered = (0..<last).map { place in
        Float((min(Double(place + 1), offset + step) - max(Double(place), offset)) * scale)
      }
      return SampledPixel(first: Int(first), weights: covered)
    }
  }
}
