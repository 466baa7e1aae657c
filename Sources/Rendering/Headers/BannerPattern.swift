/// The generated banner of a user without a banner picture: a gradient with hills, rings, bands or
/// discs.
struct BannerPattern {
  private let accent: Accent
  private let width: Double
  private let height: Double
  private let isLight: Bool

  /// The size is in pixels; a cell has two, one above the other.
  init(_ accent: Accent, width: Int, height: Int, isLight: Bool) {
    (self.accent, self.isLight) = (accent, isLight)
    (self.width, self.height) = (Double(max(1, width)), Double(max(1, height)))
  }

  var raster: Raster {
    Raster(width: Int(width), samples: pixels { color(x: $0, y: $1).sample })
  }

  /// The tone of each pixel for 256 colours, 0 to 2: the thirds of the lightness.
  var tones: [UInt8] {
    let (start, end) = (Tint.bannerStart, Tint.bannerEnd)
    let (high, low) =
      isLight
      ? (start.light.lightness, end.light.lightness) : (start.dark.lightness, end.dark.lightness)
    return pixels { x, y in
      let part = (color(x: x, y: y).lightness - low) / (high - low)
      return part < 1.0 / 3 ? 0 : part < 2.0 / 3 ? 1 : 2
    }
  }

  /// A flat colour for each tone: the colour of the user's tiles, and the colours one and two steps
  /// away in the colour cube.
  static func flatColors(_ accent: Accent, isLight: Bool) -> [Color] {
    let ground = Int(accent.flatGround(isLight: isLight)) - 16
    let parts = [ground / 36, ground / 6 % 6, ground % 6]
    return (0...2).map { tone in
      // Light tiles are nearly white, so their banners are darker.
      let moved = parts.map { part in
        if isLight { return part == 5 ? 5 : max(0, part - (2 - tone)) }
        return part == 0 ? 0 : min(5, part + tone)
      }
      return .palette(UInt8(16 + 36 * moved[0] + 6 * moved[1] + moved[2]))
    }
  }

  private func pixels<Value>(_ value: (Double, Double) -> Value) -> [Value] {
    var values: [Value] = []
    values.reserveCapacity(Int(width * height))
    for y in 0..<Int(height) {
      for x in 0..<Int(width) { values.append(value(Double(x), Double(y))) }
    }
    return values
  }

  private func color(x: Double, y: Double) -> OKLCH {
    let part = 0.75 * (x + 0.5) / width + 0.25 * (y + 0.5) / height
    var color = TintBlend.banner.color(at: part, of: accent, isLight: isLight)
    color.lightness += lift(x: x, y: y)
    return color
  }

  /// The change of lightness by the pattern.
  private func lift(x: Double, y: Double) -> Double {
    switch accent.bits >> 50 % 4 {
    case 0: hills(x, y)
    case 1: rings(x, y)
    case 2: Wave.sine((x + y) / (width / 22 + 1)) > 0 ? 0.045 * (1 - 0.6 * x / width) : 0
    default: discs(x, y)
    }
  }

  private func phase(_ shift: UInt64) -> Double { Double(accent.bits >> shift & 63) }

  private func hills(_ x: Double, _ y: Double) -> Double {
    let far = 0.55 + 0.16 * Wave.sine(x / 17 + phase(0)) + 0.10 * Wave.sine(x / 7.3 + phase(6))
    let near = 0.78 + 0.12 * Wave.sine(x / 11 + phase(12))
    return (y > height * far ? -0.045 : 0) + (y > height * near ? -0.045 : 0)
  }

  private func rings(_ x: Double, _ y: Double) -> Double {
    func ring(
      _ left: Double, _ top: Double, every step: Double, reach: Double, _ lift: Double
    ) -> Double {
      let (dx, dy) = (x - left * width, y - top * height)
      let distance = (dx * dx + dy * dy).squareRoot()
      guard Int(distance / step) % 2 == 0 else { return 0 }
      return lift * max(0, 1 - distance / (reach * width))
    }
    return ring(0.78, 0.3, every: 5, reach: 0.6, 0.055) + ring(0.2, 1, every: 4, reach: 0.35, 0.05)
  }

  private func discs(_ x: Double, _ y: Double) -> Double {
    (0...13).reduce(0) { lift, disc in
      let step = UInt64(disc)
      let mixed = accent.bits >> (3 * step & 47) ^ step &* 0x9E37_79B1
      let q = UInt32(truncatingIfNeeded: mixed &* 0x85EB_CA6B)
      let dx = x - Double(q >> 3 & 1_023) / 1_023 * width
      let dy = y - Double(q >> 13 & 255) / 255 * height
      let radius = 2 + 0.9 * Double(q >> 21 & 7)
      return dx * dx + dy * dy < radius * radius ? lift + 0.035 : lift
    }
  }
}
