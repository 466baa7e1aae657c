import Support

/// The pixels of a thumbnail, for comparison with colours.
struct ThumbnailPixels {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// A pixel inside each quarter: upper left, upper right, lower left, lower right.
  var quarters: [TestPicture.Pixel] {
    [(20, 25), (75, 25), (20, 100), (75, 100)].map { pixel($0.0, $0.1) }
  }

  var corners: [TestPicture.Pixel] {
    [(0, 0), (95, 0), (0, 124), (95, 124)].map { pixel($0.0, $0.1) }
  }

  func pixel(_ x: Int, _ y: Int) -> TestPicture.Pixel {
    let place = (y * 96 + x) * 3
    return TestPicture.Pixel(bytes[place], bytes[place + 1], bytes[place + 2])
  }
}

extension [TestPicture.Pixel] {
  /// Whether the colours agree up to rounding.
  func isNear(_ others: [TestPicture.Pixel], within tolerance: Int = 6) -> Bool {
    count == others.count
      && zip(self, others).allSatisfy { one, other in
        let pairs = [(one.red, other.red), (one.green, other.green), (one.blue, other.blue)]
        return pairs.allSatisfy { abs(Int($0) - Int($1)) <= tolerance }
      }
  }
}
