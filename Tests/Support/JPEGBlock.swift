import Foundation

/// The frequencies of eight by eight samples, in zigzag order.
struct JPEGBlock {
  let coefficients: [Int]
  let isFlat: Bool

  /// A block of one shade.
  init(flat shade: Double) {
    let mean = Int((8 * (shade - 128)).rounded())
    self.init(coefficients: [mean] + [Int](repeating: 0, count: 63), isFlat: true)
  }

  init(samples: [Double]) {
    guard let first = samples.first, samples.contains(where: { $0 != first }) else {
      self.init(flat: samples.first ?? 128)
      return
    }
    let columns = JPEGBlock.transform(samples.map { $0 - 128 })
    let both = JPEGBlock.transform(JPEGBlock.mirrored(columns))
    let frequencies = JPEGBlock.mirrored(both).map { Int($0.rounded()) }
    self.init(coefficients: JPEGBlock.zigzag.map { frequencies[$0] }, isFlat: false)
  }

  private init(coefficients: [Int], isFlat: Bool) {
    self.coefficients = coefficients
    self.isFlat = isFlat
  }

  /// Transforms each row of eight (T.81, A.3.3).
  private static func transform(_ rows: [Double]) -> [Double] {
    (0..<64).map { place in
      let (row, frequency) = (place / 8, place % 8)
      var sum = 0.0
      for index in 0..<8 { sum += rows[row * 8 + index] * cosines[frequency * 8 + index] }
      return frequency == 0 ? sum / 8.0.squareRoot() : sum / 2
    }
  }

  private static func mirrored(_ values: [Double]) -> [Double] {
    (0..<64).map { values[$0 % 8 * 8 + $0 / 8] }
  }

  private static let cosines: [Double] = (0..<64).map { place in
    let steps = (2 * (place % 8) + 1) * (place / 8)
    return cos(Double(steps) * Double.pi / 16)
  }

  /// The zigzag order of T.81, figure 5.
  private static let zigzag: [Int] = (0..<64).sorted { left, right in
    let (one, other) = (left / 8 + left % 8, right / 8 + right % 8)
    if one != other { return one < other }
    return one % 2 == 0 ? left > right : left < right
  }
}
