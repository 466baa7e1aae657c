package import Model

/// The picture at the top of a header, with two samples in each cell, one above the other.
///
/// A sample is ten points wide and ten points high.
package struct Banner: Sendable {
  private let raster: Raster

  /// From a picture, or from the default banner of the handle.
  package init(_ picture: Thumbnail?, of handle: Handle, width: Int, rows: Int) {
    let (width, rows) = (max(1, width), max(1, rows))
    raster =
      picture.map { Raster($0, cells: (width, rows), samples: (1, 2)) }
      ?? DefaultBanner(handle).raster(width: width, height: rows * 2)
  }

  private init(_ raster: Raster) {
    self.raster = raster
  }

  /// Averages neighbours within a radius in points, twice, which resembles a lens blur.
  package func blurred(radius: Int) -> Banner {
    guard radius > 0 else { return self }
    let reach = Double(radius) / 10
    return Banner(raster.averaged(reach: reach).averaged(reach: reach))
  }

  /// The lowest rows, zoomed about the middle of the lower edge and moved up by `lift` samples.
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

  /// No dense characters, so that the text in front stays readable.
  private static let signs = ContiguousArray(" .:-=".unicodeScalars)

  private func sign(_ top: Sample, _ bottom: Sample, in traits: Traits) -> Cell {
    let light = Int((top + bottom).average(of: 2).light)
    let weight = (traits.isLight ? 255 - light : light) - 56
    let step = min(max(weight * Banner.signs.count / 128, 0), Banner.signs.count - 1)
    return Cell(.scalar(Banner.signs[step]), .plain)
  }

  /// A position between two samples, with the share of the second one in 256ths.
  ///
  /// Integers, because a pulled banner is computed anew for each frame.
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

  /// The position at a distance above the lower edge.
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
  /// Mixes 256ths of another colour into this one.
  fileprivate func blended(_ share: Int32, of other: Sample) -> Sample {
    func part(_ mine: Int32, _ theirs: Int32) -> Int32 {
      (mine &* (256 &- share) &+ theirs &* share &+ 128) &>> 8
    }
    return Sample(
      red: part(red, other.red), green: part(green, other.green), blue: part(blue, other.blue))
  }

  /// Mixes six tenths of the colour with the background, so that text in front is readable.
  fileprivate func sixTenths(over ground: Sample) -> Sample {
    func part(_ mine: Int32, _ theirs: Int32) -> Int32 {
      (mine &* 3 &+ theirs &* 2 &+ 2) / 5
    }
    return Sample(
      red: part(red, ground.red), green: part(green, ground.green), blue: part(blue, ground.blue))
  }
}

/// The banner of one picture at each step of its blur.
///
/// Each step is computed once for each width, on first use. The cache stays valid when the profile
/// changes.
package final class BannerCache {
  private struct Key: Hashable {
    let step: Int
    let width: Int
    let rows: Int
  }

  private let picture: Thumbnail?
  private let handle: Handle
  private var kept: [Key: Banner] = [:]

  /// Without a picture it uses the default banner of the handle.
  package init(_ picture: Thumbnail?, of handle: Handle) {
    self.picture = picture
    self.handle = handle
  }

  /// Step 0 is not blurred.
  func banner(blur step: Int, width: Int, rows: Int) -> Banner {
    let key = Key(step: step, width: width, rows: rows)
    if let banner = kept[key] { return banner }
    let banner =
      step == 0
      ? Banner(picture, of: handle, width: width, rows: rows)
      : self.banner(blur: 0, width: width, rows: rows)
        .blurred(radius: ThreeStateMotion.radius(ofStep: step))
    kept[key] = banner
    return banner
  }
}

extension Raster {
  /// A box blur, horizontally and then vertically; the outermost samples count by their part within
  /// `reach`.
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

  /// Samples of a line are `step` apart, and lines are `line` apart.
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
