import Model

/// A picture cropped and resampled for an area of cells.
struct Raster: Sendable {
  let width: Int
  let height: Int
  private(set) var samples: [Sample]

  subscript(x: Int, y: Int) -> Sample {
    samples[y * width + x]
  }

  /// From rows of samples, the top one first.
  init(width: Int, samples: [Sample]) {
    precondition(width > 0 && samples.count % width == 0, "rows of samples must be whole")
    self.width = width
    height = samples.count / width
    self.samples = samples
  }

  func part(x: Int, y: Int, width: Int, height: Int) -> Raster {
    if (width, height) == (self.width, self.height) { return self }
    let rows = (y..<y + height).map { samples[$0 * self.width + x..<$0 * self.width + x + width] }
    return Raster(width: width, samples: Array(rows.joined()))
  }

  /// Crops the middle of a thumbnail to the shape of the cells, and resamples it.
  init(_ thumbnail: Thumbnail, cells: (width: Int, height: Int), samples: (across: Int, down: Int))
  {
    width = cells.width * samples.across
    height = cells.height * samples.down
    self.samples = Array(repeating: Sample(), count: width * height)
    let middle = PictureCrop(of: thumbnail, to: cells)
    sample(
      thumbnail, ResamplingWeights(samples: width, of: middle.columns),
      ResamplingWeights(samples: height, of: middle.rows))
  }

  /// Averages vertically by whole rows, then horizontally by whole columns.
  ///
  /// The compiler vectorises loops over spans of equal length. Averaging within each row takes
  /// three times as long, although this way has to transpose.
  private mutating func sample(
    _ picture: Thumbnail, _ columns: ResamplingWeights, _ rows: ResamplingWeights
  ) {
    let length = picture.width * 3
    var sums = [UInt16](repeating: 0, count: length)
    // The vertical averages, transposed: one row for each colour part of each pixel column.
    var turned = [UInt16](repeating: 0, count: length * height)
    for (y, span) in rows.spans.enumerated() {
      for step in 0..<span.count {
        let first = (span.first + step) * length
        var target = sums.mutableSpan
        Raster.add(
          picture.pixels.span.extracting(first..<first + length), rows.weights[span.weight + step],
          to: &target, isFirst: step == 0)
      }
      let (given, line) = (sums.span, height)
      var taken = turned.mutableSpan
      for place in given.indices { taken[place &* line &+ y] = given[place] }
    }
    for (x, span) in columns.spans.enumerated() {
      average(turned.span, span, columns.weights, intoColumn: x)
    }
  }

  private static func add(
    _ row: Span<UInt8>, _ weight: UInt16, to sums: inout MutableSpan<UInt16>, isFirst: Bool
  ) {
    guard row.count == sums.count else { return }
    if isFirst {
      for place in 0..<row.count { sums[place] = weight &* UInt16(row[place]) }
    } else {
      for place in 0..<row.count { sums[place] &+= weight &* UInt16(row[place]) }
    }
  }

  private mutating func average(
    _ turned: Span<UInt16>, _ span: ResamplingWeights.Span, _ weights: [UInt16],
    intoColumn x: Int
  ) {
    // The product of the vertical and horizontal weights is 1 << 16.
    let half: UInt32 = 1 << 15
    // Red, then green, then blue.
    let count = 3 * height
    var sums = Array(repeating: half, count: count)
    for step in 0..<span.count {
      let first = (span.first + step) * count
      var target = sums.mutableSpan
      Raster.add(
        turned.extracting(first..<first + count), UInt32(weights[span.weight + step]), to: &target)
    }
    let (given, line, all) = (sums.span, width, height)
    let (reds, greens, blues) = (
      given.extracting(0..<all), given.extracting(all..<2 * all), given.extracting(2 * all..<count)
    )
    var taken = samples.mutableSpan
    for y in 0..<all {
      taken[y &* line &+ x] = Sample(
        red: Int32(truncatingIfNeeded: reds[y] &>> 16),
        green: Int32(truncatingIfNeeded: greens[y] &>> 16),
        blue: Int32(truncatingIfNeeded: blues[y] &>> 16))
    }
  }

  private static func add(
    _ column: Span<UInt16>, _ weight: UInt32, to sums: inout MutableSpan<UInt32>
  ) {
    guard column.count == sums.count else { return }
    for place in 0..<column.count { sums[place] &+= weight &* UInt32(column[place]) }
  }
}

/// The pixels of each sample in a line, and their weights.
///
/// A sample is the average of the pixels below it. If there are more samples than pixels, a sample
/// is one pixel wide, so that neighbouring pixels blend.
private struct ResamplingWeights {
  /// The sum of the weights of a sample; times 255 it fits into a UInt16.
  static let one = 256

  /// The pixels of a sample: `weights[weight]` belongs to pixel `first`, and so on.
  struct Span {
    let first: Int
    let weight: Int
    let count: Int
  }

  private(set) var spans: [Span] = []
  private(set) var weights: [UInt16] = []

  /// For `samples` samples of `pixels`.
  init(samples: Int, of pixels: Range<Int>) {
    spans.reserveCapacity(samples)
    // Scaled so that every edge is a whole number.
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
      // Rounds the running sum, so that rounding errors do not add up.
      let share = (ResamplingWeights.one * covered + range.count / 2) / range.count
      weights.append(UInt16(share - sum))
      sum = share
    }
  }
}
