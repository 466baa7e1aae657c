import Support
import Testing

/// Tests of pictures in `watch` and `view`.
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

  @Test(arguments: [(24, 20...25), (40, 36...41)])
  func `LINES sets the height of a picture on a pipe`(
    lines: Int, height: ClosedRange<Int>
  ) throws {
    let sample = try SampleCopy()
    var program = try Program(database: sample.path, user: "bob", now: SmallNetwork.now)
    program.environment["LINES"] = String(lines)
    let answer = try program.succeed("view", "325")
    #expect(height.contains(answer.split(separator: "\n", omittingEmptySubsequences: false).count))
  }
}
