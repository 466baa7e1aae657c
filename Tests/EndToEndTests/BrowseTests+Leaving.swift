import Rendering
import Support
import Testing

/// What is left on a terminal.
extension BrowseTests {
  @Test(arguments: ["q", "\u{3}", "\u{1A}"])
  func `a terminal without another screen keeps nothing that was drawn`(key: String) throws {
    let terminal = try open("bob")
    terminal.type(key)
    try terminal.read { $0.contains("\u{1B}[?1049l") }
    var screen = TerminalScreen(columns: 80, rows: 24, width: CellWidth.of)
    let told = terminal.text.components(separatedBy: "\u{1B}[?1049l")[0]
    screen.feed(Array(told.utf8))
    #expect(screen.rows.joined().allSatisfy { $0 == screen.rows[0][0] && $0.glyph == " " })
    #expect(screen.cursor == (0, 0))
  }
}
