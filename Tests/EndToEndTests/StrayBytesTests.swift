import Support
import Testing

/// What a terminal sends to the browser without anybody having typed it.
@Suite struct StrayBytesTests {
  private let network: SmallNetwork

  init() throws {
    network = try SmallNetwork()
  }

  private func open() throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(network.program, "browse", "bob")
    try terminal.read { $0.contains("keys") && $0.hasSuffix("\u{1B}[?2026l") }
    return terminal
  }

  @Test func `a paste without an end can be left`() throws {
    let terminal = try open()
    terminal.type("\u{1B}[200~zzz")
    try terminal.readUntilQuiet()
    terminal.type("\u{3}")
    #expect(try terminal.wait() == 130)
    #expect(terminal.isCooked)
  }
}
