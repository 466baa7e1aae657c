import Foundation
import Model
import Rendering
import Support
import Testing

/// Every header style along one path of offsets, at three sizes and in every depth of colour.
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
      Sample.ana, hasViewer: true, banner: BannerCache(nil, of: Sample.ana.user.handle),
      style: one.style, window: one.window, in: traits)
  }

  /// A number for all that a terminal is told.
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

  @Test(arguments: [ColorDepth.ansi256, .trueColor], ["ana", "maya", "x", "night_owl", "bo"])
  func `a title that has arrived can be read on any banner`(
    depth: ColorDepth, handle: String
  ) throws {
    for isLight in [false, true] {
      let traits = Traits(width: 80, height: 24, depth: depth, isLight: isLight, now: Sample.now)
      let banner = BannerCache(nil, of: Handle(stored: handle))
      let header = ProfileHeader(
        Sample.ana, hasViewer: true, banner: banner, style: .threeState, window: 23, in: traits)
      var screen = TerminalScreen(columns: 80, rows: 9, width: CellWidth.of)
      screen.feed(header.canvas(at: 30).output.bytes)
      let letters = screen.rows.joined().filter { $0.glyph.first?.isLetter == true }
      #expect(letters.count > 5)
      for cell in letters {
        let (front, back) = (try light(cell, "38;"), try light(cell, "48;"))
        #expect((max(front, back) + 0.05) / (min(front, back) + 0.05) >= 4.45)
      }
    }
  }

  /// How bright a colour is, by the definition of WCAG.
  private func light(_ cell: TerminalScreen.Cell, _ prefix: String) throws -> Double {
    let code = try #require(cell.rendition.first { $0.hasPrefix(prefix) })
    var parts = code.split(separator: ";").compactMap { Double($0) }.dropFirst(2)
    if parts.count == 1, let index = parts.first {
      parts =
        index >= 232
        ? Array(repeating: 8 + 10 * (index - 232), count: 3)[...]
        : [36, 6, 1].map { step in
          let level = (Int(index) - 16) / step % 6
          return level == 0 ? 0 : Double(55 + 40 * level)
        }[...]
    }
    let linear = parts.map {
      $0 / 255 <= 0.04045 ? $0 / 255 / 12.92 : pow(($0 / 255 + 0.055) / 1.055, 2.4)
    }
    return zip(linear, [0.2126, 0.7152, 0.0722]).reduce(0) { $0 + $1.0 * $1.1 }
  }

  @Test(arguments: cases)
  func `the end of a list of any length is reached and never passed`(one: Case) {
    let layout = header(one, .none).layout
    for rows in 0..<80 {
      let last = layout.lastOffset(listRows: rows, window: one.window)
      #expect(last >= 0)
      let end = layout.listTop(at: last) + rows
      #expect(end <= one.window)
      // As far as the bar is from the top, the list begins right below it or is scrolled under it.
      for offset in 0...last {
        #expect(layout.listTop(at: offset) <= layout.barTop(at: offset) + HeaderLayout.bar)
        #expect(layout.barTop(at: offset) >= 0)
      }
    }
  }
}
