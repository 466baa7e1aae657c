extension Sample {
  /// Bayer's 4×4 matrix.
  private static let thresholds: [Int32] = [
    0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5,
  ]

  /// A lighter or darker sample, depending on its position.
  ///
  /// Neighbours then mix to colours outside of a palette. `reach` is the largest change of a
  /// channel. The default is a quarter of a step of the colour cube: more would show squares.
  func dithered(x: Int, y: Int, reach: Int32 = 10) -> Sample {
    let threshold = Sample.thresholds[(y & 3) << 2 | x & 3]
    let shift = (2 * threshold - 15) * reach / 15
    func part(_ value: Int32) -> Int32 { max(0, min(255, value + shift)) }
    return Sample(red: part(red), green: part(green), blue: part(blue))
  }
}
