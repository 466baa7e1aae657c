internal import CPictures

/// A picture as it is shown; an error in its file ends the process.
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
  /// `orientation` says how the camera was held (Exif 2.32, tag 0112); an unknown one is 1.
  init(_ bytes: [UInt8], orientation: Int) {
    var decoded = unsafe cpictures_picture()
    let status = unsafe cpictures_read(
      bytes, bytes.count, max(Thumbnail.width, Thumbnail.height), Confinement.pixelCount, &decoded)
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

  /// A channel of the pixel in a column and row.
  func channel(_ channel: Int, _ x: Int, _ y: Int) -> Float {
    unsafe Float(pixels[origin + x * across + y * down + channel])
  }
}
