import Support
import Testing

/// Tests windows of several sizes and their changes.
extension BrowseTests {
  @Test func `the window may have any size and change at any moment`() throws {
    let terminal = try open("alice")
    for (columns, rows) in [(20, 6), (5, 2), (200, 60), (40, 12), (80, 24)] {
      try terminal.resize(columns: columns, rows: rows)
      terminal.type("jk")
      try terminal.readUntilQuiet(for: .milliseconds(100))
    }
    try shows("Alice Adler", terminal)
    try leave(terminal)
  }

  @Test func `a requested width stays in a wider window`() throws {
    let terminal = try open("bob", "--width", "50")
    for columns in [40, 90] {
      let before = terminal.text.components(separatedBy: "\u{1B}[2J").count
      try terminal.resize(columns: columns, rows: 24)
      try terminal.read { $0.components(separatedBy: "\u{1B}[2J").count > before }
      try terminal.read { $0.hasSuffix("\u{1B}[?2026l") }
      let bar = rows(terminal, columns: columns).first { $0.hasPrefix("━━━━━━━━━─") }
      #expect(bar?.count { "━─".contains($0) } == min(columns, 50))
    }
    try leave(terminal)
  }
}
