package import Model

/// A raster as a compressed PNG file: with a palette where its colours are few, else with all three
/// bytes.
extension PNGFile {
  package init(_ raster: Raster) {
    let palette = Palette(of: raster)
    let rows =
      palette.map { Self.plain($0.pixels, width: raster.width) }
      ?? Self.filtered(raster.pixels, width: raster.width * 3)
    self.init(
      width: raster.width, height: raster.height, palette: palette?.colors, rows: rows,
      // Deflate with a window of 32 KiB.
      stream: Deflate.compressed(rows, after: [0x78, 0x9C]))
  }

  /// Each row behind the number of its filter: none, since neighbours in a palette say nothing.
  private static func plain(_ pixels: [UInt8], width: Int) -> [UInt8] {
    var rows: [UInt8] = []
    rows.reserveCapacity(pixels.count + pixels.count / max(1, width))
    for start in stride(from: 0, to: pixels.count, by: width) {
      rows.append(0)
      rows += pixels[start..<(start + width)]
    }
    return rows
  }

  /// Each row behind the number of the filter that leaves least: PNG specification, section 12.8.
  private static func filtered(_ pixels: [UInt8], width: Int) -> [UInt8] {
    // A pixel of nothing before each row, and a row of nothing before the first.
    var above = [UInt8](repeating: 0, count: width + 3)
    var rows: [UInt8] = []
    rows.reserveCapacity(pixels.count + pixels.count / max(1, width))
    for start in stride(from: 0, to: pixels.count, by: width) {
      let row = [0, 0, 0] + pixels[start..<(start + width)]
      var sums = [Int](repeating: 0, count: 5)
      for place in 3..<row.count {
        let (none, left, up, mean, nearest) = filter(row, above, place)
        sums[0] += size(none)
        sums[1] += size(left)
        sums[2] += size(up)
        sums[3] += size(mean)
        sums[4] += size(nearest)
      }
      let best = sums.indices.min { sums[$0] < sums[$1] } ?? 0
      rows.append(UInt8(best))
      for place in 3..<row.count {
        let (none, left, up, mean, nearest) = filter(row, above, place)
        rows.append(
          best == 0 ? none : best == 1 ? left : best == 2 ? up : best == 3 ? mean : nearest)
      }
      above = row
    }
    return rows
  }

  private static func size(_ byte: UInt8) -> Int { Int(min(byte, 0 &- byte)) }

  /// All five filters of the PNG specification, section 9.2.
  private static func filter(
    _ row: [UInt8], _ above: [UInt8], _ place: Int
  ) -> (UInt8, UInt8, UInt8, UInt8, UInt8) {
    let (byte, left, up) = (row[place], row[place - 3], above[place])
    let mean = UInt8(truncatingIfNeeded: (Int(left) + Int(up)) / 2)
    let nearest = paeth(Int(left), Int(up), Int(above[place - 3]))
    return (byte, byte &- left, byte &- up, byte &- mean, byte &- nearest)
  }

  private static func paeth(_ left: Int, _ up: Int, _ corner: Int) -> UInt8 {
    let (toLeft, toUp) = (abs(up - corner), abs(left - corner))
    let toCorner = abs(left + up - 2 * corner)
    if toLeft <= toUp, toLeft <= toCorner { return UInt8(truncatingIfNeeded: left) }
    return UInt8(truncatingIfNeeded: toUp <= toCorner ? up : corner)
  }
}
