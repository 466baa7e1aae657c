import Rendering
import Support
import Testing

@Suite struct `Wrapping text` {
  @Test func `lines break between words`() {
    #expect(wrap("the quick brown fox", 10) == ["the quick", "brown fox"])
  }

  @Test func `a long word is broken`() {
    #expect(wrap("see abcdefghijkl now", 5) == ["see", "abcde", "fghij", "kl", "now"])
  }

  @Test func `line feeds are kept, empty lines too`() {
    #expect(wrap("a\n\nb c\n", 10) == ["a", "", "b c", ""])
  }

  @Test func `wide characters break anywhere between them`() {
    #expect(wrap("今日は good", 5) == ["今日", "は", "good"])
  }

  @Test func `words of scripts with wide clusters are kept whole`() {
    #expect(wrap("नमस्ते दावा है", 8) == ["नमस्ते", "दावा है"])
    #expect(wrap("वा दावा", 6) == ["वा", "दावा"])
  }

  @Test func `no line begins with closing punctuation`() {
    #expect(wrap("今日は。", 6) == ["今日", "は。"])
    #expect(wrap("日本、日本", 4) == ["日", "本、", "日本"])
    #expect(wrap("大変！？", 6) == ["大", "変！？"])
    #expect(wrap("日本!", 4) == ["日", "本!"])
    #expect(wrap("日。", 2) == ["日", "。"])
  }

  @Test func `no line ends with an opening bracket`() {
    #expect(wrap("今「日」", 4) == ["今", "「日", "」"])
    #expect(wrap("今日「本」", 6) == ["今日", "「本」"])
  }

  @Test func `pictures and hangul break anywhere`() {
    #expect(wrap("🎉🎉🎉", 4) == ["🎉🎉", "🎉"])
    #expect(wrap("한국어", 4) == ["한국", "어"])
  }

  @Test func `spaces at a break disappear`() {
    #expect(wrap("ab      cd", 3) == ["ab", "cd"])
  }

  @Test func `the last line allowed ends with the ellipsis`() {
    #expect(wrap("one two three four", 5, lines: 2) == ["one", "two…"])
  }

  @Test func `a text that fits the lines has no ellipsis`() {
    #expect(wrap("one two", 5, lines: 2) == ["one", "two"])
  }

  @Test(arguments: [
    ("hello", 5, "hello"), ("hello!", 5, "hell…"), ("hello\nyou", 20, "hello…"), ("日本語", 5, "日本…"),
    ("日本語", 4, "日…"), ("a b", 2, "a…"), ("abc", 1, "…"), ("", 3, ""),
  ])
  func `one line is cut with the ellipsis`(text: String, width: Int, cut: String) {
    let line = Wrapping(width: width, ellipsis: "…").line(of: SafeText(text, .lines))
    #expect(line.string == cut)
  }

  @Test(arguments: UInt64(0)..<2_000)
  func `a line is never wider than asked`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let text = SafeText(RandomText.make(using: &generator), .lines)
    for width in 1...24 {
      let wrapping = Wrapping(width: width, ellipsis: seed % 2 == 0 ? "…" : "...")
      let lines = wrapping.lines(of: text) + [wrapping.line(of: text)]
      #expect(lines.allSatisfy { $0.width <= width && !$0.string.contains("\n") })
    }
  }

  @Test(arguments: UInt64(0)..<500)
  func `wrapping loses nothing but blanks, and characters wider than a line`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let width = 2 + Int(seed % 18)
    let text = SafeText(RandomText.make(using: &generator), .lines)
    let lines = Wrapping(width: width, ellipsis: "…").lines(of: text)
    let kept = lines.flatMap(\.string.unicodeScalars).filter { $0 != " " }
    let expected = text.string.map { CellWidth.of($0) > width ? "?" : String($0) }.joined()
    #expect(kept == expected.unicodeScalars.filter { $0 != " " && $0 != "\n" })
  }

  private func wrap(_ text: String, _ width: Int, lines: Int = .max) -> [String] {
    Wrapping(width: width, ellipsis: "…", lineLimit: lines).lines(of: SafeText(text, .lines))
      .map(\.string)
  }
}
