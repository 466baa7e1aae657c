internal import CPictures

/// A picture as a JPEG file; an error ends the process.
struct JPEGFile {
  let bytes: [UInt8]

  /// Wraps `cpictures_write`, and copies the bytes, which are never freed.
  init(_ picture: ScaledPicture) {
    var (start, count): (UnsafeMutablePointer<UInt8>?, Int) = (nil, 0)
    let status = unsafe cpictures_write(
      picture.bytes, picture.width, picture.height, &start, &count)
    guard status == ChildExit.done.rawValue else { ChildExit.tooMuchMemory.leave() }
    bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  }
}

/// A picture as displayed; an error in its file ends the process.
///
/// The pixels are never freed, because the process is short-lived.
@safe struct DecodedPicture {
  let width: Int
  let height: Int
  let hasAlpha: Bool
  private let pixels: UnsafeBufferPointer<UInt8>
  /// The place of the upper left pixel, and the steps to the next column and row.
  private let origin: Int
  private let across: Int
  private let down: Int

  /// Wraps `cpictures_read`.
  ///
  /// `orientation` is the orientation of the camera (Exif 2.32, tag 0112); an unknown one is 1.
  init(_ bytes: [UInt8], orientation: Int) {
    var decoded = unsafe cpictures_picture()
    let status = unsafe cpictures_read(
      bytes, bytes.count, max(ScaledPicture.tileWidth, ScaledPicture.tileHeight),
      ScaledPicture.side, Confinement.pixelCount, &decoded)
    guard status == ChildExit.done.rawValue else {
      (ChildExit(rawValue: status) ?? .undecodable).leave()
    }
    let sides = unsafe (Int(decoded.width), Int(decoded.height))
    let column = unsafe Int(decoded.channels)
    let row = sides.0 * column
    let (right, bottom) = (row - column, (sides.1 - 1) * row)
    (origin, across, down) =
      switch orientation {
      case 2: (right, -column, row)
      case 3: (right + bottom, -column, -row)
      case 4: (bottom, column, -row)
      case 5: (0, row, column)
      case 6: (bottom, -row, column)
      case 7: (right + bottom, -row, -column)
      case 8: (right, row, -column)
      default: (0, column, row)
      }
    (width, height) = (5...8).contains(orientation) ? (sides.1, sides.0) : sides
    hasAlpha = column == 4
    unsafe pixels = UnsafeBufferPointer(start: decoded.pixels, count: sides.1 * row)
  }

  /// A copy without transparency.
  init(_ picture: ScaledPicture) {
    (width, height, hasAlpha) = (picture.width, picture.height, false)
    (origin, across, down) = (0, 3, picture.width * 3)
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: picture.bytes.count)
    _ = unsafe copy.initialize(from: picture.bytes)
    unsafe pixels = UnsafeBufferPointer(copy)
  }

  /// A grey on which black and white drawings stay visible.
  private static let background: Float = 0x80

  /// A row of pixels with red, green and blue, sampled at these columns.
  func line(_ y: Int, at columns: SampledLine) -> [Float] {
    let start = origin + y * down
    let (places, weights, starts) = (columns.places.span, columns.weights.span, columns.starts.span)
    return unsafe [Float](unsafeUninitializedCapacity: columns.count * 3) { line, count in
      for column in 0..<columns.count {
        var (red, green, blue): (Float, Float, Float) = (0, 0, 0)
        for index in starts[column]..<starts[column + 1] {
          let place = start + places[index] &* across
          var weight = weights[index]
          if hasAlpha {
            let alpha = unsafe Float(pixels[place + 3]) / 255
            let grey = weight * (1 - alpha) * Self.background
            (red, green, blue) = (red + grey, green + grey, blue + grey)
            weight *= alpha
          }
          unsafe red += Float(pixels[place]) * weight
          unsafe green += Float(pixels[place + 1]) * weight
          unsafe blue += Float(pixels[place + 2]) * weight
        }
        unsafe line[column * 3] = red
        unsafe line[column * 3 + 1] = green
        unsafe line[column * 3 + 2] = blue
      }
      count = columns.count * 3
    }
  }
}
