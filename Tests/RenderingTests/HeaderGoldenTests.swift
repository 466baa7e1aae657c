import Foundation
import Model
import Rendering
import Screens
import Support
import Testing

/// Tests each header style at several offsets, sizes and colour depths.
@Suite struct HeaderGoldenTests {
  private static let path = [-4, -1, 0, 1, 2, 3, 4, 6, 9, 14, 30]
  private static let sizes = [(20, 5), (80, 23), (120, 39)]

  struct Case: CustomTestStringConvertible {
    let style: HeaderStyle
    let width: Int
    let window: Int
    var testDescription: String { "\(style.rawValue)-\(width)x\(window + 1)" }
  }

  static let cases = HeaderStyle.allCases.flatMap { style in
    sizes.map { Case(style: style, width: $0.0, window: $0.1) }
  }

  private func header(_ one: Case, _ depth: ColorDepth) -> ProfileHeader {
    let traits = Traits(width: one.width, height: one.window + 1, depth: depth, now: Sample.now)
    return ProfileHeader(
      Sample.ana, tabs: TabBar(.posts, isOwn: false), hasViewer: true,
      banner: BannerCache(nil, of: Sample.ana.user.handle), style: one.style, in: traits)
  }

  /// FNV-1a of the printed bytes.
  private func fingerprint(_ canvas: Canvas) -> String {
    let digest = canvas.output.bytes.reduce(UInt64(0xCBF2_9CE4_8422_2325)) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    return String(digest, radix: 16)
  }

  @Test(arguments: cases)
  func `a header along its path`(one: Case) {
    let headers = [ColorDepth.none, .ansi16, .ansi256, .trueColor].map { header(one, $0) }
    var output = Output()
    for offset in Self.path {
      let drawn = headers.map { $0.canvas(at: offset) }
      let digests = drawn.map(fingerprint).joined(separator: " ")
      output.append("offset \(offset): \(digests)\n")
      output.append(drawn[0].output)
    }
    expectGolden(output, "headers/\(one.testDescription)")
  }

  @Test(arguments: cases)
  func `a header looks the same on the way down and back up`(one: Case) {
    let header = header(one, .trueColor)
    let down = Self.path.map { fingerprint(header.canvas(at: $0)) }
    let up = Self.path.reversed().map { fingerprint(header.canvas(at: $0)) }
    #expect(down == up.reversed())
    #expect(down == Self.path.map { fingerprint(self.header(one, .trueColor).canvas(at: $0)) })
  }

  /// Counts different frames between the ends, scrolled down and up by rows.
  @Test(
    arguments: HeaderStyle.allCases.flatMap { style in
      [(80, 23), (120, 39), (200, 59)].map { Case(style: style, width: $0.0, window: $0.1) }
    })
  func `an effect has at least ten frames between its ends`(one: Case) {
    let header = header(one, .trueColor)
    let end = header.layout.range
    func frames(_ offsets: [Int]) -> Set<String> {
      let ends = Set([0, end].map { fingerprint(header.canvas(at: $0)) })
      return Set(offsets.map { fingerprint(header.canvas(at: $0)) }).subtracting(ends)
    }
    let down = frames(Array(1..<end))
    #expect(down.count >= 10)
    #expect(frames((1..<end).reversed()) == down)
    for offset in [end + 1, end + 40] {
      #expect(fingerprint(header.canvas(at: offset)) == fingerprint(header.canvas(at: end)))
    }
    // The collapsed bar names the profile.
    let bar = self.header(one, .none).canvas(at: end).output.text
    #expect(header.canvas(at: end).height == header.layout.pinned)
    #expect(bar.contains("Ana María López") && bar.contains("Following") && bar.contains("Posts"))
  }

  @Test(arguments: [(30, 0.36, 0.55), (40, 0.36, 0.48), (60, 0.36, 0.48)])
  func `a header takes its share of the window`(rows: Int, least: Double, most: Double) {
    let layout = header(
      Case(style: .stretchy, width: 120, window: rows - 1), .trueColor
    ).layout
    let height = layout.listTop(at: 0)
    #expect(height >= 13)
    #expect(Double(height) >= least * Double(rows) && Double(height) <= most * Double(rows))
  }

  @Test(arguments: [ColorDepth.ansi256, .trueColor], ["ana", "maya", "x", "night_owl", "bo"])
  func `a title that has arrived can be read on any banner`(
    depth: ColorDepth, handle: String
  ) throws {
    for isLight in [false, true] {
      let traits = Traits(width: 80, height: 24, depth: depth, isLight: isLight, now: Sample.now)
      let banner = BannerCache(nil, of: Handle(stored: handle))
      let header = ProfileHeader(
        Sample.ana, tabs: TabBar(.posts, isOwn: false), hasViewer: true, banner: banner,
        style: .threeState, in: traits)
      var screen = TerminalScreen(columns: 80, rows: 9, width: CellWidth.of)
      screen.feed(header.canvas(at: 30).output.bytes)
      let letters = screen.rows.flatMap { $0.prefix(60) }
        .filter { $0.glyph.first?.isLetter == true }
      #expect(letters.count > 20)
      for cell in letters { #expect(try #require(cell.contrast) >= 4.45) }
    }
  }

  @Test(arguments: cases)
  func `the end of a list of any length is reached and never passed`(one: Case) {
    let layout = header(one, .none).layout
    for rows in 0..<80 {
      let last = layout.lastOffset(listRows: rows, window: one.window)
      #expect(last >= 0)
      let end = layout.listTop(at: last) + rows
      #expect(end <= one.window)
      // The list begins at most a gap below the bar.
      for offset in 0...last {
        #expect(layout.listTop(at: offset) <= layout.regionTop(at: offset) + layout.gap)
        #expect(layout.tabRow(at: offset) >= 0)
        #expect(layout.tabRow(at: offset) < layout.regionTop(at: offset))
      }
    }
  }
}
