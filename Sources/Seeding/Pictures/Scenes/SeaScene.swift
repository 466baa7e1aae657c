/// The sea: a sailing boat, a lighthouse.
struct SeaScene: Scene {
  var canvas = PixelCanvas()
  var random: SeededRandom

  mutating func sail() -> String {
    let light = random.pick([Daylight.dawn, .noon, .gold, .dusk, .night])
    let horizon = between(165, 190)
    canvas.sky(light.sky, bottom: horizon)
    if light.isNight { stars(90, above: horizon) }
    let orbX = between(50, 190)
    let low = light.hour == .dusk || light.hour == .dawn
    orb(light, orbX, low ? horizon - 12 : between(52, 90), between(20, 27))
    clouds(2, light, from: 36, to: 90)
    if random.chance(55) {
      fill(land(horizon - 8, rise: 11, wave: 60), light.far)
    }
    fill(
      .box(0, horizon, Self.width, Self.height - horizon),
      .upright(
        light.water.mixed(light.sky[3], 0.55), light.water.darker(0.25), top: horizon,
        bottom: Self.height))
    shimmer(orbX, horizon, light)
    let x = orbX < 120 ? between(150, 185) : between(55, 90)
    boat(x, horizon + between(48, 70), between(64, 84), light)
    for _ in 0..<random.below(4) {
      gull(between(30, 210), between(40, 130), between(6, 11), light.near)
    }
    let orb = low ? ", the sun touching the horizon" : light.isNight ? " under the moon" : ""
    return "A sailing boat on a calm sea \(light.words)\(orb)."
  }

  private mutating func gull(_ x: Double, _ y: Double, _ size: Double, _ tint: Tint) {
    let left = Outline.arc(
      Point(x - size, y - size * 0.25), Point(x - size * 0.7, y - size * 0.7),
      Point(x - size * 0.2, y - size * 0.4), Point(x, y))
    let right = Outline.arc(
      Point(x, y), Point(x + size * 0.2, y - size * 0.4), Point(x + size * 0.7, y - size * 0.7),
      Point(x + size, y - size * 0.25))
    fill(.stroke(left + right, size * 0.2), tint)
  }

  private mutating func boat(_ x: Double, _ line: Double, _ size: Double, _ light: Daylight) {
    let hull = random.pick([Tint(0xB8322F), Tint(0x1F3E5A), Tint(0x5A3A28), Tint(0xE8E2D0)])
    let cloth = light.isNight ? Tint(0xE6E9F2) : Tint(0xFFFBF0)
    let mast = line - size * 1.5
    fill(.ellipse(x, line + size * 0.2, size * 0.62, size * 0.08), light.water.darker(0.5), 0.6)
    var main = Outline(Point(x + 2, mast + 4))
    main.curve(
      Point(x + size * 0.4, mast + size * 0.5), Point(x + size * 0.55, line - size * 0.5),
      Point(x + size * 0.52, line - size * 0.14))
    main.line(Point(x + 2, line - size * 0.14))
    fill(main, .across(cloth, cloth.darker(0.22), left: x, right: x + size * 0.6))
    var jib = Outline(Point(x - 3, mast + size * 0.2))
    jib.curve(
      Point(x - size * 0.18, mast + size * 0.6), Point(x - size * 0.34, line - size * 0.5),
      Point(x - size * 0.48, line - size * 0.16))
    jib.line(Point(x - 3, line - size * 0.16))
    fill(
      jib,
      .across(
        random.chance(50) ? Tint(0xE2603C) : cloth.darker(0.12), cloth, left: x - size * 0.5,
        right: x
      ))
    fill(.box(x - 1.2, mast, 2.6, line - mast), light.near)
    var body = Outline(
      Point(x - size * 0.6, line - size * 0.1), Point(x + size * 0.62, line - size * 0.1))
    body.curve(
      Point(x + size * 0.52, line + size * 0.08), Point(x + size * 0.4, line + size * 0.16),
      Point(x + size * 0.3, line + size * 0.16))
    body.line(Point(x - size * 0.34, line + size * 0.16))
    fill(
      body,
      .upright(
        hull.lighter(0.15), hull.darker(0.3), top: line - size * 0.1, bottom: line + size * 0.16))
    fill(.box(x - size * 0.58, line - size * 0.1, size * 1.19, size * 0.035), Tint(0xFFF8E8))
  }

  mutating func lighthouse() -> String {
    let light = random.pick([Daylight.night, .dusk, .noon, .dawn, .night])
    let dark = light.isNight || light.hour == .dusk
    canvas.sky(light.sky, bottom: 210)
    if light.isNight { stars(100, above: 180) }
    let x = random.chance(50) ? between(70, 92) : between(148, 170)
    if !dark { orb(light, 240 - x, between(50, 80), 17); clouds(2, light, from: 60, to: 130) }
    fill(
      .box(0, 206, Self.width, 110),
      .upright(light.water.mixed(light.sky[3], 0.5), light.water.darker(0.3), top: 206, bottom: 312)
    )
    waves(216, light)
    let lamp = Point(x, 74)
    if dark {
      for (end, spread) in [(-60.0, 40.0), (300, 46)] {
        let far = Point(end, end < 0 ? 30 : 112)
        fill(
          Outline(lamp, Point(far.x, far.y - spread), Point(far.x, far.y + spread)),
          .round(Tint(0xFFF3B8), light.sky[1], center: lamp, radius: 230), 0.5)
      }
    }
    rock(x, light)
    tower(x, light)
    canvas.glow(lamp, dark ? 58 : 20, Tint(0xFFE9A0), 0.8)
    fill(.circle(lamp.x, lamp.y, 6.5), Tint(0xFFFBE2))
    return
      "A striped lighthouse on a rock \(light.words)\(dark ? ", its beam over the water" : "")."
  }

  private mutating func waves(_ top: Double, _ light: Daylight) {
    var y = top
    while y < Self.height {
      let wide = 12 + (y - top) * 0.3
      let x = between(0, 240)
      fill(.round(x - wide, y, wide * 2, 1.6 + (y - top) * 0.012, 0.8), light.sky[3], 0.4)
      y += between(3, 6)
    }
  }

  private mutating func rock(_ x: Double, _ light: Daylight) {
    let stone = light.near.mixed(light.far, 0.3)
    let side = x < 120 ? -1.0 : 1
    func at(_ dx: Double, _ y: Double) -> Point { Point(x - side * dx, y) }
    fill(
      Outline(
        at(-150, 206), at(-60, 212), at(-30, 222), at(34, 222), at(52, 240), at(74, 254),
        at(84, 284), at(112, 318), at(-170, 318)),
      .upright(stone.lighter(0.16), light.near, top: 210, bottom: 312))
    fill(
      Outline(
        at(-150, 206), at(-60, 212), at(-30, 222), at(34, 222), at(10, 234), at(-80, 232),
        at(-150, 226)), light.isNight ? stone.lighter(0.12) : Tint(0x6E8F4E).mixed(stone, 0.35))
  }

  private mutating func tower(_ x: Double, _ light: Daylight) {
    let (top, foot) = (92.0, 224.0)
    let red = Tint(0xC6322E)
    func half(_ y: Double) -> Double { 13 + (y - top) / (foot - top) * 10 }
    for band in 0..<5 {
      let (upper, lower) = (top + Double(band) * 26.4, top + Double(band + 1) * 26.4)
      let tint = band % 2 == 0 ? Tint(0xFBF5E6) : red
      let base = light.isNight ? tint.darker(0.3) : tint
      fill(
        Outline(
          Point(x - half(upper), upper), Point(x + half(upper), upper),
          Point(x + half(lower), lower), Point(x - half(lower), lower)),
        .across(base, base.darker(0.42), left: x - 12, right: x + 22))
    }
    fill(.round(x - 5, foot - 26, 10, 26, 4), Tint(0x3A2A26))
    fill(.box(x - 19, top - 5, 38, 6), Tint(0x23262E))
    fill(.box(x - 11, top - 28, 22, 23), Tint(0x35405A))
    fill(
      Outline(Point(x - 15, top - 28), Point(x, top - 46), Point(x + 15, top - 28)), red.darker(0.1)
    )
    fill(.circle(x, top - 47, 2.5), Tint(0x23262E))
    let house = x < 120 ? x + 44 : x - 44
    cottage(house, 226, 40, Tint(0xF4EBD9).darker(light.isNight ? 0.4 : 0), red.darker(0.2))
  }
}
