/// The middle of a picture, scaled to cover 96×125 pixels, on grey where it is transparent.
enum ThumbnailPixels {
  static let width = 96
  static let height = 125
  static let byteCount = width * height * 3

  /// A grey on which black and white drawings stay visible.
  private static let background: UInt32 = 0x808080

  static func bytes(of picture: PixbufLibrary.Pixbuf, with library: PixbufLibrary) -> [UInt8] {
    let (rgb, opaque, depth): (Int32, Int32, Int32) = (0, 0, 8)
    guard
      let drawn = unsafe library.newPixbuf(rgb, opaque, depth, Int32(width), Int32(height))
    else { ChildExit.tooMuchMemory.leave() }
    unsafe draw(picture, on: drawn, with: library)
    let rowLength = Int(unsafe library.rowLength(drawn))
    guard let pixels = unsafe library.pixels(drawn) else { ChildExit.tooMuchMemory.leave() }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(byteCount)
    for row in 0..<height {
      unsafe bytes.append(
        contentsOf: UnsafeBufferPointer(start: pixels + row * rowLength, count: width * 3))
    }
    return bytes
  }

  private static func draw(
    _ picture: PixbufLibrary.Pixbuf, on target: PixbufLibrary.Pixbuf, with library: PixbufLibrary
  ) {
    let (wide, high) = unsafe (Double(library.width(picture)), Double(library.height(picture)))
    let scale = max(Double(width) / wide, Double(height) / high)
    let left = (Double(width) - wide * scale) / 2
    let top = (Double(height) - high * scale) / 2
    // GDK_INTERP_BILINEAR averages all source pixels when it shrinks.
    let (bilinear, solid): (Int32, Int32) = (2, 255)
    unsafe library.composite(
      picture, target, 0, 0, Int32(width), Int32(height), left, top, scale, scale,
      bilinear, solid, 0, 0, 16, background, background)
  }
}
