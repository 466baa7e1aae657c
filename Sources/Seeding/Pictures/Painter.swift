/// Somebody with an easel and random: each motif is a method that paints it and says what it shows.
struct Painter {
  static let width = Double(Easel.width)
  static let height = Double(Easel.height)

  var easel = Easel()
  var random: SeededRandom

  mutating func between(_ low: Double, _ high: Double) -> Double {
    low + (high - low) * Double(random.below(65_536)) / 65_536
  }

  mutating func fill(_ outline: Outline, _ tint: Tint, _ opacity: Double = 1) {
    easel.fill(outline, tint, opacity)
  }

  mutating func fill(_ outline: Outline, _ wash: Wash, _ opacity: Double = 1) {
    easel.fill(outline, wash, opacity)
  }

  mutating func cover(_ tint: Tint) {
    fill(.box(0, 0, Painter.width, Painter.height), tint)
  }

  /// Land with a soft or rugged upper edge about `level`, down to the bottom.
  mutating func land(_ level: Double, rise: Double, wave: Double, rugged: Int = 3) -> Outline {
    var heights = [Double](repeating: level, count: Int(Painter.width) / 3 + 2)
    var (rise, wave) = (rise, wave)
    for _ in 0..<rugged {
      let knots = (0...Int(Painter.width / wave) + 2).map { _ in between(-rise, rise) }
      for place in heights.indices {
        let along = Double(place) * 3 / wave
        let knot = Int(along)
        let part = along - Double(knot)
        let soft = part * part * (3 - 2 * part)
        heights[place] += knots[knot] + (knots[knot + 1] - knots[knot]) * soft
      }
      (rise, wave) = (rise * 0.45, wave * 0.47)
    }
    let edge = heights.enumerated().map { Point(Double($0.offset) * 3 - 1, $0.element) }
    return Outline(
      edge + [Point(Painter.width + 9, Painter.height + 9), Point(-9, Painter.height + 9)])
  }

  /// The sun or the moon, with its light around it.
  mutating func orb(_ light: Daylight, _ x: Double, _ y: Double, _ radius: Double) {
    let center = Point(x, y)
    easel.glow(center, radius * 6, light.orb, light.isNight ? 0.28 : 0.55)
    easel.glow(center, radius * 2.4, light.orb, light.isNight ? 0.35 : 0.6)
    fill(.circle(x, y, radius), light.orb)
    guard light.isNight else { return }
    for (dx, dy, size) in [(-0.3, -0.2, 0.26), (0.32, 0.12, 0.2), (-0.05, 0.5, 0.16)] {
      fill(
        .circle(x + dx * radius, y + dy * radius, size * radius), light.orb.darker(0.18), 0.7)
    }
  }

  mutating func stars(_ count: Int, above horizon: Double) {
    for _ in 0..<count {
      let (x, y) = (between(2, Painter.width - 2), between(2, horizon))
      let size = random.chance(12) ? between(1.1, 1.7) : between(0.45, 0.85)
      if size > 1 { easel.glow(Point(x, y), size * 5, Tint(0xDDE8FF), 0.4) }
      fill(.circle(x, y, size), Tint(0xFFFDF0), 1.0 - 0.5 * y / horizon)
    }
  }

  mutating func clouds(_ count: Int, _ light: Daylight, from top: Double, to bottom: Double) {
    for _ in 0..<count {
      let (x, y) = (between(10, Painter.width - 10), between(top, bottom))
      cloud(x, y, between(20, 42), light.cloud, light.isNight ? 0.35 : 0.88)
    }
  }

  /// A heap of balls on a flat floor.
  mutating func cloud(_ x: Double, _ y: Double, _ size: Double, _ tint: Tint, _ opacity: Double) {
    var heap = Outline.round(x - size, y - size * 0.26, size * 2, size * 0.26, size * 0.13)
    for place in 0..<5 {
      let along = Double(place) / 4 * 2 - 1
      let radius = size * (0.46 - 0.3 * along * along) * between(0.8, 1.15)
      let floor = y - radius * 0.8
      heap += .circle(x + along * size * 0.72, min(y - radius, floor), radius)
      heap += .box(x + along * size * 0.72 - radius, y - radius, radius * 2, radius * 0.9)
    }
    fill(heap, .upright(tint, tint.darker(0.16), top: y - size * 0.8, bottom: y + 2), opacity)
  }

  /// A fir: three skirts, each wider than the one above.
  mutating func fir(_ x: Double, _ foot: Double, _ high: Double, _ tint: Tint, snow: Bool = false) {
    fill(.box(x - high * 0.03, foot - high * 0.14, high * 0.06, high * 0.15), tint.darker(0.3))
    for skirt in 0..<3 {
      let step = Double(2 - skirt)
      let top = foot - high + (2 - step) * high * 0.2
      let (wide, deep) = (high * (0.3 - step * 0.075), high * (0.48 - step * 0.05))
      fill(
        Outline(Point(x, top), Point(x + wide, top + deep), Point(x - wide, top + deep)),
        .across(tint.lighter(0.1), tint.darker(0.2), left: x - wide, right: x + wide))
      if snow {
        fill(
          Outline(
            Point(x, top), Point(x + wide * 0.5, top + deep * 0.5), Point(x, top + deep * 0.36),
            Point(x - wide * 0.5, top + deep * 0.5)), Tint(0xF6FBFF))
      }
    }
  }

  mutating func roundTree(_ x: Double, _ foot: Double, _ high: Double, _ leaf: Tint) {
    fill(.box(x - high * 0.04, foot - high * 0.5, high * 0.08, high * 0.5), leaf.darker(0.6))
    for (dx, dy, size) in [(0.0, 0.68, 0.32), (-0.2, 0.52, 0.22), (0.2, 0.55, 0.22)] {
      let (cx, cy, r) = (x + dx * high, foot - dy * high, size * high)
      fill(
        .circle(cx, cy, r),
        .round(
          leaf.lighter(0.18), leaf.darker(0.18),
          center: Point(cx - r * 0.4, cy - r * 0.5), radius: r * 1.6))
    }
  }

  static func number(_ count: Int, _ one: String, _ many: String) -> String {
    let words = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"]
    return "\(words[min(count, 9)]) \(count == 1 ? one : many)"
  }
}
