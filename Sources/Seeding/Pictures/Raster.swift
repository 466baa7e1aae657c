/// Pixels in rows from the top, three bytes each: red, green, blue.
package struct Raster: Equatable, Sendable {
  package let width: Int
  package let height: Int
  package var pixels: [UInt8]

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
    pixels = Array(repeating: 0, count: width * height * 3)
  }
}
