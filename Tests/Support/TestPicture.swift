/// A picture computed from the coordinates of each pixel.
package struct TestPicture: Sendable {
  package struct Pixel: Equatable, Sendable {
    package var red: UInt8
    package var green: UInt8
    package var blue: UInt8
    package var alpha: UInt8

    package init(_ red: UInt8, _ green: UInt8, _ blue: UInt8, alpha: UInt8 = 255) {
      (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
    }

    package static let red = Pixel(230, 30, 30)
    package static let green = Pixel(30, 200, 40)
    package static let blue = Pixel(30, 50, 220)
    package static let yellow = Pixel(240, 220, 30)

    /// The perceived brightness (luma of BT.601).
    var grey: UInt8 {
      let parts: [Int] = [299 * Int(red), 587 * Int(green), 114 * Int(blue)]
      return UInt8((parts.reduce(0, +) + 500) / 1000)
    }
  }

  package let width: Int
  package let height: Int
  let pixel: @Sendable (_ x: Int, _ y: Int) -> Pixel

  package init(
    width: Int, height: Int, pixel: @escaping @Sendable (_ x: Int, _ y: Int) -> Pixel
  ) {
    (self.width, self.height, self.pixel) = (width, height, pixel)
  }

  package static func plain(_ color: Pixel, width: Int, height: Int) -> TestPicture {
    TestPicture(width: width, height: height) { _, _ in color }
  }

  /// Red and green above blue and yellow.
  package static func quarters(width: Int, height: Int) -> TestPicture {
    TestPicture(width: width, height: height) { x, y in
      switch (x * 2 < width, y * 2 < height) {
      case (true, true): .red
      case (false, true): .green
      case (true, false): .blue
      case (false, false): .yellow
      }
    }
  }

  /// A random picture, smooth enough for every format.
  package static func random(seed: UInt64, width: Int, height: Int) -> TestPicture {
    var generator = SeededGenerator(seed: seed)
    let factors = (0..<6).map { _ in Int.random(in: 1...7, using: &generator) }
    return TestPicture(width: width, height: height) { x, y in
      Pixel(
        UInt8(truncatingIfNeeded: x * factors[0] + y * factors[1]),
        UInt8(truncatingIfNeeded: x * factors[2] + y * factors[3]),
        UInt8(truncatingIfNeeded: x * factors[4] + y * factors[5]))
    }
  }
}
