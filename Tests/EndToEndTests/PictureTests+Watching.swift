import Support
import Testing

/// Tests that `watch` leaves pictures to their descriptions where they can't be drawn.
extension PictureTests {
  @Test func `watch says nothing of pictures that can't be drawn`() throws {
    let folder = try TemporaryFolder()
    let alone = try programAlone(in: folder)
    try alone.succeed("post", "-q", "--image", "cat1.png")
    let terminal = try PseudoTerminal(alone, "watch")
    try terminal.read { $0.contains("\u{1B}[?1049h") && $0.hasSuffix("\u{1B}[?2026l") }
    try alone.succeed("post", "Another cat", "-q", "--image", "cat2.png")
    try terminal.read { $0.contains("Another") && $0.hasSuffix("\u{1B}[?2026l") }
    terminal.type("q")
    #expect(try terminal.wait() == 0)
    #expect(!terminal.text.contains("drawn"))
  }
}
