/// The blur of a header's banner.
extension Raster {
  /// Each sample as the average of those up to so many samples away, across and then down; the
  /// outermost count by the part of them that is within reach.
  func averaged(reach: Double) -> Raster {
    let across = averaged(count: width, lines: height, step: 1, line: width, reach: reach)
    return Raster(width: width, samples: across)
      .turned(averaged: height, lines: width, reach: reach)
  }

  private func turned(averaged count: Int, lines: Int, reach: Double) -> Raster {
    Raster(
      width: width,
      samples: averaged(count: count, lines: lines, step: width, line: 1, reach: reach))
  }

  /// Samples of a line lie `step` apart, and lines `line`.
  private func averaged(
    count: Int, lines: Int, step: Int, line: Int, reach: Double
  ) -> ContiguousArray<Sample> {
    let whole = Int(reach)
    let edge = Int32((reach - Double(whole)) * 16)
    let total = Int32(2 * whole + 1) * 16 + 2 * edge
    var averaged = samples
    for start in 0..<lines {
      func sample(_ place: Int) -> Sample {
        samples[start * line + min(max(place, 0), count - 1) * step]
      }
      for place in 0..<count {
        var sum = Sample()
        for distance in -whole...whole { sum = sum + sample(place + distance) }
        let rim = sample(place - whole - 1) + sample(place + whole + 1)
        averaged[start * line + place * step] = Sample(
          red: (sum.red * 16 + rim.red * edge) / total,
          green: (sum.green * 16 + rim.green * edge) / total,
          blue: (sum.blue * 16 + rim.blue * edge) / total)
      }
    }
    return averaged
  }
}
