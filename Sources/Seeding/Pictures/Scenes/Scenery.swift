/// Elements of several families of motifs.
extension Scene {
  /// The sun or the moon, with its glow.
  mutating func orb(_ light: Daylight, _ x: Double, _ y: Double, _ radius: Double) {
    let center = Point(x, y)
    canvas.glow(center, radius * 6, light.orb, light.isNight ? 0.28 : 0.55)
    canvas.glow(center, radius * 2.4, light.orb, light.isNight ? 0.35 : 0.6)
    fill(.circle(x, y, radius), light.orb)
    guard light.isNight else { return }
    for (dx, dy, size) in [(-0.3, -0.2, 0.26), (0.32, 0.12, 0.2), (-0.05, 0.5, 0.16)] {
      fill(
        .circle(x + dx * radius, y + dy * radius, size * radius), light.orb.darker(0.18), 0.7)
    }
  }

  mutating func stars(_ count: Int, above horizon: Double) {
    for _ in 0..<count {
      let (x, y) = (between(2, Self.width - 2), between(2, horizon))
      let size = random.chance(12) ? between(1.1, 1.7) : between(0.45, 0.85)
      if size > 1 { canvas.glow(Point(x, y), size * 5, Tint(0xDDE8FF), 0.4) }
      fill(.circle(x, y, size), Tint(0xFFFDF0), 1.0 - 0.5 * y / horizon)
    }
  }

  mutating func clouds(_ count: Int, _ light: Daylight, from top: Double, to bottom: Double) {
    for _ in 0..<count {
      let (x, y) = (between(10, Self.width - 10), between(top, bottom))
      cloud(x, y, between(20, 42), light.cloud, light.isNight ? 0.35 : 0.88)
    }
  }

  /// A cloud: overlapping discs on a flat base.
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

  /// A fir with three tiers, each wider than the one above.
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

  mutating func ripples(below shore: Int, _ light: Daylight, _ opacity: Double) {
    let waves = (0..<80).map { _ in between(-1, 1) }
    canvas.reflect(below: shore, light.water, opacity) { depth in
      waves[depth % waves.count] * (1 + Double(depth) * 0.06)
    }
  }

  /// The reflection of the sun or the moon on water.
  mutating func shimmer(_ x: Double, _ top: Double, _ light: Daylight) {
    var y = top + 2
    while y < Self.height {
      let depth = (y - top) / (Self.height - top)
      let wide = between(4, 10) + depth * between(6, 26)
      let thick = 1 + depth * 1.8
      fill(
        .round(x - wide + between(-5, 5), y, wide * 2, thick, thick / 2), light.orb,
        0.75 - 0.3 * depth)
      y += thick + between(1.5, 3.5) + depth * 3
    }
  }

  mutating func cottage(_ x: Double, _ foot: Double, _ wide: Double, _ wall: Tint, _ roof: Tint) {
    let high = wide * 0.55
    fill(
      .box(x + wide * 0.2, foot - high - wide * 0.52, wide * 0.12, wide * 0.4), wall.darker(0.35))
    fill(
      .box(x - wide / 2, foot - high, wide, high),
      .across(wall, wall.darker(0.12), left: x - wide / 2, right: x + wide / 2))
    fill(
      Outline(
        Point(x - wide * 0.6, foot - high), Point(x - wide * 0.34, foot - high - wide * 0.42),
        Point(x + wide * 0.34, foot - high - wide * 0.42), Point(x + wide * 0.6, foot - high)),
      .upright(
        roof.lighter(0.12), roof.darker(0.1), top: foot - high - wide * 0.42, bottom: foot - high))
    fill(.box(x - wide * 0.08, foot - high * 0.62, wide * 0.16, high * 0.62), roof.darker(0.45))
    for side in [-1.0, 1] {
      fill(
        .box(x + side * wide * 0.3 - wide * 0.08, foot - high * 0.72, wide * 0.16, wide * 0.16),
        Tint(0x3B5B78))
    }
  }

  mutating func blossom(_ x: Double, _ y: Double, _ radius: Double, _ petal: Tint) {
    let center = Point(x, y)
    let halves = [
      0.0, 0.1989, 0.4142, 0.6682, 1, 1.4966, 2.4142, 5.0273, 1_000_000, -5.0273, -2.4142, -1.4966,
      -1, -0.6682, -0.4142, -0.1989,
    ]
    for (place, half) in halves.enumerated() {
      let leaf = Outline.ellipse(x, y - radius * 0.64, radius * 0.2, radius * 0.42)
      fill(leaf.turned(about: center, half), place % 2 == 0 ? petal : petal.darker(0.16))
    }
    fill(
      .circle(x, y, radius * 0.38),
      .round(Tint(0x8A5524), Tint(0x4A2611), center: Point(x - 3, y - 3), radius: radius * 0.5))
  }
}
