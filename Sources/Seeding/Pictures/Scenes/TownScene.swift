/// Structures: a bridge, a city, a train on a viaduct.
struct TownScene: Scene {
  var canvas = PixelCanvas()
  var random: SeededRandom

  mutating func bridge() -> String {
    let light = random.pick([Daylight.dawn, .noon, .gold, .dusk, .night])
    canvas.sky(light.sky, bottom: 205)
    if light.isNight { stars(80, above: 140) }
    let orbX = between(60, 180)
    orb(light, orbX, between(46, 72), between(15, 20))
    clouds(light.isNight ? 1 : 2, light, from: 50, to: 104)
    fill(land(150, rise: 14, wave: 70), light.far)
    fill(land(190, rise: 9, wave: 50), light.far.mixed(light.near, 0.4))
    arches(1 + random.below(3), light)
    ripples(below: 240, light, 0.42)
    shimmer(orbX, 244, light)
    let hasHeron = random.chance(60)
    if hasHeron { heron(between(40, 70), 296, 70, light.near) }
    fill(land(300, rise: 4, wave: 60), light.near)
    return "An old stone bridge over still water \(light.words)\(hasHeron ? ", and a heron" : "")."
  }

  private mutating func arches(_ count: Int, _ light: Daylight) {
    let stone =
      light.isNight ? Tint(0x56607E) : light.far.mixed(Tint(0xB98A63), 0.6).mixed(light.near, 0.22)
    let (deck, foot) = (166.0, 240.0)
    let wide = 250 / Double(count)
    var body = Outline.arc(
      Point(-10, deck + 12), Point(60, deck - 8), Point(180, deck - 8), Point(250, deck + 12))
    body += [Point(250, foot), Point(-10, foot)]
    fill(
      Outline(body), .upright(stone.lighter(0.2), stone.darker(0.3), top: deck - 6, bottom: foot))
    let parapet = Outline.arc(
      Point(-10, deck + 8), Point(60, deck - 12), Point(180, deck - 12), Point(250, deck + 8))
    fill(.stroke(parapet, 6), stone.lighter(0.32))
    for arch in 0..<count {
      let middle = -5 + wide * (Double(arch) + 0.5)
      let half = wide / 2 - 8
      let high = min(56, half * 1.3)
      let gap = Fill.upright(
        light.sky[3].mixed(light.far, 0.3), light.sky[3].mixed(light.water, 0.25),
        top: foot - high, bottom: foot)
      fill(.ellipse(middle, foot, half + 5, high + 5), stone.lighter(0.25))
      fill(.ellipse(middle, foot, half, high), stone.darker(0.55))
      fill(.ellipse(middle + 4, foot, half - 4, high - 2), gap)
    }
    for lamp in 0..<3 {
      let x = 40 + Double(lamp) * 80
      let y = deck - 10 + (lamp == 1 ? -2 : 4)
      fill(.box(x - 1, y - 20, 2, 22), light.near)
      if light.isNight || light.hour == .dusk {
        canvas.glow(Point(x, y - 22), 20, Tint(0xFFD98A), 0.7)
      }
      fill(.circle(x, y - 22, 3.4), Tint(0xFFF0C0))
    }
  }

  private mutating func heron(_ x: Double, _ foot: Double, _ high: Double, _ tint: Tint) {
    func at(_ dx: Double, _ dy: Double) -> Point { Point(x + dx * high, foot - dy * high) }
    for leg in [-0.03, 0.05] { fill(.stroke([at(leg, 0.42), at(leg, 0)], 1.8), tint) }
    var body = Outline(at(-0.3, 0.36))
    body.curve(at(-0.2, 0.56), at(0.05, 0.62), at(0.16, 0.52))
    body.curve(at(0.14, 0.4), at(-0.05, 0.34), at(-0.3, 0.36))
    fill(body, tint)
    let neck = Outline.arc(at(0.12, 0.5), at(0.34, 0.66), at(0.02, 0.74), at(0.14, 0.92))
    fill(.stroke(neck, high * 0.055), tint)
    fill(.ellipse(at(0.17, 0.93).x, at(0, 0.93).y, high * 0.075, high * 0.045), tint)
    fill(Outline(at(0.2, 0.96), at(0.44, 0.9), at(0.2, 0.9)), tint)
    fill(.stroke([at(0.12, 0.95), at(0, 0.91)], 1.6), tint)
  }

  mutating func city() -> String {
    let light = random.pick([Daylight.night, .dusk, .night, .dawn, .noon])
    canvas.sky(light.sky, bottom: 230)
    if light.isNight { stars(70, above: 130) }
    let orbX = between(50, 190)
    orb(light, orbX, between(48, 80), between(17, 25))
    if !light.isNight { clouds(2, light, from: 60, to: 110) }
    for row in 0..<3 {
      let depth = Double(row) / 2
      towers(
        from: 150 + depth * 22, spread: 50 - depth * 6, light.far.mixed(light.near, depth * 0.85),
        light, row)
    }
    ripples(below: 248, light, 0.3)
    shimmer(orbX, 250, light)
    fill(.box(0, 245, Self.width, 4), light.near)
    let windows = light.isNight || light.hour == .dusk ? ", its windows lit" : ""
    return "A city by the water \(light.words)\(windows)."
  }

  private mutating func towers(
    from level: Double, spread: Double, _ tint: Tint, _ light: Daylight, _ row: Int
  ) {
    var x = between(-14, 0)
    let lit = light.isNight || light.hour == .dusk
    while x < Self.width {
      let wide = Double(18 + 6 * random.below(4))
      let top = level + between(-spread, spread * 0.6)
      fill(
        .box(x, top, wide, 250 - top),
        .upright(
          tint.lighter(0.06), tint.mixed(light.sky[3], row == 0 ? 0.4 : 0.12), top: top, bottom: 250
        ))
      switch random.below(5) {
      case 0:
        fill(
          Outline(Point(x, top), Point(x + wide / 2, top - wide * 0.7), Point(x + wide, top)), tint)
      case 1: fill(.box(x + wide / 2 - 1, top - 24, 2, 24), tint)
      case 2: fill(.box(x + wide * 0.2, top - 8, wide * 0.6, 9), tint)
      case 3: fill(.ellipse(x + wide / 2, top, wide / 2, wide * 0.4), tint)
      default: break
      }
      var y = top + 7
      while row > 0, y < 236 {
        var column = x + 4
        while column < x + wide - 5 {
          let isLit = random.chance(lit ? 52 : 30)
          let pane =
            lit
            ? (isLit
              ? random.pick([Tint(0xFFE08A), Tint(0xFFC861), Tint(0xFFF2C4)]) : tint.darker(0.3))
            : light.sky[1].mixed(tint, isLit ? 0.2 : 0.5)
          fill(.box(column, y, 3, 5), pane, 0.95)
          column += 6
        }
        y += 10
      }
      x += wide + (random.chance(60) ? 0 : 2)
    }
  }

  mutating func train() -> String {
    let light = random.pick([Daylight.night, .dusk, .night, .frost, .gold])
    let lit = light.isNight || light.hour == .dusk
    canvas.sky(light.sky, bottom: 220)
    if light.isNight { stars(110, above: 190) }
    orb(light, between(150, 200), between(48, 84), between(15, 22))
    fill(land(160, rise: 24, wave: 80, rugged: 4), light.far)
    fill(land(196, rise: 10, wave: 60), light.far.mixed(light.near, 0.5))
    fill(.box(-4, 246, 248, 7), light.near.lighter(0.1))
    for pier in 0..<5 {
      let x = 12 + Double(pier) * 54
      fill(
        Outline(Point(x - 5, 250), Point(x + 5, 250), Point(x + 8, 320), Point(x - 8, 320)),
        light.near.lighter(0.06))
    }
    let paint = random.pick([Tint(0x1F4E79), Tint(0x7A2233), Tint(0x1E5B4A)])
    for wagon in 0..<3 { carriage(-60 + Double(wagon) * 84, lit ? paint.darker(0.25) : paint, lit) }
    engine(192, lit ? paint.darker(0.15) : paint, lit)
    fill(land(292, rise: 8, wave: 50), light.near)
    for _ in 0..<5 {
      fir(between(0, 240), between(300, 322), between(30, 56), light.near.lighter(0.03))
    }
    let kind = light.isNight ? "night train" : "train"
    return "A \(kind) on a viaduct \(light.words)\(lit ? ", its windows lit" : "")."
  }

  private mutating func carriage(_ x: Double, _ paint: Tint, _ lit: Bool) {
    fill(
      .round(x, 202, 80, 40, 6),
      .upright(paint.lighter(0.2), paint.darker(0.2), top: 200, bottom: 242))
    fill(.box(x, 226, 80, 3), Tint(0xF3D9A0))
    fill(.box(x - 5, 234, 92, 5), Tint(0x16161C))
    for pane in 0..<4 {
      let left = x + 7 + Double(pane) * 18
      if lit { canvas.glow(Point(left + 6, 215), 18, Tint(0xFFC45E), 0.4) }
      fill(.round(left, 208, 12, 14, 2), lit ? Tint(0xFFE7A3) : Tint(0xCFE3EC))
      if random.chance(34) {
        fill(.circle(left + 6, 216, 3) + .box(left + 3, 218, 6, 4), paint.darker(0.5))
      }
    }
    for wheel in [14.0, 28, 52, 66] { fill(.circle(x + wheel, 243, 5.5), Tint(0x16161C)) }
  }

  private mutating func engine(_ x: Double, _ paint: Tint, _ lit: Bool) {
    var nose = Outline(Point(x, 200))
    nose.line(Point(x + 16, 200))
    nose.curve(Point(x + 32, 202), Point(x + 40, 224), Point(x + 42, 242))
    nose.line(Point(x, 242))
    fill(nose, .upright(paint.lighter(0.25), paint.darker(0.2), top: 200, bottom: 242))
    fill(
      Outline(Point(x + 14, 205), Point(x + 22, 206), Point(x + 30, 220), Point(x + 14, 220)),
      lit ? Tint(0xFFE7A3) : Tint(0xCFE3EC))
    fill(
      Outline(Point(x, 226), Point(x + 37, 226), Point(x + 38, 229), Point(x, 229)), Tint(0xF3D9A0))
    if lit {
      fill(
        Outline(Point(x + 40, 235), Point(x + 90, 222), Point(x + 90, 256)), Tint(0xFFF1B8), 0.45)
    }
    fill(.circle(x + 38, 235, 3.4), Tint(0xFFF8D8))
    for wheel in [8.0, 26] { fill(.circle(x + wheel, 243, 5.5), Tint(0x16161C)) }
  }
}
