/// Landscapes without people: mountains, a forest, hills.
struct LandscapeScene: Scene {
  var canvas = PixelCanvas()
  var random: SeededRandom

  mutating func mountains() -> String {
    let light = random.pick(Daylight.all)
    canvas.sky(light.sky, bottom: 210)
    if light.isNight { stars(90, above: 170) }
    let orbX = between(50, 190)
    orb(light, orbX, between(50, 95), between(13, 22))
    if !light.isNight { clouds(1 + random.below(2), light, from: 40, to: 100) }
    fill(land(168, rise: 22, wave: 70, rugged: 4), light.far.mixed(light.sky[3], 0.35))
    let count = 1 + random.below(3)
    let order: [(Double, Double)] = [
      [(0.5, 1)], [(0.3, 1), (0.74, 0.8)], [(0.18, 0.7), (0.82, 0.78), (0.5, 1.05)],
    ][count - 1]
    for (place, size) in order {
      peak(place * Self.width + between(-14, 14), 250, size * between(140, 165), light)
    }
    fill(
      land(236, rise: 12, wave: 90),
      .upright(
        light.far.mixed(light.near, 0.55), light.near,
        top: 220, bottom: 300))
    let hasLake = random.chance(50)
    if hasLake {
      ripples(below: 250, light, 0.3)
      shimmer(orbX, 252, light)
    }
    for _ in 0..<(5 + random.below(5)) {
      let side = random.chance(50)
      let x = side ? between(-5, 70) : between(170, 245)
      fir(
        x, between(286, 318), between(54, 96), light.near.mixed(light.far, between(0, 0.16)),
        snow: light.hour == .frost)
    }
    let what = Self.number(count, "mountain", "mountains")
    let place = hasLake ? "over a lake " : ""
    return "\(what) \(place)\(light.words), under the \(light.isNight ? "moon" : "sun")."
  }

  /// A mountain with a snow cap and a shaded right side.
  private mutating func peak(_ x: Double, _ foot: Double, _ high: Double, _ light: Daylight) {
    let wide = high * between(0.78, 0.95)
    let top = Point(x, foot - high)
    let rock = light.far.mixed(light.near, 0.38)
    let (left, right) = (Point(x - wide, foot), Point(x + wide * 0.95, foot))
    let ridge = [0.2, 0.45, 0.7, 1].map { part in
      Point(x + wide * part * 0.14 + between(-6, 6) * part, foot - high * (1 - part))
    }
    fill(
      Outline(top, right, left),
      .upright(rock.lighter(0.12), rock.mixed(light.far, 0.5), top: top.y, bottom: foot))
    fill(
      Outline([top] + ridge + [right]),
      .upright(rock.darker(0.5), rock.darker(0.1), top: top.y, bottom: foot))
    let snow = light.isNight ? Tint(0xB9CBEA) : light.orb.mixed(Tint(0xFFFFFF), 0.45)
    let line = between(0.28, 0.4)
    func slope(_ end: Point, _ part: Double) -> Point { top.toward(end, part) }
    let teeth = [
      slope(left, line), slope(left, line * 0.98).toward(ridge[1], 0.3),
      Point(x - wide * 0.1, top.y + high * line * 0.72),
      Point(x - wide * 0.02, top.y + high * line * 1.12),
    ]
    fill(Outline([top, ridge[0]] + [top.toward(ridge[1], 0.6)] + teeth.reversed()), snow)
    fill(
      Outline([
        top, slope(right, line * 0.86), slope(right, line * 0.6).toward(ridge[1], 0.3),
        slope(right, line).toward(ridge[1], 0.62), top.toward(ridge[1], 0.62), ridge[0],
      ]),
      snow.mixed(light.far.darker(0.25), 0.5))
  }

  mutating func forest() -> String {
    let light = random.pick([Daylight.dawn, .frost, .gold, .night, .noon])
    canvas.sky(light.sky, bottom: 230)
    if light.isNight { stars(70, above: 150) }
    orb(light, between(60, 180), between(60, 110), between(16, 26))
    let rows = 5
    for row in 0..<rows {
      let depth = Double(row) / Double(rows - 1)
      let tint = light.sky[3].mixed(light.far, min(1, depth * 1.6)).mixed(
        light.near, depth * depth * 0.95)
      let level = 150 + depth * 125
      fill(
        land(level, rise: 9, wave: 80),
        .upright(tint, tint.mixed(light.sky[3], 0.45 * (1 - depth)), top: level, bottom: level + 50)
      )
      let high = 34 + depth * 92
      var x = between(-20, 0)
      while x < Self.width + 20 {
        fir(
          x, level + between(2, 10) + depth * 20, high * between(0.7, 1.15), tint,
          snow: light.hour == .frost && row > 1)
        x += high * between(0.26, 0.58)
      }
    }
    return "A forest of firs, row behind row, \(light.words)."
  }

  mutating func hills() -> String {
    let light = random.pick([Daylight.noon, .gold, .dawn, .noon])
    canvas.sky(light.sky, bottom: 200)
    orb(light, between(40, 200), between(40, 70), between(13, 18))
    clouds(3, light, from: 60, to: 120)
    let field = random.pick(
      [
        [0x9CC56B, 0x5E9E4F, 0x2C6B41], [0xE3C15C, 0xB9953F, 0x6F7A35],
        [0x8FCBA0, 0x3F8F74, 0x1D5C57],
      ] as [[UInt32]])
    fill(land(160, rise: 14, wave: 90), light.far.mixed(Tint(field[0]), 0.3))
    fill(
      land(190, rise: 13, wave: 110),
      .upright(Tint(field[0]), Tint(field[1]), top: 180, bottom: 250))
    let houseX = between(70, 170)
    cottage(
      houseX, 206, 36, Tint(0xFFF6E4),
      random.pick([Tint(0xB5402F), Tint(0x8C4A33), Tint(0x34495E)]))
    for _ in 0..<3 {
      roundTree(
        houseX + between(26, 60) * (random.chance(50) ? 1 : -1), between(204, 214), between(24, 36),
        Tint(field[2]))
    }
    fill(
      land(232, rise: 12, wave: 120),
      .upright(Tint(field[1]), Tint(field[2]), top: 220, bottom: 300))
    let path = Outline(
      [Point(houseX - 2, 210), Point(houseX + 2, 210)]
        + Outline.arc(
          Point(houseX + 3, 210), Point(houseX + 40, 240), Point(110, 260), Point(160, 318))
        + Outline.arc(
          Point(104, 318), Point(80, 262), Point(houseX + 26, 240), Point(houseX - 3, 210)))
    fill(path, Tint(0xF4E3BE), 0.9)
    roundTree(between(28, 48), between(286, 300), between(88, 116), Tint(field[2]).darker(0.15))
    if random.chance(60) {
      roundTree(between(200, 222), between(282, 298), between(62, 90), Tint(field[2]))
    }
    return "A cottage among hills, with a winding path, \(light.words)."
  }
}
