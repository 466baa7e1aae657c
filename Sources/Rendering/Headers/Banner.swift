package import Model

/// The picture at the top of a header, with two samples in each cell, one above the other.
///
/// A sample is ten points wide and ten points high.
package struct Banner: Sendable {
  private let raster: Raster
  /// The hue of a generated banner; nil for a picture.
  private let accent: Accent?
  /// The tones of a generated banner in 256 colours.
  private var tones: [(color: Color, sample: Sample)] = []

  /// Without a picture, the banner is generated from the handle.
  init(_ picture: Thumbnail?, of handle: Handle, width: Int, rows: Int, in traits: Traits) {
    let (width, rows) = (max(1, width), max(1, rows))
    if let picture {
      (raster, accent) = (Raster(picture, cells: (width, rows), samples: (1, 2)), nil)
      return
    }
    let accent = Accent(handle)
    self.accent = accent
    let pattern = BannerPattern(accent, width: width, height: rows * 2, isLight: traits.isLight)
    if traits.depth == .trueColor {
      raster = pattern.raster
    } else {
      let flat = BannerPattern.flatColors(accent, isLight: traits.isLight)
      let assumed = AssumedColors(in: traits)
      let samples = flat.map { assumed.components(of: $0, isLetter: false) }
      raster = Raster(width: width, samples: pattern.tones.map { samples[Int($0)] })
      if traits.depth == .ansi256 { tones = Array(zip(flat, samples)) }
    }
  }

  private init(_ raster: Raster, of banner: Banner) {
    (self.raster, accent, tones) = (raster, banner.accent, banner.tones)
  }

  /// The darker tone of a generated banner that becomes a bar or fades; nil for other colours.
  ///
  /// The tone is one step darker for each third of `part`.
  func darkened(_ color: Color, _ part: Double) -> Color? {
    tones.firstIndex { $0.color == color }.map { tones[max(0, $0 - Int(part * 3))].color }
  }

  /// Averages samples within a radius in points twice, which looks like a lens blur.
  package func blurred(radius: Int) -> Banner {
    guard radius > 0 else { return self }
    let reach = Double(radius) / 10
    return Banner(raster.averaged(reach: reach).averaged(reach: reach), of: self)
  }

  /// The lowest rows, zoomed around the middle of the lower edge and moved up by `lift` samples.
  package func canvas(
    rows: Int, zoom: Double = 1, lift: Int = 0, in traits: Traits
  ) -> Canvas {
    let rows = max(0, rows)
    guard rows > 0 else { return Canvas(width: raster.width, height: 0) }
    let columns = (0..<raster.width).map { between(ofColumn: $0, zoom) }
    let front = accent.map { Paint($0.color(ofSixteenOn: traits.isLight)) }
    var cells: [Cell] = []
    cells.reserveCapacity(raster.width * rows)
    for row in 0..<rows {
      let distance = (rows - row) * 2 - 1 - lift
      let above = between(above: distance, zoom), below = between(above: distance - 1, zoom)
      for (x, column) in columns.enumerated() {
        var (top, bottom) = (sample(column, above, zoom), sample(column, below, zoom))
        // Generated banners have flat tones already.
        if accent == nil, traits.depth == .ansi256 {
          (top, bottom) = (top.dithered(x: x, y: 2 * row), bottom.dithered(x: x, y: 2 * row + 1))
        }
        cells.append(cell(top, bottom, front, in: traits))
      }
    }
    return Canvas(width: raster.width, cells: cells)
  }

  private func cell(
    _ top: Sample, _ bottom: Sample, _ front: Paint?, in traits: Traits
  ) -> Cell {
    guard traits.depth == .ansi256 || traits.depth == .trueColor, !traits.isASCII else {
      let both = (top + bottom).average(of: 2)
      let paint = traits.depth == .none ? .plain : front ?? Paint(both.color(in: traits.depth))
      return Cell(.scalar(sign(both, in: traits)), paint)
    }
    let (above, below) = (color(top, in: traits), color(bottom, in: traits))
    if above == below { return Cell(.scalar(" "), Paint(on: above)) }
    return Cell(.scalar("▄"), Paint(below, on: above))
  }

  /// The colour of a sample; in a generated banner, its nearest tone.
  private func color(_ sample: Sample, in traits: Traits) -> Color {
    tones.min { ($0.sample - sample).square < ($1.sample - sample).square }?.color
      ?? sample.color(in: traits.depth)
  }

  private static let shades = Array(" ░▒▓".unicodeScalars)
  private static let signs = Array(" .:-".unicodeScalars)

  /// A shade for a sample, which is denser if the sample differs more from the window.
  ///
  /// A generated banner has no blanks.
  private func sign(_ sample: Sample, in traits: Traits) -> Unicode.Scalar {
    let light = Int(sample.light)
    let weight = traits.isLight ? 255 - light : light
    let step = min(max((weight + 48) / 80, accent == nil ? 0 : 1), 3)
    return (traits.isASCII ? Banner.signs : Banner.shades)[step]
  }

  /// A position between two samples, with the weight of the second one in 256ths.
  ///
  /// It uses integers, because a pulled banner is computed for each frame.
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
  /// Mixes `share` 256ths of another colour into this one.
  fileprivate func blended(_ share: Int32, of other: Sample) -> Sample {
    func part(_ mine: Int32, _ theirs: Int32) -> Int32 {
      (mine &* (256 &- share) &+ theirs &* share &+ 128) &>> 8
    }
    return Sample(
      red: part(red, other.red), green: part(green, other.green), blue: part(blue, other.blue))
  }
}

/// The banners of one picture at each step of the blur.
///
/// Each step is computed on first use, once for each width. The cache stays valid when the profile
/// changes.
package final class BannerCache {
  private struct Key: Hashable {
    let step: Int
    let width: Int
    let rows: Int
    let depth: ColorDepth
    let isLight: Bool
  }

  private let picture: Thumbnail?
  private let handle: Handle
  private var kept: [Key: Banner] = [:]

  /// Without a picture, the banner is generated from the handle.
  package init(_ picture: Thumbnail?, of handle: Handle) {
    (self.picture, self.handle) = (picture, handle)
  }

  /// Step 0 is not blurred.
  func banner(blur step: Int, rows: Int, in traits: Traits) -> Banner {
    let key = Key(
      step: step, width: traits.width, rows: rows, depth: traits.depth, isLight: traits.isLight)
    if let banner = kept[key] { return banner }
    let banner =
      step == 0
      ? Banner(picture, of: handle, width: traits.width, rows: rows, in: traits)
      : self.banner(blur: 0, rows: rows, in: traits)
        .blurred(radius: ThreeStateMotion.radius(ofStep: step))
    kept[key] = banner
    return banner
  }
}

extension Raster {
  /// A horizontal and then vertical box blur; the outermost samples count by their part within
  /// `reach`.
  func averaged(reach: Double) -> Raster {
    averaged(count: width, lines: height, step: 1, line: width, reach: reach)
      .averaged(count: height, lines: width, step: width, line: 1, reach: reach)
  }

  /// Samples of a line are `step` apart, and lines are `line` apart.
  private func averaged(
    count: Int, lines: Int, step: Int, line: Int, reach: Double
  ) -> Raster {
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
    return Raster(width: width, samples: averaged)
  }
}
