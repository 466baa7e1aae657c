import Support
import Testing

/// What who watches hears of pictures that can't be drawn.
extension PictureTests {
  /// What is told of later ones would stand on the screen.
  @Test func `who watches is told before the screen is taken, and not on it`() throws {
    let folder = try TemporaryFolder()
    let alone = try programAlone(in: folder)
    try alone.succeed("post", "-q", "--image", "cat1.png")
    let terminal = try PseudoTerminal(alone, "watch")
    try terminal.read { $0.contains("\u{1B}[?1049h") && $0.hasSuffix("\u{1B}[?2026l") }
    try alone.succeed("post", "Another cat", "-q", "--image", "cat2.png")
    try terminal.read { $0.contains("Another") && $0.hasSuffix("\u{1B}[?2026l") }
    terminal.type("q")
    #expect(try terminal.wait() == 0)
    let parts = terminal.text.split(separator: "\u{1B}[?1049h", maxSplits: 1)
    #expect(parts.map { $0.contains("can't be drawn yet") } == [true, false])
  }

  @Test func `who watches where nothing can be drawn over is told once, when it begins`() throws {
    let folder = try TemporaryFolder()
    let alone = try programAlone(in: folder)
    let terminal = try PseudoTerminal(alone, "watch", term: "dumb")
    try terminal.read { $0.contains("Posts") }
    #expect(!terminal.text.contains("drawn yet"))
    for number in 1...2 {
      try alone.succeed("post", "Cat \(number)", "-q", "--image", "cat\(number).png")
      try terminal.read { $0.contains("Cat \(number)") }
    }
    terminal.type("\u{3}")
    #expect(try terminal.wait() == 130)
    #expect(terminal.text.components(separatedBy: "drawn yet").count == 2)
  }
}
