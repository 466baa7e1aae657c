/// A table with bread, tea, fruit or flowers.
struct TableScene: Scene {
  var canvas = PixelCanvas()
  var random: SeededRandom

  /// A wall with a ray of light, and a table in front of it.
  private mutating func table(_ edge: Double) {
    let (wall, wood) = random.pick([
      (Tint(0xBFD9D4), Tint(0xB07B4B)), (Tint(0xF3DDB8), Tint(0x8A5A3B)),
      (Tint(0x5C7F8E), Tint(0xC89361)),
      (Tint(0xEBC5B4), Tint(0x9A6A48)), (Tint(0x39506B), Tint(0xA9744F)),
      (Tint(0xD7DFC0), Tint(0x7A4F35)),
    ])
    canvas.sky([wall.lighter(0.22), wall, wall.darker(0.14)], bottom: edge)
    let x = between(20, 60)
    fill(
      Outline(Point(x, 0), Point(x + 60, 0), Point(x + 150, edge), Point(x + 66, edge)),
      Tint(0xFFFFFF), 0.16)
    fill(
      .box(0, edge, Self.width, Self.height - edge),
      .upright(wood.lighter(0.22), wood.darker(0.22), top: edge, bottom: 312))
    fill(.box(0, edge, Self.width, 3), wood.lighter(0.45))
  }

  private mutating func shadow(_ x: Double, _ y: Double, _ wide: Double) {
    fill(.ellipse(x, y, wide, wide * 0.16), Tint(0x1B0F0A), 0.28)
    fill(.ellipse(x, y, wide * 0.86, wide * 0.12), Tint(0x1B0F0A), 0.25)
  }

  mutating func bread() -> String {
    table(190)
    let isRound = random.chance(60)
    shadow(124, 254, 102)
    fill(
      .round(16, 236, 208, 20, 8), .upright(Tint(0xD9A86C), Tint(0x9B6A3C), top: 236, bottom: 256))
    let crust = Fill.round(Tint(0xF0B765), Tint(0x7A3E17), center: Point(96, 150), radius: 122)
    if isRound {
      var loaf = Outline(Point(30, 238))
      loaf.curve(Point(14, 178), Point(58, 116), Point(120, 116))
      loaf.curve(Point(182, 116), Point(226, 178), Point(210, 238))
      fill(loaf, crust)
      for cut in 0..<3 {
        let x = 82 + Double(cut) * 38
        slash(
          [
            Point(x - 14, 196 - Double(cut) * 2), Point(x - 18, 170), Point(x - 4, 150),
            Point(x + 12, 136),
          ], 11)
      }
    } else {
      var loaf = Outline(Point(12, 234))
      loaf.curve(Point(4, 190), Point(40, 168), Point(120, 164))
      loaf.curve(Point(200, 168), Point(236, 190), Point(228, 234))
      loaf.curve(Point(190, 244), Point(50, 244), Point(12, 234))
      fill(loaf, crust)
      for cut in 0..<5 {
        let x = 42 + Double(cut) * 38
        slash([Point(x - 12, 212), Point(x - 8, 196), Point(x + 6, 186), Point(x + 18, 180)], 9)
      }
    }
    for _ in 0..<3 {
      let x = between(60, 180)
      var steam = Outline.arc(Point(x, 104), Point(x - 26, 84), Point(x + 26, 66), Point(x, 40))
      if !isRound { steam = steam.map { Point($0.x, $0.y + 44) } }
      fill(.stroke(steam, 5), Tint(0xFFFFFF), 0.26)
    }
    for _ in 0..<12 {
      fill(.circle(between(20, 220), between(262, 290), between(0.8, 2)), Tint(0xF2C98B))
    }
    return "A \(isRound ? "round" : "long") loaf of bread, still warm, on a board."
  }

  private mutating func slash(_ points: [Point], _ width: Double) {
    let arc = Outline.arc(points[0], points[1], points[2], points[3])
    fill(.stroke(arc, width), Tint(0x8A4A1E))
    fill(.stroke(arc.map { Point($0.x + 1.5, $0.y + 1) }, width * 0.66), Tint(0xFFE3AE))
  }

  mutating func tea() -> String {
    table(196)
    let glaze = random.pick([
      Tint(0xE4572E), Tint(0x2E86AB), Tint(0xF6F1E4), Tint(0x3D8361), Tint(0xF2B134),
      Tint(0x6C4F8C),
    ])
    shadow(118, 268, 92)
    fill(
      .ellipse(116, 262, 86, 17),
      .across(glaze.lighter(0.35), glaze.darker(0.2), left: 40, right: 200))
    fill(.ellipse(116, 259, 56, 9), glaze.darker(0.3))
    let handle = Outline.arc(Point(164, 176), Point(214, 166), Point(212, 226), Point(156, 230))
    fill(.stroke(handle, 12), glaze.darker(0.22))
    fill(.stroke(handle.map { Point($0.x - 1, $0.y - 2) }, 6), glaze.lighter(0.15))
    var cup = Outline(Point(54, 158))
    cup.curve(Point(56, 220), Point(76, 258), Point(96, 260))
    cup.line(Point(136, 260))
    cup.curve(Point(156, 258), Point(176, 220), Point(178, 158))
    fill(cup, .across(glaze.lighter(0.28), glaze.darker(0.3), left: 60, right: 180))
    let dot = glaze.lighter(0.72)
    let isDotted = random.chance(50)
    for place in 0..<5 {
      let x = 76 + Double(place) * 20
      let sag = 6 - (Double(place) - 2) * (Double(place) - 2) * 1.5
      if isDotted {
        fill(.circle(x, 200 + sag, 6), dot)
      } else {
        fill(.box(x - 3, 182 + sag, 6, 40), dot, 0.9)
      }
    }
    fill(.ellipse(116, 158, 62, 15), glaze.lighter(0.5))
    fill(
      .ellipse(116, 160, 56, 11.5), .across(Tint(0x7C3A12), Tint(0xC07A2C), left: 60, right: 172))
    for x in [92.0, 118, 142] {
      let lift = between(-8, 8)
      let steam = Outline.arc(
        Point(x, 144), Point(x - 30, 116 + lift), Point(x + 30, 86 + lift), Point(x + 2, 48 + lift))
      fill(.stroke(steam, 7), Tint(0xFFFFFF), 0.34)
    }
    return "A steaming \(isDotted ? "dotted" : "striped") cup of tea on a wooden table."
  }

  mutating func fruit() -> String {
    table(200)
    shadow(120, 268, 92)
    let kinds: [(Tint, Tint, String)] = [
      (Tint(0xD7322B), Tint(0x7C1218), "apples"), (Tint(0xF6A21D), Tint(0xC1560B), "oranges"),
      (Tint(0xA7C83B), Tint(0x4F7E1C), "green apples"),
    ]
    let kind = random.pick(kinds)
    let leaf = Tint(0x3F7D3A)
    for (x, y, r) in [(84.0, 168.0, 33.0), (156, 168, 33), (120, 132, 34), (120, 176, 34)] {
      fill(
        .circle(x, y, r),
        .round(
          kind.0.lighter(0.25), kind.1, center: Point(x - r * 0.35, y - r * 0.4), radius: r * 1.7))
      fill(.ellipse(x - r * 0.36, y - r * 0.44, r * 0.2, r * 0.14), Tint(0xFFFFFF), 0.6)
      fill(.stroke([Point(x, y - r * 0.86), Point(x + 3, y - r * 1.18)], 3), Tint(0x4B2E1A))
      let tip = Point(x + 20, y - r * 1.22)
      fill(
        Outline(
          Outline.arc(
            Point(x + 3, y - r), Point(x + 6, y - r * 1.3), Point(x + 14, y - r * 1.36), tip)
            + Outline.arc(
              tip, Point(x + 16, y - r), Point(x + 8, y - r * 0.94), Point(x + 3, y - r))), leaf)
    }
    let bowl = random.pick([Tint(0x2F5D8A), Tint(0xF4EFE2), Tint(0x35706A), Tint(0x493B5C)])
    var body = Outline(Point(34, 188))
    body.curve(Point(40, 240), Point(78, 266), Point(120, 266))
    body.curve(Point(162, 266), Point(200, 240), Point(206, 188))
    fill(body, .across(bowl.lighter(0.3), bowl.darker(0.35), left: 40, right: 210))
    fill(.round(28, 182, 184, 11, 5.5), bowl.lighter(0.5))
    let band = Outline.arc(Point(42, 212), Point(80, 232), Point(160, 232), Point(198, 212))
    fill(.stroke(band, 5), bowl.lighter(0.7))
    return "A bowl of \(kind.2) on a table."
  }

  mutating func flowers() -> String {
    table(214)
    let petal = random.pick([
      Tint(0xF6C02C), Tint(0xE84A5F), Tint(0xFFFFFF), Tint(0x9B6BD3), Tint(0xF48FB1),
    ])
    let names = petal.red == 255 ? "daisies" : petal.blue < 60 ? "sunflowers" : "flowers"
    let stems: [(Double, Double, Double)] = [
      (120, 84, 34), (70, 112, 29), (172, 108, 30), (94, 52, 22), (150, 50, 23),
    ]
    for (x, y, _) in stems {
      fill(
        .stroke(Outline.arc(Point(120, 200), Point(120, 160), Point(x, 150), Point(x, y)), 4),
        Tint(0x3C7A41))
    }
    for side in [-1.0, 1] {
      let tip = Point(120 + side * 62, 150)
      fill(
        Outline(
          Outline.arc(
            Point(120, 190), Point(120 + side * 20, 150), Point(120 + side * 44, 138), tip)
            + Outline.arc(
              tip, Point(120 + side * 50, 170), Point(120 + side * 24, 186), Point(120, 190))),
        Tint(0x55A05A))
    }
    for (x, y, r) in stems { blossom(x, y, r, petal) }
    shadow(122, 282, 54)
    let clay = random.pick([Tint(0x2B6CA3), Tint(0xD0673F), Tint(0xF3ECDB), Tint(0x3B7A73)])
    var vase = Outline(Point(96, 178))
    vase.curve(Point(104, 206), Point(70, 214), Point(70, 246))
    vase.curve(Point(70, 272), Point(92, 284), Point(120, 284))
    vase.curve(Point(148, 284), Point(170, 272), Point(170, 246))
    vase.curve(Point(170, 214), Point(136, 206), Point(144, 178))
    fill(vase, .across(clay.lighter(0.35), clay.darker(0.35), left: 74, right: 172))
    fill(.round(91, 173, 58, 9, 4.5), clay.lighter(0.4))
    fill(
      .stroke(Outline.arc(Point(73, 238), Point(100, 250), Point(140, 250), Point(167, 238)), 6),
      clay.lighter(0.75))
    return "A vase of \(names) on a table."
  }
}
