/// Portraits: shoulders, a head, hair and clothes.
struct PortraitScene: Scene {
  var canvas = PixelCanvas()
  var random: SeededRandom

  private static let skins = [0xF6D3B8, 0xE9B48F, 0xC98B62, 0x9C6240, 0x6B412B, 0xF1C6A0].map {
    Tint($0)
  }
  private static let hairs = [0x1B1417, 0x3A2418, 0x6E4023, 0xC98C3D, 0xB24A24, 0xD9D6D2].map {
    Tint($0)
  }
  private static let cloths = [
    0x2F6F8F, 0xC8553D, 0x3E7C59, 0xE0A526, 0x6B4E9B, 0x27344F, 0xB83B5E,
  ].map { Tint($0) }
  private static let walls: [(Tint, String)] = [
    (Tint(0xF4B860), "yellow"), (Tint(0x7FC4C0), "turquoise"), (Tint(0xF2A69B), "pink"),
    (Tint(0x88A9DA), "blue"),
    (Tint(0xB9CF8B), "green"), (Tint(0xE9DCC3), "cream"), (Tint(0xC3A6DB), "lilac"),
  ]
  /// Hair styles and hats, as in the description.
  private enum Style: String, CaseIterable {
    case short = "short hair", bob = "a bob", long = "long hair", bun = "a bun", curls = "curls"
    case bald = "no hair", scarf = "a headscarf", cap = "a woolly hat"
  }

  mutating func portrait() -> String {
    let (wall, color) = random.pick(PortraitScene.walls)
    canvas.sky([wall.lighter(0.2), wall, wall.darker(0.12)])
    if random.chance(55) {
      fill(.circle(120, 132, 104), wall.lighter(0.42))
    } else {
      let turn = between(0.02, 0.3)
      for ray in 0..<8 {
        let wedge = Outline(Point(120, 140), Point(80, -190), Point(160, -190))
        // Tangents of half of each eighth of a full turn; 1,000 is almost infinity, for half a
        // turn.
        let half = [0.0, 0.4142, 1, 2.4142, -0.4142, -1, -2.4142, 1_000][ray]
        fill(
          wedge.turned(about: Point(120, 140), half).turned(about: Point(120, 140), turn),
          wall.lighter(0.3))
      }
    }
    let skin = random.pick(PortraitScene.skins)
    let hair = random.pick(PortraitScene.hairs)
    let style = random.pick(Style.allCases)
    let cloth = random.pick(PortraitScene.cloths)
    hairBehind(style, hair, cloth)
    shoulders(cloth, skin)
    head(skin)
    let hasBeard = (style == .short || style == .bald || style == .cap) && random.chance(50)
    if hasBeard { beard(hair) }
    hairBefore(style, hair, cloth)
    face(skin, hair)
    let hasGlasses = random.chance(40)
    if hasGlasses { glasses() }
    let looks =
      [style.rawValue] + (hasBeard ? ["a beard"] : []) + (hasGlasses ? ["glasses"] : [])
    let list = looks.dropLast().joined(separator: ", ")
    let words = list.isEmpty ? looks[0] : "\(list) and \(looks[looks.count - 1])"
    return "A smiling face with \(words) before a \(color) wall."
  }

  private mutating func shoulders(_ cloth: Tint, _ skin: Tint) {
    var body = Outline(Point(20, 320))
    body.curve(Point(22, 262), Point(52, 244), Point(96, 236))
    body.line(Point(144, 236))
    body.curve(Point(188, 244), Point(218, 262), Point(220, 320))
    fill(body, .across(cloth.lighter(0.12), cloth.darker(0.25), left: 40, right: 210))
    if random.chance(40) {
      for stripe in 0..<4 {
        let y = 262 + Double(stripe) * 16
        fill(
          .box(26 - Double(stripe) * 2, y, 188 + Double(stripe) * 4, 6), cloth.lighter(0.6), 0.85)
      }
    }
    fill(.round(98, 196, 44, 58, 20), skin.darker(0.22))
    fill(.ellipse(120, 240, 25, 14), skin.darker(0.12))
    fill(
      .stroke(Outline.arc(Point(94, 238), Point(100, 262), Point(140, 262), Point(146, 238)), 8),
      cloth.darker(0.3))
  }

  private mutating func head(_ skin: Tint) {
    for side in [-1.0, 1] {
      fill(.ellipse(120 + side * 56, 148, 10, 15), skin.darker(0.14))
    }
    var head = Outline(Point(65, 128))
    head.curve(Point(63, 70), Point(177, 70), Point(175, 128))
    head.curve(Point(177, 182), Point(150, 216), Point(120, 216))
    head.curve(Point(90, 216), Point(63, 182), Point(65, 128))
    fill(head, .across(skin.lighter(0.1), skin.darker(0.12), left: 70, right: 180))
  }

  private mutating func face(_ skin: Tint, _ hair: Tint) {
    let iris = random.pick([Tint(0x3B2A20), Tint(0x3E6B8A), Tint(0x4C6B3A), Tint(0x241A18)])
    let brow = hair.mixed(Tint(0x1B1417), 0.35)
    for side in [-1.0, 1] {
      let x = 120 + side * 24
      fill(.ellipse(x, 142, 10, 7.5), Tint(0xFFFDF8))
      fill(.circle(x + 1, 142, 5.8), iris)
      fill(.circle(x + 3, 140, 1.8), Tint(0xFFFFFF))
      let arc = Outline.arc(
        Point(x - 14, 127), Point(x - 7, 120), Point(x + 7, 120), Point(x + 14, 127))
      fill(.stroke(arc, 4.4), brow)
      canvas.glow(Point(120 + side * 34, 168), 17, Tint(0xE8695B), 0.4)
    }
    fill(
      .stroke(Outline.arc(Point(121, 146), Point(126, 158), Point(130, 166), Point(116, 167)), 3),
      skin.darker(0.32))
    var smile = Outline(Point(98, 182))
    smile.curve(Point(108, 187), Point(132, 187), Point(142, 182))
    smile.curve(Point(138, 203), Point(102, 203), Point(98, 182))
    fill(smile, Tint(0x8C2F39))
    var teeth = Outline(Point(101, 183))
    teeth.curve(Point(110, 187), Point(130, 187), Point(139, 183))
    teeth.curve(Point(132, 193), Point(108, 193), Point(101, 183))
    fill(teeth, Tint(0xFFFDF6))
  }

  private mutating func beard(_ hair: Tint) {
    var beard = Outline(Point(65, 140))
    beard.curve(Point(62, 196), Point(88, 228), Point(120, 228))
    beard.curve(Point(152, 228), Point(178, 196), Point(175, 140))
    beard.curve(Point(168, 172), Point(150, 174), Point(120, 172))
    beard.curve(Point(90, 174), Point(72, 172), Point(65, 140))
    fill(beard, .across(hair.lighter(0.08), hair.darker(0.2), left: 66, right: 176))
  }

  private mutating func hairBehind(_ style: Style, _ hair: Tint, _ cloth: Tint) {
    switch style {
    case .long:
      fill(.round(48, 66, 144, 200, 66), hair.darker(0.25))
    case .bob: fill(.round(50, 66, 140, 138, 60), hair.darker(0.2))
    case .bun:
      fill(
        .circle(120, 58, 30), .round(hair.lighter(0.2), hair, center: Point(110, 46), radius: 40))
    case .curls:
      for place in 0..<13 {
        let lift = Double(place) - 6
        fill(
          .circle(120 + lift * 12, 84 + lift * lift * 2.6, 25),
          hair.darker(place % 2 == 0 ? 0.15 : 0.3))
      }
    case .scarf: fill(.round(48, 58, 144, 196, 70), cloth.darker(0.3).mixed(Tint(0xD8457B), 0.35))
    case .short, .bald, .cap: break
    }
  }

  private mutating func hairBefore(_ style: Style, _ hair: Tint, _ cloth: Tint) {
    let shading = Fill.across(hair.lighter(0.16), hair.darker(0.12), left: 60, right: 180)
    switch style {
    case .bald: fill(.ellipse(100, 98, 14, 7), Tint(0xFFFFFF), 0.25)
    case .cap:
      let wool = random.pick(PortraitScene.cloths)
      var cap = Outline(Point(60, 116))
      cap.curve(Point(58, 46), Point(182, 46), Point(180, 116))
      fill(cap, .across(wool.lighter(0.15), wool.darker(0.15), left: 60, right: 180))
      fill(.round(55, 100, 130, 22, 10), wool.lighter(0.35))
      fill(.circle(120, 56, 15), wool.lighter(0.5))
    case .scarf:
      let silk = cloth.mixed(Tint(0xD8457B), 0.35)
      var band = Outline(Point(60, 160))
      band.curve(Point(50, 40), Point(190, 40), Point(180, 160))
      band.curve(Point(172, 84), Point(68, 84), Point(60, 160))
      fill(band, .across(silk.lighter(0.2), silk.darker(0.1), left: 60, right: 180))
    case .bob, .long:
      var fringe = Outline(Point(60, 168))
      fringe.curve(Point(50, 40), Point(190, 40), Point(180, 168))
      fringe.curve(Point(176, 120), Point(168, 108), Point(150, 96))
      fringe.curve(Point(126, 120), Point(92, 120), Point(76, 114))
      fringe.curve(Point(68, 130), Point(66, 146), Point(60, 168))
      fill(fringe, shading)
    case .short, .bun, .curls:
      var crop = Outline(Point(61, 136))
      crop.curve(Point(48, 44), Point(192, 44), Point(179, 136))
      crop.curve(Point(176, 112), Point(170, 104), Point(158, 98))
      crop.curve(Point(130, 108), Point(110, 84), Point(86, 98))
      crop.curve(Point(74, 104), Point(66, 116), Point(61, 136))
      fill(crop, shading)
    }
  }

  private mutating func glasses() {
    let frame = random.pick([Tint(0x1C1B22), Tint(0x8A2B2B), Tint(0x2B4A6F)])
    for side in [-1.0, 1] {
      let x = 120 + side * 25
      fill(.circle(x, 142, 19), Tint(0xFFFFFF), 0.16)
      let ring = Outline.circle(x, 142, 20)
      fill(.stroke(ring.lines[0] + ring.lines[0].prefix(1), 3.6), frame)
      fill(.stroke([Point(x + side * 20, 140), Point(120 + side * 58, 134)], 3.4), frame)
    }
    fill(
      .stroke(Outline.arc(Point(114, 140), Point(117, 136), Point(123, 136), Point(126, 140)), 3.4),
      frame)
  }
}
