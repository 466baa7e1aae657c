import Support
import Testing

/// Tests bytes that a terminal sends to the browser without a key.
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

  @Test func `Ctrl-C leaves during an unfinished paste`() throws {
    let terminal = try open()
    terminal.type("\u{1B}[200~zzz")
    try terminal.readUntilQuiet()
    terminal.type("\u{3}")
    #expect(try terminal.wait() == 130)
    #expect(terminal.isCooked)
  }

  @Test func `a late reply of the terminal is ignored`() throws {
    let terminal = try open()
    try terminal.readUntilQuiet()
    let count = terminal.bytes.count
    for reply in ["]11;rgb:0000/0000/0000\u{7}", "P>|quit(370)\u{1B}\\", "_Gi=1;OK\u{1B}\\"] {
      terminal.type("\u{1B}\(reply)")
    }
    try terminal.readUntilQuiet()
    #expect(terminal.bytes.count == count)
    // The reply arrives in two reads.
    terminal.type("\u{1B}]11;rgb:f")
    terminal.type("fff\u{1B}\\")
    try terminal.readUntilQuiet()
    #expect(terminal.bytes.count == count)
    terminal.type("qq")
    #expect(try terminal.wait() == 0)
  }
}
