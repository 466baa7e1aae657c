extension Sample {
  /// Bayer's 4×4 matrix.
  private static let thresholds: [Int32] = [
    0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5,
  ]

  /// A lighter or darker sample, depending on its place.
  ///
  /// Neighbours then mix to colours that a palette lacks. `reach` is the greatest change of a
  /// channel, by default a quarter of the distance between two steps of the colour cube: more would
  /// show squares.
  func dithered(x: Int, y: Int, reach: Int32 = 10) -> Sample {
    let threshold = Sample.thresholds[(y & 3) << 2 | x & 3]
    let shift = (2 * threshold - 15) * reach / 15
    func part(_ value: Int32) -> Int32 { max(0, min(255, value + shift)) }
    return Sample(red: part(red), green: part(green), blue: part(blue))
  }
}
