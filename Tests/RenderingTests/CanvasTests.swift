import Model
import Rendering
import Support
import Testing

@Suite struct `A canvas` {
  @Test func `has cells of twelve bytes`() {
    #expect(MemoryLayout<Cell>.size == 12)
  }

  @Test func `clips what falls outside`() {
    var canvas = Canvas(width: 4, height: 2)
    canvas.draw("abcdef", x: -2, y: 0)
    canvas.draw("xyz", x: 2, y: 1)
    canvas.draw("no", x: 0, y: 2)
    canvas.draw("no", x: 0, y: -1)
    #expect(canvas.output.text == "cdef\n  xy\n")
  }

  @Test func `never draws half of a wide character`() {
    var canvas = Canvas(width: 5, height: 3)
    canvas.draw("日本語", x: 0, y: 0)
    canvas.draw("日本", x: -1, y: 1)
    canvas.draw("日本", x: 0, y: 2)
    canvas.draw("x", x: 1, y: 2)
    #expect(canvas.output.text == "日本\n 本\n x本\n")
  }

  @Test func `keeps clusters whole, also when it is drawn on another`() {
    var small = Canvas(width: 4, height: 1)
    small.draw("👩‍💻e\u{301}", x: 0, y: 0)
    var large = Canvas(width: 6, height: 1)
    large.draw(small, x: 2, y: 0)
    #expect(large.output.text == "  👩‍💻e\u{301}\n")
  }

  @Test func `a terminal puts the text after a cluster into its column, and no pipe does`() {
    var canvas = Canvas(width: 8, height: 1)
    canvas.draw("a👩‍💻bc", x: 0, y: 0)
    var traits = Traits(width: 8, now: Sample.now)
    #expect(canvas.output(in: traits, placesClusters: true).text == "a👩‍💻bc\n")
    traits.isTerminal = true
    #expect(canvas.output(in: traits).text == "a👩‍💻bc\n")
    #expect(
      canvas.output(in: traits, placesClusters: true).text
        == "a\u{1B}[?7l👩‍💻\u{1B}[4Gbc\u{1B}[?7h\n")
  }

  @Test func `leaves blanks where it is drawn on another and a wide character is cut`() {
    var small = Canvas(width: 4, height: 1)
    small.draw("日本", x: 0, y: 0)
    var large = Canvas(width: 5, height: 3)
    for row in 0..<3 { large.draw("語語x", x: 0, y: row) }
    large.draw(small, x: -1, y: 0)
    large.draw(small, x: 2, y: 1)
    large.draw(small, x: 1, y: 2)
    large.draw(small, x: 9, y: 9)
    #expect(large.output.text == " 本 x\n語日\n 日本\n")
  }

  @Test func `writes each change of paint once and one reset a line`() {
    let red = Paint(.palette(1))
    var canvas = Canvas(width: 8, height: 2)
    canvas.draw("ab", x: 0, y: 0, red)
    canvas.draw("cd", x: 3, y: 0, red)
    canvas.draw("e", x: 5, y: 0, Paint(.palette(1), .bold))
    canvas.draw("f", x: 6, y: 0)
    canvas.draw("g", x: 0, y: 1, Paint(.mixed(red: 1, green: 2, blue: 3), on: .palette(200)))
    #expect(
      canvas.output.text == "\u{1B}[31mab cd\u{1B}[1me\u{1B}[22;39mf\n"
        + "\u{1B}[38;2;1;2;3;48;5;200mg\u{1B}[0m\n")
  }

  @Test func `keeps painted blanks at the end of a line`() {
    var canvas = Canvas(width: 3, height: 1)
    canvas.draw("  ", x: 0, y: 0, Paint(.standard, on: .palette(4)))
    #expect(canvas.output.text == "\u{1B}[44m  \u{1B}[0m\n")
  }

  @Test(arguments: UInt64(0)..<300)
  func `shows what was drawn on it, whatever it was`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var canvas = Canvas(width: 12, height: 3)
    for _ in 0..<12 {
      let text = SafeText(RandomText.make(using: &generator))
      let x = Int.random(in: -9..<14, using: &generator)
      canvas.draw(text, x: x, y: Int.random(in: -1...3, using: &generator))
    }
    let lines = canvas.output.text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 4)
    #expect(lines.allSatisfy { $0.reduce(0) { $0 + CellWidth.of($1) } <= 12 })
  }
}

@Suite struct `Colours` {
  @Test(
    arguments: [
      (0, 0, 0, 16), (255, 255, 255, 231), (255, 0, 0, 196), (128, 128, 128, 244),
      (95, 175, 255, 75),
    ] as [(UInt8, UInt8, UInt8, UInt8)])
  func `the nearest of 256 is found`(red: UInt8, green: UInt8, blue: UInt8, index: UInt8) {
    #expect(Color.near(red: red, green: green, blue: blue, in: .ansi256) == .palette(index))
  }

  @Test func `nothing is left without colour`() {
    #expect(Color.near(red: 9, green: 9, blue: 9, in: .none) == .standard)
  }
}
