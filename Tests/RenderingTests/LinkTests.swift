import Model
import Rendering
import Support
import Testing

@Suite struct `Links in texts` {
  private static let address = "https://mill.example/bread/rye/?loaf=42"

  private func traits(width: Int, depth: ColorDepth = .ansi16) -> Traits {
    var traits = Traits(width: width, depth: depth, isTerminal: true, now: Sample.now)
    traits.hasLinks = true
    return traits
  }

  private func printed(_ text: String, in traits: Traits) -> String {
    PostLines([Sample.post(1, text, minutes: 0)]).output(in: traits).text
  }

  /// The text as the terminal gets it after the line about the post.
  private func words(_ text: String, in traits: Traits) -> [String] {
    printed(text, in: traits).split(separator: "\n").filter { $0.hasPrefix("  ") }.map(String.init)
  }

  @Test func `each line of a wrapped address is a link to the whole address`() {
    let start = "\u{1B}]8;id=905372c5;\(Self.address)\u{1B}\\\u{1B}[36m"
    let end = "\u{1B}]8;;\u{1B}\\"
    #expect(
      words("Rye: \(Self.address).", in: traits(width: 30)) == [
        "  Rye:", "  \(start)https://mill.example/bread/\(end)\u{1B}[0m",
        "  \(start)rye/?loaf=42\(end)\u{1B}[39m.",
      ])
  }

  @Test func `addresses, mentions and hashtags have the accent`() {
    #expect(
      words("See @ana, #rye and a@b #1", in: traits(width: 60)) == [
        "  See \u{1B}[36m@ana\u{1B}[39m, \u{1B}[36m#rye \u{1B}[39mand a@b #1"
      ])
  }

  @Test func `bytes outside ASCII are encoded, and a long address is no link`() {
    let encoded = printed("http://käse.example/ü", in: traits(width: 60))
    #expect(encoded.contains(";http://k%C3%A4se.example/%C3%BC\u{1B}\\"))
    let path = String(repeating: "x", count: 1_100)
    let long = printed("https://a.example/" + path, in: traits(width: 60))
    #expect(long.contains("\u{1B}[36mhttps://a.example/xxx"))
    #expect(!long.contains("\u{1B}]8;"))
  }

  @Test(arguments: UInt64(0)..<500)
  func `marks change no line`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let signs = ["@ana", "#rye", "https://a.example/1", "1\u{FE0F}\u{20E3}", "(", " "]
    let text = (0..<8).map { _ in
      RandomText.make(using: &generator) + (signs.randomElement(using: &generator) ?? "")
    }.joined()
    for width in [1, 2, 7, 20, 60] {
      let traits = traits(width: width, depth: .none)
      let canvas = PostLines([Sample.post(1, text, minutes: 0)]).canvas(in: traits)
      var plain = Canvas(width: width, height: canvas.height)
      let margin = min(2, width / 4)
      let lines = traits.wrap(SafeText(text, .lines), to: width - margin)
      for (row, line) in lines.enumerated() {
        plain.draw(line, x: margin, y: canvas.height - lines.count + row)
      }
      let rows = plain.rows(from: canvas.height - lines.count, count: lines.count)
      let shown = canvas.rows(from: canvas.height - lines.count, count: lines.count)
      #expect(shown.output.text == rows.output.text)
    }
  }

  @Test func `a frame is redrawn where only a link changes`() {
    func frame(_ address: SafeText?) -> Frame {
      var canvas = Canvas(width: 12, height: 2)
      canvas.draw("see it here", x: 0, y: 1)
      if let address { canvas.mark(.web(address), x: 4, y: 1, width: 2) }
      return Frame(canvas)
    }
    let (one, two) = (frame("https://one.example"), frame("https://two.example"))
    #expect(FrameEncoder.bytes(from: one, to: one).isEmpty)
    let changed = FrameEncoder.bytes(from: one, to: two).text
    #expect(changed.contains(";https://two.example\u{1B}\\it\u{1B}]8;;\u{1B}\\"))
    #expect(!changed.contains("see"))
    let removed = FrameEncoder.bytes(from: one, to: frame(nil)).text
    #expect(removed.contains("it") && !removed.contains("]8;"))
  }

  @Test func `a drawing that covers a link hides it`() {
    var canvas = Canvas(width: 12, height: 1)
    canvas.draw("see it here", x: 0, y: 0)
    canvas.mark(.web("https://one.example"), x: 4, y: 0, width: 7)
    canvas.draw(Canvas(width: 9, height: 1), x: 0, y: 0)
    #expect(
      canvas.output(in: traits(width: 12)).text.hasSuffix("\\re\u{1B}]8;;\u{1B}\\\n"))
  }

  @Test func `a pager gets no links`() {
    let output = printed("Rye: \(Self.address).", in: traits(width: 80))
    var plain = traits(width: 80)
    plain.hasLinks = false
    let text = printed("Rye: \(Self.address).", in: plain)
    #expect(Output.withoutLinks(Array(output.utf8)) == Array(text.utf8))
  }
}
