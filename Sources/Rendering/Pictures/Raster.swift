import Model

/// A picture as a drawing sees it: cut to the shape of its room, in so many samples.
struct Raster: Sendable {
  let width: Int
  let height: Int
  private(set) var samples: ContiguousArray<Sample>

  subscript(x: Int, y: Int) -> Sample {
    samples[y * width + x]
  }

  /// Samples in rows from the top.
  init(width: Int, samples: ContiguousArray<Sample>) {
    precondition(width > 0 && samples.count % width == 0, "rows of samples must be whole")
    self.width = width
    height = samples.count / width
    self.samples = samples
  }

  /// The middle of a picture that fills a room of cells, with so many samples in each.
  init(_ thumbnail: Thumbnail, cells: (width: Int, height: Int), samples: (across: Int, down: Int))
  {
    width = cells.width * samples.across
    height = cells.height * samples.down
    self.samples = ContiguousArray(repeating: Sample(), count: width * height)
    let middle = Raster.middle(ofShape: cells)
    sample(
      thumbnail.pixels, Coverage(samples: width, of: middle.columns),
      Coverage(samples: height, of: middle.rows))
  }

  /// The pixels of the largest part, around the middle, that has the shape of a room of cells.
  private static func middle(
    ofShape cells: (width: Int, height: Int)
  ) -> (columns: Range<Int>, rows: Range<Int>) {
    func centred(_ count: Int, of all: Int) -> Range<Int> {
      let part = max(1, min(all, count))
      let first = (all - part) / 2
      return first..<first + part
    }
    // A cell is twice as tall as wide.
    let (across, down) = (max(1, cells.width), max(1, cells.height * 2))
    let columns = (Thumbnail.height * across + down / 2) / down
    let rows = (Thumbnail.width * down + across / 2) / across
    return (centred(columns, of: Thumbnail.width), centred(rows, of: Thumbnail.height))
  }

  /// Averages down, whole rows at once, and then across, whole columns at once.
  ///
  /// The steps go along spans of one length, of which the compiler makes vectors. Going across
  /// within each row takes three times as long, turning what lies between included.
  private mutating func sample(_ pixels: [UInt8], _ columns: Coverage, _ rows: Coverage) {
    let length = Thumbnail.width * 3
    var sums = ContiguousArray<UInt16>(repeating: 0, count: length)
    // The averages of each part of each pixel in a row, from the top.
    var turned = ContiguousArray<UInt16>(repeating: 0, count: length * height)
    for (y, span) in rows.spans.enumerated() {
      for step in 0..<span.count {
        let first = (span.first + step) * length
        var target = sums.mutableSpan
        Raster.add(
          pixels.span.extracting(first..<first + length), rows.weights[span.weight + step],
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
    _ turned: Span<UInt16>, _ span: Coverage.Span, _ weights: ContiguousArray<UInt16>,
    intoColumn x: Int
  ) {
    // The weights down and across make 1 << 16.
    let half: UInt32 = 1 << 15
    // One part below the other: red, green and blue.
    let count = 3 * height
    var sums = ContiguousArray(repeating: half, count: count)
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
