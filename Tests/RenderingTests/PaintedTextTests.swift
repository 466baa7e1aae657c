import Model
import Rendering
import Support
import Testing

@Suite struct PaintedTextTests {
  @Test(arguments: [ColorDepth.ansi16, .ansi256, .trueColor])
  func `what is printed in colours reads as it does without`(depth: ColorDepth) {
    func printed(_ depth: ColorDepth) -> String {
      let traits = Traits(width: 60, depth: depth, isTerminal: true, now: Sample.now)
      var canvas = Canvas(width: 60, height: 2)
      var line = StyledLine("Bob 🌱", .strong)
      for style in [Style.faint, .accent, .heart, .button, .chosen] { line.append(" word", style) }
      canvas.draw(line, x: 0, y: 0, in: traits)
      canvas.draw("日本 plain", x: 3, y: 1)
      return canvas.output.text
    }
    #expect(printed(depth) != printed(.none))
    #expect(PaintedText(printed(depth)).plain == printed(.none))
  }

  @Test func `other escape sequences stay as they are`() {
    for text in ["\u{1B}[2J", "\u{1B}", "\u{1B}[", "\u{1B}[1", "\u{1B}]0;x\u{7}", "a\r\n\tb", ""] {
      #expect(PaintedText(text).plain == text)
    }
  }
}
