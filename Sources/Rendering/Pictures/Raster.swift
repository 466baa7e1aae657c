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

  /// Averages down, whole rows at once, then across.
  private mutating func sample(_ pixels: [UInt8], _ columns: Coverage, _ rows: Coverage) {
    let length = Thumbnail.width * 3
    var sums = ContiguousArray<UInt16>(repeating: 0, count: length)
    for (y, span) in rows.spans.enumerated() {
      for step in 0..<span.count {
        let first = (span.first + step) * length
        var target = sums.mutableSpan
        Raster.add(
          pixels.span.extracting(first..<first + length), rows.weights[span.weight + step],
          to: &target, isFirst: step == 0)
      }
      average(sums, columns, intoRow: y)
    }
  }

  /// On spans of one length, of which the compiler makes vectors: three times as fast as on arrays.
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
    _ sums: ContiguousArray<UInt16>, _ columns: Coverage, intoRow y: Int
  ) {
    // The weights down and across make 1 << 16.
    let half: UInt32 = 1 << 15
    var target = y * width
    for span in columns.spans {
      var (red, green, blue) = (half, half, half)
      var place = span.first * 3
      for weight in span.weight..<span.weight &+ span.count {
        let weight = UInt32(columns.weights[weight])
        red &+= UInt32(sums[place]) &* weight
        green &+= UInt32(sums[place &+ 1]) &* weight
        blue &+= UInt32(sums[place &+ 2]) &* weight
        place &+= 3
      }
      samples[target] = Sample(
        red: Int32(red &>> 16), green: Int32(green &>> 16), blue: Int32(blue &>> 16))
      target &+= 1
    }
  }
}
