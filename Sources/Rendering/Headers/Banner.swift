package import Model

/// The wide picture behind a header, with two samples in each cell, one above the other.
///
/// A sample is ten points wide and ten high.
package struct Banner: Sendable {
  private let raster: Raster

  /// From a picture, or without one a landscape made from the handle.
  package init(_ picture: Thumbnail?, of handle: Handle, width: Int, rows: Int) {
    let (width, rows) = (max(1, width), max(1, rows))
    raster =
      picture.map { Raster($0, cells: (width, rows), samples: (1, 2)) }
      ?? DefaultBanner(handle).raster(width: width, height: rows * 2)
  }

  private init(_ raster: Raster) {
    self.raster = raster
  }

  /// Each sample as the average of its neighbours up to a radius in points; twice, which is nearly
  /// what a lens does.
  package func blurred(radius: Int) -> Banner {
    guard radius > 0 else { return self }
    let reach = Double(radius) / 10
    return Banner(raster.averaged(reach: reach).averaged(reach: reach))
  }

  /// So many rows of it, from the bottom up, as large as `zoom` says about the middle of its lower
  /// edge, and moved up by `lift` samples.
  package func canvas(
    rows: Int, zoom: Double = 1, lift: Int = 0, in traits: Traits
  ) -> Canvas {
    let rows = max(0, rows)
    guard rows > 0 else { return Canvas(width: raster.width, height: 0) }
    let ground = AssumedColors(in: traits).ground
    var dither = Dither()
    let columns = (0..<raster.width).map { between(ofColumn: $0, zoom) }
    var cells: [Cell] = []
    cells.reserveCapacity(raster.width * rows)
    for row in 0..<rows {
      let distance = (rows - row) * 2 - 1 - lift
      let above = between(above: distance, zoom), below = between(above: distance - 1, zoom)
      for (x, column) in columns.enumerated() {
        let top = sample(column, above, zoom).sixTenths(over: ground)
        let bottom = sample(column, below, zoom).sixTenths(over: ground)
        cells.append(cell(top, bottom, x, row, &dither, in: traits))
      }
    }
    return Canvas(width: raster.width, cells: cells)
  }

  private func cell(
    _ top: Sample, _ bottom: Sample, _ x: Int, _ y: Int, _ dither: inout Dither,
    in traits: Traits
  ) -> Cell {
    if traits.depth == .none { return sign(top, bottom, in: traits) }
    let isDithered = traits.depth == .ansi16
    let above = isDithered ? dither.color(top, x: x, y: 2 * y) : top.color(in: traits.depth)
    let below =
      isDithered ? dither.color(bottom, x: x, y: 2 * y + 1) : bottom.color(in: traits.depth)
    if above == below || traits.isASCII { return Cell(.scalar(" "), Paint(on: above)) }
    return Cell(.scalar("▄"), Paint(below, on: above))
  }

  /// From nothing to light only: a banner stays behind what is said.
  private static let signs = ContiguousArray(" .:-=".unicodeScalars)

  private func sign(_ top: Sample, _ bottom: Sample, in traits: Traits) -> Cell {
    let light = Int((top + bottom).average(of: 2).light)
    let weight = (traits.isLight ? 255 - light : light) - 56
    let step = min(max(weight * Banner.signs.count / 128, 0), Banner.signs.count - 1)
    return Cell(.scalar(Banner.signs[step]), .plain)
  }

  /// Between which two samples of a line something is, and how much of the second it has, in
  /// 256ths: whole numbers, for a banner that is pulled is computed anew for each frame.
  private struct Between {
    let first: Int
    let second: Int
    let share: Int32

    init(_ place: Double, last: Int) {
      first = min(max(Int(place), 0), last)
      second = min(first + 1, last)
      share = Int32(min(max(place - Double(first), 0), 1) * 256)
    }
  }

  private func between(ofColumn x: Int, _ zoom: Double) -> Between {
    let middle = Double(raster.width - 1) / 2
    return Between(middle + (Double(x) - middle) / zoom, last: raster.width - 1)
  }

  /// What is so far above the lower edge.
  private func between(above distance: Int, _ zoom: Double) -> Between {
    Between(
      Double(raster.height - 1) - Double(distance) / zoom, last: raster.height - 1)
  }

  private func sample(_ x: Between, _ y: Between, _ zoom: Double) -> Sample {
    guard zoom != 1 else { return raster[x.first, y.first] }
    let upper = raster[x.first, y.first].blended(x.share, of: raster[x.second, y.first])
    let lower = raster[x.first, y.second].blended(x.share, of: raster[x.second, y.second])
    return upper.blended(y.share, of: lower)
  }
}

extension Sample {
  /// So many 256ths of another one, and the rest of this one.
  fileprivate func blended(_ share: Int32, of other: Sample) -> Sample {
    func part(_ mine: Int32, _ theirs: Int32) -> Int32 {
      (mine &* (256 &- share) &+ theirs &* share &+ 128) &>> 8
    }
    return Sample(
      red: part(red, other.red), green: part(green, other.green), blue: part(blue, other.blue))
  }

  /// Six tenths of it over a ground, so that words in front of it are read.
  fileprivate func sixTenths(over ground: Sample) -> Sample {
    func part(_ mine: Int32, _ theirs: Int32) -> Int32 {
      (mine &* 3 &+ theirs &* 2 &+ 2) / 5
    }
    return Sample(
      red: part(red, ground.red), green: part(green, ground.green), blue: part(blue, ground.blue))
  }
}
