/// Which of the pixels in a line each sample is made of, and how much each of them counts.
///
/// A sample is the average of what lies under it. Where there are more samples than pixels it is as
/// wide as one pixel, which makes the pixels run into each other instead of standing as blocks.
struct Coverage {
  /// What the weights of a sample add up to: so many times the lightest pixel is still a UInt16.
  static let one = 256

  /// A sample's pixels: `weights[weight]` counts `first`, the next weight the next pixel.
  struct Span {
    let first: Int
    let weight: Int
    let count: Int
  }

  private(set) var spans: ContiguousArray<Span> = []
  private(set) var weights: ContiguousArray<UInt16> = []

  /// So many samples of `pixels`.
  init(samples: Int, of pixels: Range<Int>) {
    spans.reserveCapacity(samples)
    // A pixel is so many units that every edge below is a whole number.
    let (unit, end) = (2 * samples, 2 * samples * pixels.count)
    let reach = max(pixels.count, samples)
    for sample in 0..<samples {
      let middle = (2 * sample + 1) * pixels.count
      add(max(0, middle - reach)..<min(end, middle + reach), unit: unit, from: pixels.lowerBound)
    }
  }

  private mutating func add(_ range: Range<Int>, unit: Int, from start: Int) {
    let (first, last) = (range.lowerBound / unit, (range.upperBound - 1) / unit)
    spans.append(
      Span(first: start + first, weight: weights.count, count: last - first + 1))
    var sum = 0
    for pixel in first...last {
      let covered = min(range.upperBound, (pixel + 1) * unit) - range.lowerBound
      // What all up to here weigh is rounded, so that the rounding doesn't add up.
      let share = (Coverage.one * covered + range.count / 2) / range.count
      weights.append(UInt16(share - sum))
      sum = share
    }
  }
}
