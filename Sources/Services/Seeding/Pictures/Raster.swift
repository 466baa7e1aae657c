/// Pixels in rows from the top, three bytes each: red, green, blue.
struct Raster: Equatable, Sendable {
  let width: Int
  let height: Int
  var pixels: [UInt8]

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    pixels = Array(repeating: 0, count: width * height * 3)
  }
}
