import Support
import Testing

/// Tests how `watch` reports pictures that can't be drawn.
extension PictureTests {
  @Test func `a picture that can't be drawn is reported before the screen is taken, not on it`()
    throws
  {
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

  @Test func `on a dumb terminal pictures that can't be drawn are reported once`() throws {
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
