import Foundation
import Model
import Rendering
import Support
import Testing

/// Tests pictures drawn by the terminal, by decoding them.
@Suite struct PlacedPictureTests {
  private static func traits(_ used: TerminalGraphics, width: Int = 80) -> Traits {
    var traits = Traits(
      width: width, height: 40, depth: .trueColor, isTerminal: true, now: Sample.now)
    traits.pictures.isPossible = true
    traits.pictures.use(used)
    return traits
  }

  /// Twelve by eight cells of 8×16 pixels.
  private static let photograph: Thumbnail = {
    var random = SeededGenerator(seed: 3)
    let pixels = (0..<128).flatMap { y in
      (0..<96).flatMap { x in
        let noise = Int.random(in: -4...4, using: &random)
        return [x * 2 + noise, y + 60 + noise, 200 - x - y / 2].map { UInt8(clamping: $0) }
      }
    }
    guard let photograph = Thumbnail(width: 96, height: 128, pixels: pixels) else {
      fatalError("it has all its pixels")
    }
    return photograph
  }()

  private func printed(_ used: TerminalGraphics) -> String {
    let traits = Self.traits(used)
    return PictureDrawing(Self.photograph).canvas(width: 12, height: 8, in: traits)
      .output(in: traits).text
  }

  @Test func `a picture of kitty's protocol is the original`() throws {
    var screen = KittyScreen()
    let text = printed(.kitty)
    try screen.take(text)
    let picture = try #require(screen.images["unnamed"])
    #expect((picture.width, picture.height) == (96, 128))
    #expect(picture.pixels == Self.photograph.pixels)
    #expect(
      screen.placements.values.map(\.keys) == [
        ["c": "12", "r": "8", "x": "0", "y": "0", "w": "96", "h": "128", "C": "1"]
      ])
    // Eight empty lines make room, and the cursor returns below them.
    #expect(text.hasPrefix("\n\n\n\n\n\n\n\n\u{1B}7\u{1B}[8A") && text.hasSuffix("\u{1B}8"))
    let commands = text.components(separatedBy: "\u{1B}_G").dropFirst()
    #expect(commands.allSatisfy { $0.utf8.count < 4_200 })
  }

  @Test func `an inline picture of iTerm2 is the original`() throws {
    let text = printed(.iterm)
    let start = try #require(text.range(of: "preserveAspectRatio=0:")).upperBound
    let end = try #require(text[start...].firstIndex(of: "\u{7}"))
    let file = try #require(Data(base64Encoded: String(text[start..<end])))
    #expect(text.contains("1337;File=inline=1;size=\(file.count);width=12;height=8;"))
    #expect(try TerminalPicture(png: Array(file)).pixels == Self.photograph.pixels)
  }

  @Test func `a picture of sixels is close to the original`() throws {
    let text = printed(.sixel)
    let start = try #require(text.range(of: "\u{1B}P")).upperBound
    let end = try #require(text[start...].range(of: "\u{1B}\\")).lowerBound
    let picture = try TerminalPicture(sixels: text[start..<end])
    #expect((picture.width, picture.height) == (96, 128))
    #expect(picture.difference(from: Self.photograph.pixels) < 6)
  }

  @Test(arguments: [1, 2, 256, 300])
  func `few colours stay exact in sixels`(count: Int) throws {
    // Colours that percents and five bits can express.
    let pixels = (0..<96 * 128).flatMap { place -> [UInt8] in
      let color = place / 7 % count
      return [color % 16 * 16, color / 16 * 16, 0].map { UInt8($0 % 256) }
    }
    let traits = Self.traits(.sixel)
    let picture = try #require(Thumbnail(width: 96, height: 128, pixels: pixels))
    let text = PictureDrawing(picture)
      .canvas(width: 12, height: 8, in: traits).output(in: traits).text
    let start = try #require(text.range(of: "\u{1B}P")).upperBound
    let end = try #require(text[start...].range(of: "\u{1B}\\")).lowerBound
    #expect(try TerminalPicture(sixels: text[start..<end]).difference(from: pixels) < 9)
  }

  @Test func `neither a pipe nor a window that is too low gets pixels`() {
    var traits = Self.traits(.kitty)
    traits.height = 9
    let low = PictureDrawing(Self.photograph).canvas(width: 12, height: 8, in: traits)
    #expect(!low.output(in: traits).text.contains("\u{1B}_G"))
    var pipe = Traits(width: 80, depth: .trueColor, now: Sample.now)
    pipe.pictures.use(.kitty)
    let drawn = PictureDrawing(Self.photograph).canvas(width: 12, height: 8, in: pipe)
    #expect(!drawn.output(in: pipe).text.contains("\u{1B}_G"))
    #expect(drawn.output(in: pipe).text.contains("38;2;"))
  }

  // MARK: The screen

  private func frame(
    _ places: [(x: Int, y: Int)], in traits: Traits, panel: (x: Int, y: Int)? = nil
  ) -> Frame {
    var canvas = Canvas(width: 80, height: 30)
    let picture = PictureDrawing(Self.photograph).canvas(width: 12, height: 8, in: traits)
    for (x, y) in places { canvas.draw(picture, x: x, y: y) }
    if let panel { canvas.draw("over it", x: panel.x, y: panel.y) }
    return Frame(canvas)
  }

  @Test func `a picture that moves is sent once, and nothing of it stays behind`() throws {
    let traits = Self.traits(.kitty)
    var (layer, screen, shown) = (PictureLayer(), KittyScreen(), Frame?.none)
    var random = SeededGenerator(seed: 9)
    for _ in 0..<60 {
      let count = Int.random(in: 0...3, using: &random)
      // Places the pictures side by side, some partly outside the screen.
      let places = (0..<count).map {
        (x: $0 * 30 - 5, y: Int.random(in: -10...31, using: &random))
      }
      let next = frame(places, in: traits)
      let (output, drawn) = layer.bytes(from: shown, to: next, on: traits.pictures)
      try screen.take(output.text)
      shown = drawn
      let expected = places.compactMap { place -> [Int]? in
        let (x, y) = (max(0, place.x), max(0, place.y))
        let (width, height) = (min(80, place.x + 12) - x, min(30, place.y + 8) - y)
        return width > 0 && height > 0 ? [x, y, width, height] : nil
      }
      let found = screen.placements.values.map {
        [$0.column, $0.row, Int($0.keys["c"] ?? "") ?? 0, Int($0.keys["r"] ?? "") ?? 0]
      }
      #expect(Set(found) == Set(expected) && found.count == expected.count)
      for place in screen.placements.values where place.row == 0 && place.column > 0 {
        // A picture cut at the top shows its lower part.
        let (y, h) = (Int(place.keys["y"] ?? "") ?? 0, Int(place.keys["h"] ?? "") ?? 0)
        #expect(y + h == 128)
      }
    }
    #expect(screen.images.count == 1 && screen.sentBytes < 60_000)
  }

  @Test func `text over a picture cuts it into parts`() throws {
    let traits = Self.traits(.kitty)
    var (layer, screen) = (PictureLayer(), KittyScreen())
    let whole = frame([(2, 3)], in: traits)
    let (first, shown) = layer.bytes(from: nil, to: whole, on: traits.pictures)
    let covered = frame([(2, 3)], in: traits, panel: (4, 6))
    let (second, _) = layer.bytes(from: shown, to: covered, on: traits.pictures)
    try screen.take(first.text + second.text)
    let areas = Set(
      screen.placements.values.map {
        [$0.column, $0.row, Int($0.keys["c"] ?? "") ?? 0, Int($0.keys["r"] ?? "") ?? 0]
      })
    #expect(areas == [[2, 3, 12, 3], [2, 6, 2, 1], [11, 6, 3, 1], [2, 7, 12, 4]])
    #expect(second.text.contains("over it"))
  }

  @Test func `the terminal keeps no more images than it has room for`() throws {
    let traits = Self.traits(.kitty)
    var (layer, screen, shown) = (PictureLayer(), KittyScreen(), Frame?.none)
    for number in 0..<450 {
      let pixels = [UInt8(number % 250), UInt8(number / 250), 0]
      let picture = try #require(Thumbnail(width: 1, height: 1, pixels: pixels))
      var canvas = Canvas(width: 80, height: 30)
      canvas.draw(
        PictureDrawing(picture).canvas(width: 12, height: 8, in: traits), x: 0, y: 0)
      let (output, drawn) = layer.bytes(from: shown, to: Frame(canvas), on: traits.pictures)
      try screen.take(output.text)
      shown = drawn
      #expect(screen.placements.count == 1 && screen.images.count <= 200)
    }
  }

  @Test func `sixels give way to cells while something moves`() {
    let traits = Self.traits(.sixel)
    var layer = PictureLayer()
    func draw(_ old: Frame?, _ y: Int, isMoving: Bool = false) -> (text: String, shown: Frame) {
      let (output, shown) = layer.bytes(
        from: old, to: frame([(2, y)], in: traits), on: traits.pictures, isMoving: isMoving)
      return (output.text, shown)
    }
    func hasBlocks(_ text: String) -> Bool { text.unicodeScalars.contains { $0.value > 0x2580 } }
    let still = draw(nil, 3)
    #expect(still.text.contains("\u{1B}P0;1;0q") && !hasBlocks(still.text))
    let same = draw(still.shown, 3)
    #expect(same.text == "")
    let moving = draw(same.shown, 4, isMoving: true)
    #expect(!moving.text.contains("\u{1B}P") && hasBlocks(moving.text))
    let rest = draw(moving.shown, 5)
    #expect(rest.text.contains("\u{1B}[6;3H\u{1B}P"))
    // The rows of the removed picture are drawn again.
    let gone = layer.bytes(
      from: rest.shown, to: frame([], in: traits), on: traits.pictures)
    #expect(gone.output.text.contains("\u{1B}[6;3H"))
  }
}
