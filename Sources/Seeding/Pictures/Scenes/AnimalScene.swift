/// Animals: a cat on a windowsill, a frog in a pond, bees at a flower.
struct AnimalScene: Scene {
  var canvas = PixelCanvas()
  var random: SeededRandom

  mutating func cat() -> String {
    let light = random.pick([Daylight.gold, .noon, .dusk, .night, .frost])
    canvas.sky(light.sky, bottom: 230)
    if light.isNight { stars(60, above: 200) }
    orb(light, between(60, 180), between(50, 84), between(18, 25))
    fill(land(196, rise: 14, wave: 70), light.far)
    let frame = light.isNight ? Tint(0x5A6079) : Tint(0xFFFAF0)
    fill(.box(117, 0, 6, 246), frame)
    fill(.box(0, 92, 240, 6), frame)
    fill(.box(0, 0, 12, 250) + .box(228, 0, 12, 250), frame.darker(0.12))
    fill(.box(0, 246, 240, 16), frame)
    fill(
      .box(0, 262, 240, 50), .upright(frame.darker(0.4), frame.darker(0.55), top: 262, bottom: 312))
    let (fur, name) = random.pick([
      (Tint(0x17151C), "black"), (Tint(0xD9782D), "ginger"), (Tint(0x73757F), "grey"),
      (Tint(0xF1EAE0), "white"),
    ])
    let dark = fur.darker(0.35)
    let tail = Outline.arc(Point(150, 240), Point(214, 246), Point(206, 286), Point(176, 290))
    fill(.stroke(tail, 13), fur)
    var body = Outline(Point(78, 250))
    body.curve(Point(70, 200), Point(92, 160), Point(120, 158))
    body.curve(Point(148, 160), Point(170, 200), Point(162, 250))
    fill(body, .across(fur.lighter(0.12), dark, left: 78, right: 168))
    catHead(fur, dark)
    for side in [-1.0, 1] {
      fill(.ellipse(120 + side * 16, 246, 13, 9), fur.lighter(0.12))
    }
    if fur.red > 100, fur.red < 230 {
      for stripe in 0..<3 {
        let y = 186 + Double(stripe) * 17
        fill(.stroke([Point(146, y), Point(160, y + 5)], 4), dark)
        fill(.stroke([Point(94, y), Point(80, y + 5)], 4), dark)
      }
    }
    return "A \(name) cat on a windowsill \(light.words)."
  }

  private mutating func catHead(_ fur: Tint, _ dark: Tint) {
    for side in [-1.0, 1] {
      func at(_ x: Double, _ y: Double) -> Point { Point(120 + side * x, y) }
      fill(Outline(at(14, 100), at(42, 68), at(46, 124)), fur)
      fill(Outline(at(22, 100), at(38, 82), at(40, 114)), Tint(0xE9A0A0).mixed(fur, 0.35))
    }
    fill(
      .ellipse(120, 132, 47, 40),
      .across(fur.lighter(0.14), dark.mixed(fur, 0.5), left: 76, right: 168))
    let pale = fur.lighter(0.35)
    for side in [-1.0, 1] { fill(.ellipse(120 + side * 11, 147, 14, 11), pale) }
    for side in [-1.0, 1] {
      let x = 120 + side * 20
      fill(.ellipse(x, 126, 10, 10.5), Tint(0xF2D64B))
      fill(
        .ellipse(x, 126, 10, 10.5), .upright(Tint(0x8FBF3F), Tint(0xF6E27A), top: 116, bottom: 136))
      fill(.ellipse(x, 126, 3.6, 9), Tint(0x0D0B10))
      fill(.circle(x + 3, 122, 2.2), Tint(0xFFFFFF))
      for whisker in [-1.0, 0, 1] {
        fill(
          .stroke(
            [Point(120 + side * 22, 148 + whisker * 3), Point(120 + side * 62, 146 + whisker * 9)],
            1.1), pale.lighter(0.4), 0.9)
      }
    }
    fill(Outline(Point(113, 138), Point(127, 138), Point(120, 146)), Tint(0xD9737B))
    fill(
      .stroke(
        Outline.arc(Point(109, 152), Point(112, 157), Point(119, 156), Point(120, 147))
          + Outline.arc(Point(120, 147), Point(121, 156), Point(128, 157), Point(131, 152)), 2),
      dark.darker(0.4))
  }

  mutating func frog() -> String {
    let deep = random.pick([Tint(0x1C5D63), Tint(0x234E70), Tint(0x2B5A45)])
    canvas.sky([deep.lighter(0.45), deep, deep.darker(0.4)])
    for _ in 0..<7 { pad(between(10, 230), between(30, 120), between(14, 28), Tint(0x5E9C48)) }
    for ring in 0..<4 {
      let size = 132 - Double(ring) * 12
      let line = Outline.ellipse(120, 238, size, size * 0.4)
      fill(.stroke(line.lines[0] + line.lines[0].prefix(1), 1.6), Tint(0xFFFFFF), 0.2)
    }
    pad(120, 244, 100, Tint(0x4C8C3F))
    let skin = random.pick([Tint(0x8CC63F), Tint(0x5DBB63), Tint(0xC2C93B)])
    frogBody(skin)
    for (x, y) in [(52.0, 60.0), (196.0, 92.0)] where random.chance(75) { lily(x, y, 20) }
    return "A frog on a lily pad in a pond."
  }

  private mutating func pad(_ x: Double, _ y: Double, _ size: Double, _ leaf: Tint) {
    fill(.ellipse(x, y + size * 0.06, size, size * 0.4), Tint(0x08181C), 0.35)
    fill(
      .ellipse(x, y, size, size * 0.38),
      .across(leaf.lighter(0.2), leaf.darker(0.2), left: x - size, right: x + size))
    fill(
      Outline(
        Point(x, y), Point(x + size * 0.9, y - size * 0.3),
        Point(x + size * 1.05, y - size * 0.08)),
      Tint(0x205860))
  }

  private mutating func lily(_ x: Double, _ y: Double, _ size: Double) {
    for (half, tint) in [
      (-0.6682, 0xF7B7CF), (0.6682, 0xF7B7CF), (-0.3033, 0xFBD3E1), (0.3033, 0xFBD3E1),
      (0, 0xFFF0F5),
    ] {
      fill(
        Outline.ellipse(x, y - size * 0.55, size * 0.28, size * 0.6).turned(
          about: Point(x, y), half), Tint(UInt32(tint)))
    }
    fill(.circle(x, y - 3, 4), Tint(0xF6C945))
  }

  private mutating func frogBody(_ skin: Tint) {
    let shading = Fill.upright(skin.lighter(0.2), skin.darker(0.3), top: 120, bottom: 260)
    for side in [-1.0, 1] {
      fill(.ellipse(120 + side * 62, 222, 30, 22), skin.darker(0.22))
      fill(.ellipse(120 + side * 66, 244, 30, 8), skin.darker(0.1))
    }
    fill(.ellipse(120, 208, 60, 46), shading)
    fill(.ellipse(120, 222, 40, 30), skin.lighter(0.6))
    for side in [-1.0, 1] { fill(.ellipse(120 + side * 24, 250, 17, 8), skin.lighter(0.1)) }
    fill(.ellipse(120, 160, 68, 42), shading)
    for side in [-1.0, 1] {
      let x = 120 + side * 38
      fill(.circle(x, 122, 23), shading)
      fill(.circle(x, 121, 17), Tint(0xFFFDF2))
      fill(.ellipse(x, 122, 11, 10), Tint(0x15131A))
      fill(.circle(x + 4, 117, 4), Tint(0xFFFFFF))
      fill(.ellipse(120 + side * 46, 170, 9, 6), Tint(0xF08A6C), 0.55)
      fill(.circle(120 + side * 7, 152, 2), skin.darker(0.55))
    }
    fill(
      .stroke(Outline.arc(Point(70, 164), Point(92, 190), Point(148, 190), Point(170, 164)), 4),
      skin.darker(0.6))
  }

  mutating func bees() -> String {
    let sky = random.pick([Tint(0x8FD0E8), Tint(0xFBE3A1), Tint(0xBFE3C0), Tint(0xF7C9B6)])
    canvas.sky([sky.lighter(0.25), sky, sky.lighter(0.4)])
    fill(land(270, rise: 8, wave: 80), Tint(0x5E9E4F))
    let petal = random.pick([Tint(0xF6B91C), Tint(0xE84A5F), Tint(0xFFFDF8), Tint(0x8E5CC9)])
    let x = between(84, 110)
    fill(
      .stroke(Outline.arc(Point(120, 316), Point(124, 270), Point(x, 250), Point(x, 190)), 9),
      Tint(0x3E7F3C))
    let tip = Point(190, 236)
    fill(
      Outline(
        Outline.arc(Point(118, 282), Point(136, 244), Point(160, 232), tip)
          + Outline.arc(tip, Point(176, 270), Point(146, 284), Point(118, 282))), Tint(0x4E9A4B))
    blossom(x, 184, 84, petal)
    let count = 1 + random.below(3)
    let places = [Point(168, 72), Point(52, 58), Point(204, 150)]
    for place in places.prefix(count) {
      bee(place, place.x > 120 ? -1 : 1, place.y < 65 ? 0.72 : 1)
    }
    return "\(Self.number(count, "bee", "bees")) at a large flower."
  }

  private mutating func bee(_ at: Point, _ side: Double, _ size: Double) {
    func place(_ x: Double, _ y: Double) -> Point { Point(at.x + side * x * size, at.y + y * size) }
    for (x, turn) in [(-6.0, -0.28), (7, 0.2)] {
      let wing = place(x, -24)
      fill(
        Outline.ellipse(wing.x, wing.y, 11 * size, 19 * size).turned(
          about: place(0, -8), turn * side), Tint(0xFFFFFF), 0.8)
    }
    let body = Outline.ellipse(at.x, at.y, 32 * size, 20 * size)
    fill(
      body,
      .upright(Tint(0xFFD34D), Tint(0xE09A12), top: at.y - 18 * size, bottom: at.y + 20 * size))
    for x in [-17.0, -3, 11] {
      let half = (x == -17 ? 16.5 : x == -3 ? 19.8 : 18.6) * size
      let middle = place(x, 0)
      fill(.round(middle.x - 4 * size, at.y - half, 8 * size, half * 2, 4 * size), Tint(0x2A1B12))
    }
    let head = place(29, 0)
    fill(.circle(head.x, head.y, 12 * size), Tint(0x2A1B12))
    fill(.circle(place(33, -3).x, place(0, -3).y, 3.4 * size), Tint(0xFFFFFF))
    for dx in [30.0, 38] {
      fill(.stroke([place(31, -9), place(dx, -22)], 2 * size), Tint(0x2A1B12))
    }
  }
}
