/// A door, a bicycle, an umbrella, and meteors above a hill.
struct StreetScene: Scene {
  var canvas = PixelCanvas()
  var random: SeededRandom

  mutating func door() -> String {
    let (wall, ground) = random.pick([
      (Tint(0xE9D8B8), Tint(0xA89B88)), (Tint(0xC96F4A), Tint(0x8E857C)),
      (Tint(0xF3EFE6), Tint(0xB3A793)), (Tint(0x9DB8C4), Tint(0x7D7F88)),
      (Tint(0xE7B7A3), Tint(0x94877B)),
    ])
    canvas.sky([wall.lighter(0.12), wall, wall.darker(0.08)])
    for row in 0..<14 {
      var x = row % 2 == 0 ? -8.0 : -26
      while x < Self.width {
        if random.chance(26) {
          fill(.round(x, Double(row) * 20, 32, 16, 2), wall.darker(0.14), 0.7)
        }
        x += 36
      }
    }
    fill(.box(0, 276, 240, 36), .upright(ground, ground.darker(0.25), top: 276, bottom: 312))
    let (paint, color) = random.pick([
      (Tint(0x1F6E5A), "green"), (Tint(0x23518C), "blue"), (Tint(0xB02A30), "red"),
      (Tint(0xE0A41B), "yellow"), (Tint(0x5B3A7E), "purple"), (Tint(0x20303C), "black"),
    ])
    let isArched = random.chance(45)
    fill(.round(54, isArched ? 26 : 44, 132, 260, isArched ? 64 : 4), Tint(0xFBF6EA))
    fill(.box(54, 200, 132, 78), Tint(0xFBF6EA))
    fill(
      .round(66, isArched ? 38 : 56, 108, 240, isArched ? 53 : 3) + .box(66, 200, 108, 76),
      .across(paint.lighter(0.1), paint.darker(0.2), left: 66, right: 174))
    fill(isArched ? .round(78, 50, 84, 60, 40) : .round(78, 66, 84, 40, 3), Tint(0xFFE9AE))
    fill(.box(118, 48, 4, 62), paint.darker(0.1))
    for (x, y, high) in [(78.0, 122.0, 62.0), (124, 122, 62), (78, 206, 56), (124, 206, 56)] {
      fill(.round(x, y, 38, high, 3), paint.darker(0.38))
      fill(.round(x + 3, y + 3, 35, high - 3, 3), paint.lighter(0.08))
    }
    fill(.round(100, 188, 40, 9, 2), Tint(0xE9C66B))
    fill(.circle(164, 200, 5), Tint(0xF3D67F))
    fill(.box(40, 276, 160, 12), Tint(0xD9CFBD))
    fill(.box(26, 288, 188, 14), Tint(0xC3B8A4))
    pot(26)
    if random.chance(60) { pot(214) }
    let frame = isArched ? "under an arch" : "in a white frame"
    return "A \(color) door \(frame), with a letterbox and flowers in a pot."
  }

  private mutating func pot(_ x: Double) {
    let leaf = Tint(0x3F8A4B)
    for (dx, dy, r) in [(0.0, 0.0, 20.0), (-12, 10, 14), (12, 10, 14), (0, -18, 15)] {
      fill(.circle(x + dx, 236 + dy, r), leaf.mixed(Tint(0x1D4A2B), dy < 0 ? 0 : 0.25))
    }
    let bloom = random.pick([Tint(0xF25C66), Tint(0xFFD24D), Tint(0xF7F3FF), Tint(0xF39AC0)])
    for _ in 0..<9 { fill(.circle(x + between(-17, 17), 232 + between(-22, 16), 3.6), bloom) }
    fill(
      Outline(Point(x - 18, 256), Point(x + 18, 256), Point(x + 13, 290), Point(x - 13, 290)),
      .across(Tint(0xD98556), Tint(0x94492A), left: x - 16, right: x + 16))
    fill(.box(x - 20, 253, 40, 7), Tint(0xE29A6C))
  }

  mutating func bicycle() -> String {
    let light = random.pick([Daylight.gold, .dusk, .dawn, .noon])
    canvas.sky(light.sky, bottom: 220)
    orb(light, between(90, 150), between(74, 110), between(26, 36))
    clouds(2, light, from: 40, to: 90)
    fill(land(206, rise: 14, wave: 90), light.far)
    fill(
      land(262, rise: 3, wave: 120, rugged: 1),
      .upright(light.near.mixed(light.far, 0.3), light.near, top: 262, bottom: 312))
    let paint = random.pick([Tint(0xD7263D), Tint(0x0F7173), Tint(0xF2A104), Tint(0x1B3B6F)])
    frame(paint)
    fill(
      .round(166, 152, 38, 26, 5), .upright(Tint(0xC99A5B), Tint(0x8A5F31), top: 150, bottom: 178))
    let hasBread = random.chance(50)
    if hasBread {
      for x in [176.0, 190] {
        fill(.stroke([Point(x - 3, 154), Point(x + 6, 118)], 8), Tint(0xE3A857))
      }
    } else {
      for (x, tint) in [(174.0, 0xF25C66), (185, 0xFFD24D), (196, 0xFFFFFF)] {
        fill(.circle(x, 149, 8), Tint(UInt32(tint)))
      }
    }
    return "A bicycle with a basket of \(hasBread ? "bread" : "flowers") \(light.words)."
  }

  private mutating func frame(_ paint: Tint) {
    let ink = Tint(0x14121A)
    let (rear, front, crank) = (Point(66, 220), Point(178, 220), Point(112, 222))
    for hub in [rear, front] { wheel(hub, ink) }
    let (seat, head) = (Point(98, 152), Point(162, 150))
    for tube in [
      [rear, crank], [rear, seat.toward(crank, 0.12)], [seat, crank],
      [seat.toward(crank, 0.14), head], [crank, head.toward(front, 0.14)], [head, front],
    ] {
      fill(.stroke(tube, 6), paint)
    }
    fill(.stroke([seat, Point(95, 140)], 4), ink)
    fill(.stroke([Point(82, 138), Point(110, 138)], 8), ink)
    fill(
      .stroke(
        [head, Point(158, 134)]
          + Outline.arc(Point(158, 134), Point(168, 126), Point(184, 126), Point(180, 142)), 5), ink
    )
    fill(.circle(crank.x, crank.y, 11), ink)
    fill(.circle(crank.x, crank.y, 6), paint.lighter(0.4))
    fill(.stroke([Point(104, 206), crank, Point(120, 240)], 4), ink)
    fill(
      .stroke([Point(98, 206), Point(110, 206)], 4)
        + .stroke([Point(114, 240), Point(127, 240)], 4), ink)
  }

  private mutating func wheel(_ hub: Point, _ ink: Tint) {
    let tyre = Outline.circle(hub.x, hub.y, 42)
    fill(.stroke(tyre.lines[0] + tyre.lines[0].prefix(1), 5), ink)
    for half in [0.0, 0.1989, 0.4142, 0.6682, 1, -0.1989, -0.4142, -0.6682] {
      fill(
        Outline.stroke([Point(hub.x, hub.y - 40), Point(hub.x, hub.y + 40)], 0.9).turned(
          about: hub, half), ink, 0.7)
    }
    fill(.circle(hub.x, hub.y, 5), ink)
  }

  mutating func umbrella() -> String {
    let (grey, cloth) = random.pick([
      (Tint(0x8FA3B3), Tint(0xD7263D)), (Tint(0x6F8296), Tint(0xF2B705)),
      (Tint(0xA9B4BC), Tint(0x1B6CA8)), (Tint(0x77708C), Tint(0xF26B8A)),
    ])
    canvas.sky([grey.darker(0.3), grey, grey.lighter(0.35)])
    for _ in 0..<60 {
      let (x, y) = (between(-10, 250), between(-10, 300))
      fill(.stroke([Point(x, y), Point(x - 5, y + 16)], 1.4), Tint(0xF3F8FF), 0.5)
    }
    fill(.box(0, 284, 240, 28), grey.darker(0.45))
    for _ in 0..<4 {
      fill(
        .ellipse(between(10, 230), between(290, 306), between(16, 30), 3), grey.lighter(0.4), 0.6)
    }
    fill(
      .stroke(
        [Point(120, 60), Point(120, 246)]
          + Outline.arc(Point(120, 246), Point(120, 276), Point(152, 276), Point(150, 248)), 7),
      Tint(0x3A2418))
    fill(.stroke([Point(120, 46), Point(120, 70)], 5), Tint(0x3A2418))
    canopy(cloth)
    return "An open umbrella in the rain."
  }

  private mutating func canopy(_ cloth: Tint) {
    let foot = 168.0
    var dome = Outline(Point(14, foot))
    dome.curve(Point(18, 92), Point(66, 58), Point(120, 58))
    dome.curve(Point(174, 58), Point(222, 92), Point(226, foot))
    for place in (0..<4).reversed() {
      let right = 14 + Double(place + 1) * 53
      dome.curve(Point(right - 6, foot - 19), Point(right - 47, foot - 19), Point(right - 53, foot))
    }
    fill(dome, .across(cloth.lighter(0.2), cloth.darker(0.3), left: 20, right: 226))
    for (place, x) in [67.0, 120, 173].enumerated() {
      let pull = [66.0, 120, 174][place]
      fill(
        .stroke(Outline.arc(Point(120, 59), Point(pull, 70), Point(x, 120), Point(x, foot)), 2.4),
        cloth.darker(0.45))
    }
    fill(
      Outline(
        [Point(120, 59)]
          + Outline.arc(Point(120, 59), Point(66, 70), Point(67, 120), Point(67, foot))
          + Outline.arc(
            Point(67, foot), Point(73, foot - 19), Point(114, foot - 19), Point(120, foot))),
      Tint(0xFFFFFF), 0.16)
  }

  mutating func meteors() -> String {
    let light = Daylight.night
    let glow = random.pick([Tint(0x3C619C), Tint(0x5B3C8C), Tint(0x2B7A78), Tint(0x8C4A5A)])
    canvas.sky(
      [
        light.sky[0], light.sky[1].mixed(glow, 0.15), glow.mixed(light.sky[2], 0.4),
        glow.lighter(0.15),
      ], bottom: 260)
    for place in 0..<9 {
      let along = Double(place) / 8
      canvas.glow(
        Point(20 + along * 200, 190 - along * 170 + between(-12, 12)), between(36, 60),
        Tint(0xBFD0FF), 0.13)
    }
    stars(200, above: 250)
    let count = 3 + random.below(4)
    for _ in 0..<count {
      let (x, y, long) = (between(60, 230), between(14, 120), between(40, 74))
      let tail = Point(x - long, y + long * 0.6)
      fill(
        Outline(Point(x, y), Point(tail.x + 1.6, tail.y + 1.2), Point(tail.x - 1, tail.y - 1.4)),
        .round(Tint(0xFFFFFF), Tint(0xA8BEF0), center: tail, radius: long * 1.1), 0.9)
      canvas.glow(tail, 9, Tint(0xFFFFFF), 0.9)
      fill(.circle(tail.x, tail.y, 1.9), Tint(0xFFFFFF))
    }
    fill(land(252, rise: 12, wave: 80), light.near.lighter(0.03))
    let x = between(70, 160)
    for foot in [-18.0, 0, 18] {
      fill(.stroke([Point(x, 236), Point(x + foot, 276)], 3.4), light.near.lighter(0.02))
    }
    fill(Outline.round(x - 46, 222, 84, 17, 5).turned(about: Point(x, 232), 0.24), Tint(0x1A2138))
    fill(Outline.round(x - 50, 220, 14, 21, 3).turned(about: Point(x, 232), 0.24), Tint(0x39456B))
    fill(land(282, rise: 5, wave: 60), Tint(0x03050E))
    return
      "\(Self.number(count, "shooting star", "shooting stars")) over a hill with a telescope."
  }
}
