package import Model

/// The wide picture behind a header, with two samples in each cell, one above the other.
///
/// A sample is ten points wide and ten high.
package struct Banner: Sendable {
  private let raster: Raster
  /// What is shown of it over the ground, from 0 to 1.
  private static let share = 0.6

  /// From a picture, or without one a landscape made from the handle.
  package init(_ picture: Thumbnail?, of handle: Handle, width: Int, rows: Int) {
    let (width, rows) = (max(1, width), max(1, rows))
    raster =
      picture.map { Raster($0, cells: (width, rows), samples: (1, 2)) }
      ?? Landscape(handle).raster(width: width, height: rows * 2)
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
    let ground = Backdrop(in: traits).ground
    var dither = Dither()
    var cells: [Cell] = []
    cells.reserveCapacity(raster.width * rows)
    for row in 0..<rows {
      for column in 0..<raster.width {
        let distance = (rows - row) * 2 - 1 - lift
        let top = sample(column, above: distance, zoom).mixed(Banner.share, over: ground)
        let bottom = sample(column, above: distance - 1, zoom).mixed(Banner.share, over: ground)
        cells.append(cell(top, bottom, column, row, &dither, in: traits))
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

  /// What is to be seen so far above the lower edge.
  private func sample(_ x: Int, above distance: Int, _ zoom: Double) -> Sample {
    let (right, bottom) = (raster.width - 1, raster.height - 1)
    guard zoom != 1 else {
      return raster[x, min(max(bottom - distance, 0), bottom)]
    }
    let middle = Double(right) / 2
    let across = middle + (Double(x) - middle) / zoom
    let down = Double(bottom) - Double(distance) / zoom
    let (left, top) = (min(max(Int(across), 0), right), min(max(Int(down), 0), bottom))
    let upper = raster[min(left + 1, right), top].mixed(
      across - Double(left), over: raster[left, top])
    let next = min(top + 1, bottom)
    let lower = raster[min(left + 1, right), next].mixed(
      across - Double(left), over: raster[left, next])
    return lower.mixed(min(max(down - Double(top), 0), 1), over: upper)
  }
}
