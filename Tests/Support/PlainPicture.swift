/// A small computed picture as a PNG file.
package struct PlainPicture: Sendable {
  package let width: Int
  package let height: Int
  /// Another seed gives another picture.
  package let seed: Int

  package init(width: Int, height: Int, seed: Int) {
    self.width = width
    self.height = height
    self.seed = seed
  }

  package var png: [UInt8] {
    let seed = seed
    return PNGWriter.bytes(
      of: TestPicture(width: width, height: height) { x, y in
        func part(_ place: Int) -> UInt8 {
          UInt8(truncatingIfNeeded: (3 * x + place) * 5 + y * 3 + seed * 31)
        }
        return .init(part(0), part(1), part(2))
      })
  }
}
