import Model
import Rendering
import Support
import Testing

@Suite struct `Drawings of pictures` {
  private static let depths: [ColorDepth] = [.none, .ansi16, .ansi256, .trueColor]

  private func cells(
    _ thumbnail: Thumbnail, _ width: Int, _ height: Int, _ depth: ColorDepth = .trueColor,
    _ glyphs: PictureGlyphs = .quad, isLight: Bool = false
  ) -> [[PaintedCell]] {
    let traits = Traits(
      width: width, depth: depth, isLight: isLight, pictureGlyphs: glyphs, now: Sample.now)
    let drawing = PictureDrawing(thumbnail).canvas(width: width, height: height, in: traits)
    return PaintedCell.rows(of: drawing.output)
  }

  @Test(arguments: UInt64(0)..<10)
  func `fill exactly the room they are given`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let thumbnail = PictureSample.random(seed: seed)
    for glyphs in PictureGlyphs.allCases {
      let (width, height) = (
        Int.random(in: 0...40, using: &generator), Int.random(in: 0...20, using: &generator)
      )
      for depth in Self.depths {
        let traits = Traits(
          width: 40, depth: depth, isASCII: seed % 5 == 0, pictureGlyphs: glyphs, now: Sample.now)
        let canvas = PictureDrawing(thumbnail).canvas(width: width, height: height, in: traits)
        #expect([canvas.width, canvas.height] == [width, height])
        let lines = PaintedCell.rows(of: canvas.output)
        #expect(lines.count == height && lines.allSatisfy { $0.count <= width })
        #expect(!traits.isASCII || canvas.output.bytes.allSatisfy { $0 < 0x7F })
      }
    }
  }

  @Test(arguments: PictureGlyphs.allCases.filter { $0 != .ascii })
  func `are flat where the picture is`(glyphs: PictureGlyphs) {
    for (red, green, blue) in [(0, 0, 0), (255, 255, 255), (255, 0, 0), (17, 130, 201)] {
      let flat = PictureSample.flat(red, green, blue)
      for (width, height) in [(26, 17), (1, 1), (7, 3), (110, 9)] {
        let wanted = PaintedCell(
          character: " ", front: .standard, back: .mixed(red: red, green: green, blue: blue))
        let rows = Array(repeating: Array(repeating: wanted, count: width), count: height)
        #expect(cells(flat, width, height, .trueColor, glyphs) == rows)
      }
    }
  }

  /// At this size half a cell covers two by two pixels.
  @Test(arguments: [PictureSample.face, PictureSample.gradient, PictureSample.random(seed: 7)])
  func `average what lies under each half`(thumbnail: Thumbnail) {
    let rows = cells(thumbnail, 48, 31, .trueColor, .half)
    for (y, row) in rows.enumerated() {
      for (x, cell) in row.enumerated() {
        let lower = cell.character == "▄" ? cell.front : cell.back
        for (place, color) in [cell.back, lower].enumerated() {
          let pixels = [0, 1].flatMap { dy in
            [0, 1].map { dx in thumbnail.pixel(2 * x + dx, 4 * y + 2 * place + dy) }
          }
          #expect(color.distance(to: average(pixels)) <= 1, "\(x), \(y)")
        }
      }
    }
  }

  /// At this size a quarter of a cell covers two pixels, one below the other.
  @Test(arguments: [
    PictureSample.face, PictureSample.house, PictureSample.gradient, PictureSample.random(seed: 3),
  ])
  func `are never worse in quarters than in halves`(thumbnail: Thumbnail) {
    let halves = cells(thumbnail, 48, 31, .trueColor, .half)
    let quarters = cells(thumbnail, 48, 31, .trueColor, .quad)
    for y in 0..<31 {
      for x in 0..<48 {
        let samples = [0, 1].flatMap { row in
          [0, 1].map { column in
            let (across, down) = (2 * x + column, 4 * y + 2 * row)
            return average([thumbnail.pixel(across, down), thumbnail.pixel(across, down + 1)])
          }
        }
        let errors = [quarters, halves].map { rows in
          zip(0..<4, samples).reduce(0) { $0 + rows[y][x].error(inQuarter: $1.0, $1.1) }
        }
        // Rounding to whole numbers costs up to half a step for each part of each quarter.
        #expect(errors[0] <= errors[1] + 4 * 3 * 2, "\(x), \(y)")
      }
    }
  }

  @Test(arguments: PictureGlyphs.allCases.filter { $0 != .ascii })
  func `have no two neighbouring colours that look equal`(glyphs: PictureGlyphs) throws {
    let pixels = (0..<Thumbnail.width * Thumbnail.height).flatMap { place in
      [UInt8](repeating: UInt8(100 + place % Thumbnail.width / 2), count: 3)
    }
    let rows = cells(try #require(Thumbnail(pixels: pixels)), 48, 31, .trueColor, glyphs)
    for row in rows {
      // Merging equal-looking colours must not cause a visible error.
      for (x, cell) in row.enumerated() {
        #expect(cell.back.distance(to: [Double](repeating: Double(100 + x), count: 3)) <= 2)
      }
      let changes = zip(row, row.dropFirst()).filter { $0.back != $1.back }
      #expect(changes.count <= 16)
    }
  }

  @Test(arguments: [(1, true), (12, false)])
  func `spend a second colour of quarters only on what can be seen`(step: Int, isOne: Bool) throws {
    let pixels = (0..<Thumbnail.width * Thumbnail.height).flatMap { place in
      [UInt8](repeating: UInt8(100 + step * (place & 1)), count: 3)
    }
    // Each row has as many samples as pixels, so neighbours have different shades.
    let drawn = cells(try #require(Thumbnail(pixels: pixels)), 48, 31).joined()
    #expect(drawn.allSatisfy { ($0.character == " ") == isOne })
  }

  @Test func `use only the palette's colours`() {
    for thumbnail in PictureSample.thumbnails.values {
      for cell in cells(thumbnail, 40, 26, .ansi16).joined() {
        for color in [cell.front, cell.back] where color != .standard {
          guard case .palette(0..<16) = color else {
            Issue.record("\(color) among sixteen")
            continue
          }
        }
      }
      for cell in cells(thumbnail, 40, 26, .ansi256).joined() {
        for color in [cell.front, cell.back] where color != .standard {
          guard case .palette(16..<256) = color else {
            Issue.record("\(color) among 256")
            continue
          }
        }
      }
      let plain = cells(thumbnail, 40, 26, .none).joined()
      #expect(plain.allSatisfy { $0.front == .standard && $0.back == .standard })
    }
  }

  @Test func `keep a hue rather than a lightness among 256 colours`() {
    // A skin colour and a dark blue, whose nearest RGB colours are pinkish and grey.
    for ((red, green, blue), isKept) in [
      ((224, 172, 105), { $0[0] > $0[1] && $0[1] > $0[2] }),
      ((20, 25, 80), { $0[2] > $0[0] && $0[2] > $0[1] }),
    ] as [((Int, Int, Int), ([Int]) -> Bool)] {
      let flat = cells(PictureSample.flat(red, green, blue), 4, 2, .ansi256)
      // The middle of the dither pattern.
      guard case .palette(let color) = flat[0][3].back, (16..<232).contains(color) else {
        Issue.record("\(flat[0][3].back) for \((red, green, blue))")
        continue
      }
      #expect(isKept([(color - 16) / 36, (color - 16) / 6 % 6, (color - 16) % 6]), "\(color)")
    }
  }

  @Test func `mix what 256 colours do not have, in an ordered pattern`() {
    let drawn = cells(PictureSample.flat(150, 115, 75), 8, 4, .ansi256)
    #expect(Set(drawn.joined().map { "\($0.back)" }).count > 1)
    #expect(drawn[0] == drawn[2] && drawn[0].prefix(4) == drawn[0].suffix(4))
    let true24 = cells(PictureSample.flat(150, 115, 75), 8, 4, .trueColor).joined()
    #expect(Set(true24.map { "\($0.back)" }).count == 1)
  }

  @Test(arguments: [PictureSample.gradient, PictureSample.house])
  func `use the whole ramp, which a light screen turns around`(thumbnail: Thumbnail) {
    let signs = Set(" .:-=+*#%@")
    let dark = cells(thumbnail, 26, 17, .none).dropFirst().dropLast().joined()
    #expect(Set(dark.map(\.character)).subtracting(["│"]) == signs)
    let pale = PictureSample.make { x, y in y < 62 ? (250, 250, 250) : (5, 5, 5) }
    let onDark = cells(pale, 26, 17, .none).map { $0[13].character }
    let onLight = cells(pale, 26, 17, .none, isLight: true).map { $0[13].character }
    #expect(onDark[3] == "@" && onDark[13] == " ")
    #expect(onLight[3] == " " && onLight[13] == "@")
  }

  @Test func `keep the light of a flat picture in signs`() {
    for (light, sign) in [(0, " "), (255, "@")] {
      let rows = cells(PictureSample.flat(light, light, light), 8, 4, .none)
      #expect(String(rows[1].map(\.character)) == "│" + String(repeating: sign, count: 6) + "│")
    }
  }

  @Test func `have signs in the colours of the picture, where there are enough`() {
    func front(_ depth: ColorDepth, isLight: Bool = false) -> PaintedCell.Color {
      cells(PictureSample.flat(200, 40, 40), 10, 8, depth, .ascii, isLight: isLight)[4][4].front
    }
    #expect(front(.trueColor) == .mixed(red: 255, green: 47, blue: 47))
    #expect(front(.trueColor, isLight: true) == .mixed(red: 104, green: 19, blue: 19))
    #expect(front(.ansi256) == .palette(196))
    #expect(front(.ansi16) == .palette(9) && front(.none) == .standard)
  }

  @Test func `are cut around their middle`() {
    let bars = PictureSample.make { x, _ in (32..<64).contains(x) ? (0, 0, 255) : (255, 0, 0) }
    let row = cells(bars, 2, 40)[20].map(\.back)
    #expect(row == Array(repeating: .mixed(red: 0, green: 0, blue: 255), count: 2))
  }

  private func average(_ pixels: [[Double]]) -> [Double] {
    (0..<3).map { part in pixels.reduce(0) { $0 + $1[part] } / Double(pixels.count) }
  }
}

extension Thumbnail {
  fileprivate func pixel(_ x: Int, _ y: Int) -> [Double] {
    (0..<3).map { Double(pixels[(y * Thumbnail.width + x) * 3 + $0]) }
  }
}

extension PaintedCell.Color {
  private var parts: [Double] {
    guard case .mixed(let red, let green, let blue) = self else { return [-1_000, 0, 0] }
    return [Double(red), Double(green), Double(blue)]
  }

  /// The largest difference of red, green and blue.
  fileprivate func distance(to other: [Double]) -> Double {
    zip(parts, other).map { abs($0 - $1) }.max() ?? 0
  }

  fileprivate func squaredError(to other: [Double]) -> Double {
    zip(parts, other).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
  }
}

extension PaintedCell {
  private static let quarters: [Character: Set<Int>] = [
    " ": [], "▝": [1], "▖": [2], "▞": [1, 2], "▗": [3], "▐": [1, 3], "▄": [2, 3],
    "▟": [1, 2, 3],
  ]

  /// The squared error of a quarter; quarters are numbered in rows from the top.
  fileprivate func error(inQuarter quarter: Int, _ sample: [Double]) -> Double {
    let isFront = Self.quarters[character]?.contains(quarter) ?? false
    return (isFront ? front : back).squaredError(to: sample)
  }
}
