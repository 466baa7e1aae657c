import Foundation
import Model
import Rendering
import Screens
import Support
import Testing

@Suite struct `A tile of words` {
  private static let text =
    "1,204 people, 61 dogs, one goat with a ticket. Deflection at midspan: nine millimetres. "
    + "Joy not measured. #bridge #saltmere"

  /// A handle for each of the 24 hues.
  static let handles: [String] = {
    var handles: [Int: String] = [:]
    var number = 0
    while handles.count < 24 {
      number += 1
      let hue = Accent(Sample.handle("u\(number)")).hue
      handles[hue] = handles[hue] ?? "u\(number)"
    }
    return handles.sorted { $0.key < $1.key }.map(\.value)
  }()

  private static func post(_ text: String, by handle: String = "bob") -> Post {
    Post(
      id: Post.ID(1), author: Sample.handle(handle), text: text, image: nil,
      createdAt: Sample.now)
  }

  private static let house = Post(
    id: Post.ID(2), author: Sample.handle("bob"), text: "",
    image: Image(width: 640, height: 480, bytes: 1, hash: "house"), createdAt: Sample.now)

  /// Draws a post alone, or beside a picture that makes the row tall.
  private func screen(
    _ post: Post, _ depth: ColorDepth, isLight: Bool = false, width: Int = 26,
    isAlone: Bool = false
  ) -> TerminalScreen {
    let traits = Traits(width: 2 * width + 1, depth: depth, isLight: isLight, now: Sample.now)
    let canvas = PostGrid(
      isAlone ? [post] : [post, Self.house], columns: 2,
      thumbnails: ["house": PictureSample.house]
    ).canvas(in: traits)
    var screen = TerminalScreen(
      columns: traits.width, rows: canvas.height, width: CellWidth.of)
    screen.feed(canvas.output.bytes)
    return screen
  }

  private func words(_ text: String, width: Int = 26) -> [String] {
    screen(Self.post(text), .none, width: width).rows.map { row in
      row.prefix(width).map(\.glyph).joined().trimmingCharacters(in: .whitespaces)
    }
  }

  @Test func `has the colours of its author`() throws {
    #expect(Accent(Sample.handle("bob")).hue == 240)
    #expect(Accent(Sample.handle("alice")).hue == 105)
    let screen = screen(Self.post(Self.text), .trueColor)
    #expect(screen.rows[0][0].hexadecimal(isGround: true) == "#195479")
    #expect(screen.rows[16][25].hexadecimal(isGround: true) == "#1d2951")
    let lead = try #require(screen.rows.joined().first { $0.glyph == "g" })
    #expect(lead.hexadecimal(isGround: false) == "#eff8ff" && lead.rendition.contains("1"))
  }

  @Test(arguments: [ColorDepth.ansi256, .trueColor], [false, true])
  func `can be read in every hue`(depth: ColorDepth, isLight: Bool) throws {
    for handle in Self.handles {
      let screen = screen(
        Self.post(Self.text, by: handle), depth, isLight: isLight, isAlone: true)
      let letters = screen.rows.dropLast().flatMap { $0.prefix(26) }
        .filter { $0.glyph.first.map { $0.isLetter || $0.isNumber || $0 == "#" } ?? false }
      #expect(letters.count > 90)
      for cell in letters { #expect(try #require(cell.contrast) >= 4.5, "\(handle)") }
    }
  }

  @Test(arguments: [false, true])
  func `has no steps in its ground`(isLight: Bool) throws {
    for handle in Self.handles {
      let screen = screen(
        Self.post("Words.", by: handle), .trueColor, isLight: isLight, isAlone: true)
      let grounds = try screen.rows.dropLast().map { row in
        try row.prefix(26).map { try #require($0.color(isGround: true)) }
      }
      for row in grounds.indices.dropFirst() {
        for column in 1..<26 {
          for other in [grounds[row - 1][column], grounds[row][column - 1]] {
            #expect(zip(grounds[row][column], other).allSatisfy { abs($0 - $1) <= 16 })
          }
        }
      }
    }
  }

  @Test func `stands in the middle, its hashtags at the foot`() {
    #expect(
      words(Self.text).prefix(17) == [
        String(repeating: "▔", count: 26), "", "▟▘ ▟▘", "█▌ █▌", "", "1,204 people, 61 dogs,",
        "one goat with a", "ticket.", "", "Deflection at midspan:", "nine millimetres. Joy",
        "not measured.", "", "", "", "#bridge #saltmere", String(repeating: "▁", count: 26),
      ])
  }

  @Test func `is set the more generously, the less it says`() {
    #expect(
      words("Morning, Bob. Nothing ate the beans. #allotment").prefix(10) == [
        String(repeating: "▔", count: 26), "", "", "", "▟▘ ▟▘", "█▌ █▌", "", "Morning, Bob.", "",
        "",
      ])
    let long = String(repeating: "Words that go on and on. ", count: 30)
    let lines = words(long)
    #expect(lines[1] == "Words that go on and" && lines[15].hasSuffix("…"))
    #expect(lines[1..<16].filter(\.isEmpty).count <= 1)
  }

  @Test func `breaks an address after a stroke, and wide characters anywhere`() {
    let lines = words("UMBRELLAS. https://umbrella.example/very/long/address/of/umbrellas")
    for part in ["https://umbrella.", "example/very/long/", "address/of/umbrellas"] {
      #expect(lines.contains(part))
    }
    let wide = words("短い日本語の投稿です。今日はとても良い天気でした、そうですよね。")
    #expect(wide.contains("短い日本語の投稿です。"))
    #expect(!wide.contains { $0.hasPrefix("。") || $0.hasPrefix("、") })
  }

  @Test(
    arguments: [
      ("He said \"no.\" And left.", "He said \"no.\""), ("Wait... what? Yes", "Wait..."),
      ("Version 1.2 is out", "Version 1.2 is out"), ("One\nTwo. Three.", "One"),
      ("#only #tags", "#only #tags"), ("我来了！你呢", "我来了！"), ("Go! #now", "Go!"),
    ])
  func `begins with a bold sentence`(text: String, lead: String) {
    let bold = screen(Self.post(text), .trueColor).rows.flatMap { row in
      row.prefix(26).filter { $0.rendition.contains("1") && $0.glyph != " " }.map(\.glyph)
    }
    #expect(bold.joined() == lead.filter { $0 != " " })
  }

  @Test(arguments: [ColorDepth.none, .trueColor])
  func `keeps its words a row inside of what is seen`(depth: ColorDepth) {
    let traits = Traits(width: 80, height: 24, depth: depth, now: Sample.now)
    let posts = [Self.post(Self.text), Self.house]
    let pictures = EvictableThumbnails(["house": PictureSample.house])
    let rows = GridRows(
      posts, of: Sample.handle("bob"), pictures: pictures, columns: 3, window: 23, in: traits)
    let grid = GridDrawing(rows, in: traits)
    var seen: Set<[String]> = []
    for top in -16...19 {
      var canvas = Canvas(width: 80, height: 20)
      grid.draw(on: &canvas, top: top, selected: nil, pictures: pictures)
      var screen = TerminalScreen(columns: 80, rows: 20, width: CellWidth.of)
      screen.feed(canvas.output.bytes)
      let rows = screen.rows.map { $0.prefix(26).map(\.glyph).joined() }
      let (first, end) = (max(0, top), min(20, top + 17))
      let words = (first..<max(first, end)).filter { rows[$0].contains(where: \.isLetter) }
      if end > first { #expect(!words.isEmpty, "at \(top)") }
      if let last = words.last, end - first >= 3 {
        #expect(words[0] > first && last < end - 1, "at \(top)")
      }
      seen.insert(words.map { rows[$0] })
    }
    #expect(seen.count > 5)
  }

  /// The cells of a line; a blank fills the second cell of a wide character.
  private func cells(_ line: Substring) -> [Character] {
    line.flatMap { [$0] + Array(repeating: " ", count: max(0, CellWidth.of($0) - 1)) }
  }

  /// A tile without colours begins and ends with a rule.
  @Test func `of a golden page is never empty`() throws {
    let folder = URL(filePath: Repository.path + "/Tests/RenderingTests/Golden")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path())
      .filter { $0.hasPrefix("page-") || $0.contains("grid") || $0.hasPrefix("gallery") }
    var count = 0
    for name in names {
      let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      let rows = text.split(separator: "\n", omittingEmptySubsequences: false).map(cells)
      for (top, row) in rows.enumerated() {
        for left in row.indices where row[left] == "▔" && (left == 0 || row[left - 1] != "▔") {
          let columns = left..<(row[left...].firstIndex { $0 != "▔" } ?? row.endIndex)
          let foot = try #require(
            rows[top...].firstIndex { $0.indices.contains(left) && $0[left] == "▁" })
          let inside = rows[top + 1..<foot].flatMap { $0.dropFirst(left).prefix(columns.count) }
          #expect(inside.contains { $0 != " " }, "\(name), row \(top), column \(left)")
          count += 1
        }
      }
    }
    #expect(count > 20)
  }
}
