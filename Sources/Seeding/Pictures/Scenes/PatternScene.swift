/// Patterns: ribbons, waves, tiles, circles, a quilt.
struct PatternScene: Scene {
  var canvas = PixelCanvas()
  var random: SeededRandom

  private static let schemes = [
    [0x1D3557, 0xE63946, 0xF1FAEE, 0xA8DADC, 0x457B9D],
    [0x264653, 0xE9C46A, 0xF4A261, 0xE76F51, 0x2A9D8F],
    [0x3D348B, 0xF7B801, 0xF18701, 0xF35B04, 0xF8F1E5],
    [0x0B3948, 0xD0CCD0, 0xF3B391, 0xC44536, 0x772E25],
    [0x2D3047, 0x93B7BE, 0xFFFD98, 0xE0CA3C, 0xA799B7],
    [0x132A13, 0x90A955, 0xECF39E, 0xF4F1DE, 0x4F772D],
    [0x22223B, 0xF2E9E4, 0xC9ADA7, 0x9A8C98, 0xE07A5F],
  ].map { $0.map { Tint(UInt32($0)) } }

  /// Quarter rings that join into ribbons, however each tile is turned.
  mutating func ribbons() -> String {
    let scheme = random.pick(PatternScene.schemes)
    let size = random.pick([40.0, 60, 48])
    cover(scheme[0])
    let isDouble = random.chance(50)
    var y = 0.0
    while y < Self.height {
      var x = 0.0
      while x < Self.width {
        let isTurned = random.chance(50)
        let corners =
          isTurned
          ? [Point(x + size, y), Point(x, y + size)] : [Point(x, y), Point(x + size, y + size)]
        for corner in corners {
          quarter(corner, Point(x + size / 2, y + size / 2), size, scheme, isDouble)
        }
        x += size
      }
      y += size
    }
    return "Ribbons that wind through one another, in quarter circles."
  }

  private mutating func quarter(
    _ corner: Point, _ middle: Point, _ size: Double, _ scheme: [Tint], _ isDouble: Bool
  ) {
    let (sx, sy) = (middle.x > corner.x ? 1.0 : -1, middle.y > corner.y ? 1.0 : -1)
    func arc(_ radius: Double) -> [Point] {
      Outline.arc(
        Point(corner.x + sx * radius, corner.y),
        Point(corner.x + sx * radius, corner.y + sy * radius * 0.5523),
        Point(corner.x + sx * radius * 0.5523, corner.y + sy * radius),
        Point(corner.x, corner.y + sy * radius))
    }
    func band(_ inner: Double, _ outer: Double) -> Outline {
      Outline(arc(size * outer) + arc(size * inner).reversed())
    }
    fill(band(0.3, 0.7), scheme[2])
    fill(band(0.38, 0.62), scheme[1])
    if isDouble { fill(band(0.46, 0.54), scheme[3]) }
  }

  /// Rows of rings that overlap like scales.
  mutating func waves() -> String {
    let scheme = random.pick(PatternScene.schemes)
    let radius = random.pick([30.0, 40, 34.3])
    cover(scheme[0])
    var row = 0
    var y = radius * 0.5
    while y < Self.height + radius * 1.6 {
      var x = row % 2 == 0 ? 0.0 : radius
      while x < Self.width + radius {
        let tint = scheme[1 + (row + Int(x / radius) / 2) % 4]
        for (place, part) in [1.0, 0.8, 0.6, 0.4, 0.2].enumerated() {
          fill(.circle(x, y, radius * part), place % 2 == 0 ? scheme[0] : tint)
        }
        fill(.circle(x, y, radius * 0.2), tint)
        x += radius * 2
      }
      y += radius * 0.55
      row += 1
    }
    return "Rows of waves made of rings, like scales."
  }

  /// Halves and quarters of circles in squares.
  mutating func tiles() -> String {
    let scheme = random.pick(PatternScene.schemes)
    let size = random.pick([60.0, 48, 80])
    cover(scheme[0])
    for row in 0...Int(Self.height / size) {
      for column in 0...Int(Self.width / size) {
        let (x, y) = (Double(column) * size, Double(row) * size)
        let ground = random.below(5)
        let figure = (ground + 1 + random.below(4)) % 5
        fill(.box(x, y, size, size), scheme[ground])
        let middle = Point(x + size / 2, y + size / 2)
        let turn = [0.0, 1, -1, 1_000_000][random.below(4)]
        fill(tile(x, y, size).turned(about: middle, turn), scheme[figure])
        if random.chance(35) {
          fill(.circle(middle.x, middle.y, size * 0.14), scheme[(figure + 2) % 5])
        }
      }
    }
    return "Bright tiles with halves and quarters of circles."
  }

  private mutating func tile(_ x: Double, _ y: Double, _ size: Double) -> Outline {
    switch random.below(5) {
    case 0: return .circle(x + size / 2, y + size / 2, size * 0.42)
    case 1:
      return Outline(
        [Point(x, y)]
          + Outline.arc(
            Point(x + size, y), Point(x + size, y + size * 0.5523),
            Point(x + size * 0.5523, y + size), Point(x, y + size)))
    case 2: return Outline(Point(x, y), Point(x + size, y), Point(x, y + size))
    case 3:
      return Outline(
        Outline.arc(
          Point(x, y + size), Point(x, y + size * 0.33), Point(x + size, y + size * 0.33),
          Point(x + size, y + size)))
    default:
      let leaf = Outline.arc(
        Point(x, y), Point(x + size * 0.5523, y), Point(x + size, y + size * 0.4477),
        Point(x + size, y + size))
      return Outline(
        leaf
          + Outline.arc(
            Point(x + size, y + size), Point(x + size * 0.4477, y + size),
            Point(x, y + size * 0.5523), Point(x, y)))
    }
  }

  /// A few large discs, bars and a triangle.
  mutating func circles() -> String {
    let scheme = random.pick(PatternScene.schemes)
    let paper = Tint(0xF5EDDC)
    cover(paper)
    let big = Point(between(90, 150), between(100, 150))
    let radius = between(62, 86)
    fill(.circle(big.x, big.y, radius), scheme[1])
    fill(.circle(big.x + radius * 0.5, big.y + radius * 0.55, radius * 0.62), scheme[0], 0.9)
    fill(.circle(big.x - radius * 0.35, big.y - radius * 0.3, radius * 0.3), scheme[3])
    let y = between(215, 245)
    fill(.box(24, y, 192, 9), scheme[0])
    for place in 0..<7 {
      fill(.circle(36 + Double(place) * 28, y + 30, 8), scheme[place % 2 == 0 ? 1 : 4])
    }
    fill(
      Outline(
        Point(24, y - 6), Point(24 + between(60, 90), y - 6), Point(24, y - between(60, 100))),
      scheme[4])
    for stripe in 0..<5 {
      let x = 206 - Double(stripe) * 9
      fill(.box(x, 26, 4, between(30, 70)), scheme[0])
    }
    return "A large disc with smaller ones, bars and a triangle on cream paper."
  }

  /// Stars made of triangles.
  mutating func quilt() -> String {
    let scheme = random.pick(PatternScene.schemes)
    let size = 80.0
    for row in 0..<4 {
      for column in 0..<3 {
        let (x, y) = (Double(column) * size, Double(row) * size)
        let isOdd = (row + column) % 2 == 1
        let (ground, star, heart) =
          isOdd ? (scheme[2], scheme[0], scheme[1]) : (scheme[0], scheme[1], scheme[2])
        fill(.box(x, y, size, size), ground)
        let middle = Point(x + size / 2, y + size / 2)
        for turn in [0.0, 1, -1, 1_000_000] {
          let point = Outline(
            Point(middle.x, y + 3), Point(middle.x + size / 4, y + size * 0.36),
            Point(middle.x - size / 4, y + size * 0.36))
          fill(point.turned(about: middle, turn), star)
          fill(
            point.turned(about: middle, turn).turned(about: middle, 0.4142),
            isOdd ? scheme[4] : scheme[3])
        }
        fill(.circle(middle.x, middle.y, size * 0.2), heart)
        fill(.circle(middle.x, middle.y, size * 0.1), ground)
      }
    }
    return "A quilt of stars in two kinds of squares."
  }
}
