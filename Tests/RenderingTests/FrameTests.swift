import Rendering
import Screens
import Support
import Testing

@Suite struct `A frame` {
  /// The screen after the printed form of a canvas, as an independent comparison.
  private func screen(printed canvas: Canvas) -> TerminalScreen {
    var screen = self.screen(canvas)
    var bytes = canvas.output.bytes
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    screen.feed(bytes)
    return screen
  }

  private func screen(_ canvas: Canvas) -> TerminalScreen {
    TerminalScreen(columns: canvas.width, rows: canvas.height, width: CellWidth.of)
  }

  private static let paints = [
    Paint.plain, Paint(.palette(1)), Paint(.palette(12), on: .palette(3), .bold),
    Paint(.mixed(red: 1, green: 2, blue: 3), on: .mixed(red: 200, green: 0, blue: 9), .dim),
    Paint(.standard, .underlined), Paint(.standard, .reversed), Paint(.standard, on: .palette(99)),
  ]

  /// Draws random texts on a canvas, and may scroll it first.
  private func change(_ canvas: Canvas, using generator: inout SeededGenerator) -> Canvas {
    var changed = canvas
    if Bool.random(using: &generator) {
      let distance = Int.random(in: -3...3, using: &generator)
      changed.draw(canvas, x: 0, y: distance)
    }
    for _ in 0..<Int.random(in: 0...8, using: &generator) {
      // This scalar would join the character of the next cell.
      let text = RandomText.make(using: &generator).unicodeScalars.filter { $0 != "\u{600}" }
      changed.draw(
        SafeText(String(String.UnicodeScalarView(text))),
        x: Int.random(in: -3..<canvas.width, using: &generator),
        y: Int.random(in: 0..<canvas.height, using: &generator),
        Self.paints.randomElement(using: &generator) ?? .plain)
    }
    return changed
  }

  @Test(arguments: UInt64(0)..<60)
  func `is reached from any other one`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let (width, height) = (
      Int.random(in: 1...40, using: &generator), Int.random(in: 1...14, using: &generator)
    )
    var old = change(Canvas(width: width, height: height), using: &generator)
    var shown = screen(old)
    shown.feed(Array("rubbish".utf8.prefix(width)))
    shown.feed(FrameEncoder.bytes(from: nil, to: Frame(old)).bytes)
    #expect(shown.difference(from: screen(printed: old)) == nil)
    for step in 0..<25 {
      let new = change(old, using: &generator)
      shown.feed(FrameEncoder.bytes(from: Frame(old), to: Frame(new)).bytes)
      try #require(shown.difference(from: screen(printed: new)) == nil, "step \(step)")
      old = new
    }
  }

  @Test(arguments: UInt64(0)..<20)
  func `puts letters where they belong on a terminal that counts cells otherwise`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var old = change(Canvas(width: 30, height: 6), using: &generator)
    var shown = TerminalScreen(columns: 30, rows: 6) { $0.isASCII ? 1 : min(1, CellWidth.of($0)) }
    shown.feed(FrameEncoder.bytes(from: nil, to: Frame(old)).bytes)
    for _ in 0..<10 {
      let new = change(old, using: &generator)
      shown.feed(FrameEncoder.bytes(from: Frame(old), to: Frame(new)).bytes)
      let expected = screen(printed: new)
      for (row, cells) in expected.rows.enumerated() {
        for (column, cell) in cells.enumerated()
        where ("a"..."z").contains(cell.glyph) || ("A"..."Z").contains(cell.glyph) {
          #expect(shown.rows[row][column] == cell)
        }
      }
      old = new
    }
  }

  @Test func `leaves out changes of colour that nobody sees in a picture`() throws {
    let colors = (0..<60).map { step in
      Color.mixed(red: 20 + UInt8(step), green: 120 - UInt8(step) / 2, blue: 160)
    }
    func frame(_ glyph: SafeText) -> Canvas {
      var canvas = Canvas(width: 60, height: 1)
      for (x, color) in colors.enumerated() {
        canvas.draw(glyph, x: x, y: 0, Paint(color, on: colors[59 - x]))
      }
      return canvas
    }
    let (blocks, letters) = (frame("▄"), frame("a"))
    let bytes = FrameEncoder.bytes(from: nil, to: Frame(blocks)).bytes
    let exact = FrameEncoder.bytes(from: nil, to: Frame(letters)).bytes
    #expect(bytes.count < exact.count / 2)
    #expect(blocks.output.bytes.count < letters.output.bytes.count / 2)
    var (shown, expected) = (screen(blocks), screen(letters))
    shown.feed(bytes)
    expected.feed(exact)
    for (cell, wanted) in zip(shown.rows[0], expected.rows[0]) {
      for isGround in [false, true] {
        let (one, other) = (cell.color(isGround: isGround), wanted.color(isGround: isGround))
        let (near, exact) = (try #require(one), try #require(other))
        #expect(zip(near, exact).allSatisfy { abs($0 - $1) <= 2 })
      }
    }
  }

  @Test func `costs nothing when nothing changed`() {
    var canvas = Canvas(width: 10, height: 3)
    canvas.draw("日本 👩‍💻", x: 0, y: 1)
    #expect(FrameEncoder.bytes(from: Frame(canvas), to: Frame(canvas)).isEmpty)
    let typed = Frame(canvas, cursor: .init(x: 1, y: 2))
    #expect(FrameEncoder.bytes(from: typed, to: typed).isEmpty)
  }

  @Test func `leaves a vowel sign its cell beside letters that joined`() {
    var old = Canvas(width: 12, height: 1)
    old.draw("1234567 9", x: 0, y: 0)
    var new = old
    new.draw("क्षि5", x: 1, y: 0)
    var shown = screen(old)
    shown.feed(FrameEncoder.bytes(from: nil, to: Frame(old)).bytes)
    shown.feed(FrameEncoder.bytes(from: Frame(old), to: Frame(new)).bytes)
    #expect(
      shown.rows[0].map(\.glyph) == ["1", "क्षि", "", "", "5", "6", "7", " ", "9", " ", " ", " "])
    // A terminal that gives the character two cells must not show the old third cell.
    var narrow = TerminalScreen(columns: 12, rows: 1) { min(2, CellWidth.of($0)) }
    narrow.feed(FrameEncoder.bytes(from: nil, to: Frame(old)).bytes)
    narrow.feed(FrameEncoder.bytes(from: Frame(old), to: Frame(new)).bytes)
    #expect(narrow.rows[0].map(\.glyph).joined() == "1क्षि 567 9   ")
  }

  @Test(arguments: ["कि", "কো", "🇩🇪", "தமி"])
  func `leaves nothing beside a character that a terminal gives no cell`(text: SafeText) {
    var shown = TerminalScreen(columns: 20, rows: 1) {
      $0.unicodeScalars.first.map { CellWidth.of(Character($0)) } ?? 0
    }
    var old = Canvas(width: 20, height: 1)
    old.draw("abcdefghij", x: 0, y: 0)
    var new = old
    let end = new.draw(text, x: 1, y: 0)
    for (before, after) in [(nil, Frame(old)), (Frame(old), Frame(new)), (nil, Frame(new))] {
      shown.feed(FrameEncoder.bytes(from: before, to: after).bytes)
      guard after.canvas[1, 0] != old[1, 0] else { continue }
      let letters = shown.rows[0].map(\.glyph).joined().filter(\.isASCII).filter { $0 != " " }
      #expect(letters == "a" + "abcdefghij".dropFirst(end))
    }
  }

  @Test func `leaves nothing of a picture that a terminal takes apart`() {
    var shown = TerminalScreen(columns: 20, rows: 1) {
      $0.unicodeScalars.reduce(0) { $0 + CellWidth.of(Character($1)) }
    }
    var old = Canvas(width: 20, height: 1)
    old.draw("abcdefghij", x: 0, y: 0)
    var new = old
    new.draw("👍🏽", x: 1, y: 0)
    for (before, after) in [(nil, Frame(old)), (Frame(old), Frame(new)), (nil, Frame(new))] {
      shown.feed(FrameEncoder.bytes(from: before, to: after).bytes)
    }
    #expect(shown.rows[0][3...].map(\.glyph).joined() == "defghij          ")
  }

  @Test func `leaves nothing after a symbol that a terminal takes for a letter`() {
    var shown = TerminalScreen(columns: 20, rows: 1) { $0 == "♟️" ? 1 : CellWidth.of($0) }
    var old = Canvas(width: 20, height: 1)
    old.draw("abcdefghij", x: 0, y: 0)
    var new = Canvas(width: 20, height: 1)
    new.draw("a♟️ def", x: 0, y: 0)
    for (before, after) in [(nil, Frame(old)), (Frame(old), Frame(new))] {
      shown.feed(FrameEncoder.bytes(from: before, to: after).bytes)
    }
    #expect(shown.rows[0].map(\.glyph).joined() == "a♟️  def             ")
  }

  @Test func `lets the terminal move rows that are there already`() {
    var old = Canvas(width: 80, height: 40)
    var new = old
    for row in 0..<40 {
      old.draw("line \(row) of a long list of things to read", x: 0, y: row)
      new.draw("line \(row + 1) of a long list of things to read", x: 0, y: row)
    }
    let bytes = FrameEncoder.bytes(from: Frame(old), to: Frame(new))
    #expect(bytes.bytes.count < 100)
    #expect(bytes.text.contains("\u{1B}[1;40r\u{1B}[1S\u{1B}[r"))
  }

  @Test func `lets the terminal move rows though something beside them stays or goes`() {
    var old = Canvas(width: 80, height: 40)
    var new = old
    for row in 0..<40 {
      old.draw("\(row * 7) is told on line \(row), and \(row * row) too", x: 20, y: row)
      let next = row + 3
      new.draw("\(next * 7) is told on line \(next), and \(next * next) too", x: 20, y: row)
      old.draw("|", x: row < 20 ? 0 : 70, y: row)
      new.draw("|", x: row < 20 ? 70 : 0, y: row)
    }
    let bytes = FrameEncoder.bytes(from: Frame(old), to: Frame(new))
    #expect(bytes.text.contains("\u{1B}[1;40r\u{1B}[3S\u{1B}[r"))
    #expect(bytes.bytes.count < 1_500)
  }

  /// A grid of pictures with captions, empty lines and a line of hints.
  private func grid(width: Int, height: Int) -> Canvas {
    var generator = SeededGenerator(seed: UInt64(width))
    func tone() -> UInt8 { UInt8.random(in: 0...255, using: &generator) }
    var canvas = Canvas(width: width, height: height)
    for y in 0..<height {
      for x in 0..<width where y % 12 > 1 && x % (width / 3) > 0 {
        let paint = Paint(.mixed(red: tone(), green: tone(), blue: tone()))
        canvas.fill(x: x, y: y, width: 1, with: "▀", paint)
      }
      if y % 12 == 0 { canvas.draw("♥ \(y) · 3d · #42", x: 1, y: y) }
    }
    canvas.fill(x: 0, y: height - 1, width: width, with: "k")
    return canvas
  }

  @Test(arguments: [(80, 24), (120, 40), (300, 100)])
  func `moves nothing because of one line`(width: Int, height: Int) {
    let old = grid(width: width, height: height)
    for row in [0, 12, height - 1] {
      var new = old
      new.fill(x: 0, y: row, width: width)
      new.draw(":", x: 0, y: row)
      for (before, after) in [(old, new), (new, old)] {
        let bytes = FrameEncoder.bytes(from: Frame(before), to: Frame(after))
        #expect(!bytes.text.contains(/\u{1B}\[[0-9]+;[0-9]+r/) && bytes.bytes.count < 1_000)
      }
    }
  }

  @Test func `shows a cursor only where text is typed`() {
    let canvas = Canvas(width: 10, height: 3)
    let typed = Frame(canvas, cursor: .init(x: 4, y: 2))
    var shown = screen(canvas)
    shown.feed(FrameEncoder.bytes(from: nil, to: Frame(canvas)).bytes)
    #expect(!shown.showsCursor)
    shown.feed(FrameEncoder.bytes(from: Frame(canvas), to: typed).bytes)
    #expect(shown.showsCursor && shown.cursor == (4, 2))
    shown.feed(FrameEncoder.bytes(from: typed, to: Frame(canvas)).bytes)
    #expect(!shown.showsCursor)
    #expect(
      shown.modes == [
        "?2026h", "?25l", "?2026l", "?2026h", "?25h", "?2026l", "?2026h", "?25l", "?2026l",
      ])
  }
}
