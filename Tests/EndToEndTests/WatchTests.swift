import Foundation
import Rendering
import Screens
import Support
import Testing

/// Tests `watch` while another process changes the network.
@Suite struct WatchTests {
  private let network: SmallNetwork

  init() throws {
    network = try SmallNetwork()
  }

  private func open(limit: Int = 9) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(
      network.program, "watch", "bob", "--limit", String(limit))
    try terminal.read { $0.contains("\u{1B}[?1049h") && $0.hasSuffix("\u{1B}[?2026l") }
    return terminal
  }

  private func shows(_ words: String, _ terminal: PseudoTerminal) throws {
    try terminal.read { text in
      guard text.hasSuffix("\u{1B}[?2026l") else { return false }
      var screen = TerminalScreen(columns: 80, rows: 24, width: CellWidth.of)
      screen.feed(terminal.bytes)
      return screen.rows.contains { $0.map(\.glyph).joined().contains(words) }
    }
  }

  @Test func `counts change on the terminal, which is restored at the end`() throws {
    let terminal = try open()
    try shows("1 Follower", terminal)
    try network.program.succeed("--as", "dave", "follow", "bob")
    try shows("2 Followers", terminal)
    let count = terminal.bytes.count
    // Posts of carol do not change bob's page.
    try network.program.succeed("--as", "carol", "post", "Nothing to do with bob")
    try terminal.readUntilQuiet(for: .milliseconds(300))
    #expect(terminal.bytes.count == count)
    terminal.type("\u{3}")
    #expect(try terminal.wait() == 130)
    #expect(terminal.isCooked && terminal.text.hasSuffix("\u{1B}[?1049l"))
  }

  @Test func `a window that is too small shows a message`() throws {
    let terminal = try PseudoTerminal(network.program, "watch", "bob", columns: 18, rows: 5)
    try terminal.read { $0.contains("Window too small.") }
    terminal.type("q")
    #expect(try terminal.wait() == 0)
  }

  @Test func `a renamed user is still watched`() throws {
    let terminal = try open()
    try network.program.succeed("--as", "bob", "edit-profile", "--rename", "robert")
    try shows("@robert", terminal)
    try network.program.succeed("create-user", "bob")
    try network.program.succeed("--as", "dave", "follow", "robert")
    try shows("2 Followers", terminal)
    terminal.type("q")
    #expect(try terminal.wait() == 0)
  }

  @Test func `a deleted user is reported by the last handle`() throws {
    let terminal = try open()
    try network.program.succeed("--as", "bob", "edit-profile", "--rename", "robert")
    try shows("@robert", terminal)
    try network.program.succeed("delete-user", "robert", "--yes")
    #expect(try terminal.wait() == 67)
    #expect(terminal.text.contains("There is no user 'robert'."))
  }

  @Test func `keys scroll to posts below the window`() throws {
    for number in 1...12 {
      try network.program.succeed("--as", "bob", "post", "Loaf number \(number)")
    }
    let terminal = try open(limit: 12)
    try shows("Loaf number 12", terminal)
    try shows("q leaves   Up Down scroll", terminal)
    terminal.type("G")
    try shows("Loaf number 1 ", terminal)
    terminal.type("g")
    try shows("1 Follower", terminal)
    terminal.type("q")
    #expect(try terminal.wait() == 0)
  }

  @Test func `it shows the key q, which leaves`() throws {
    let terminal = try open()
    try shows("q leaves", terminal)
    terminal.type("q")
    #expect(try terminal.wait() == 0)
    #expect(terminal.isCooked)
  }

  @Test func `a signal ends it`() throws {
    let terminal = try open()
    terminal.send(SIGTERM)
    #expect(try terminal.wait() == 143)
    #expect(terminal.isCooked && terminal.text.hasSuffix("\u{1B}[?1049l"))
  }

  @Test func `a pipe gets one line for each change`() throws {
    let answer = try network.program.shell(
      """
      profilectl watch bob --format ndjson --fields user | {
        read -r first; profilectl --as dave follow bob >follow.txt; read -r second
        echo "$first"; echo "$second"
      }
      """)
    let counts = answer.stdout.split(separator: "\n").map {
      $0.split(separator: ",").first { $0.contains("follower_count") } ?? ""
    }
    #expect(counts == ["\"follower_count\":1", "\"follower_count\":2"])
    #expect(answer.status == 0)
  }

  @Test func `it ends when its reader closes the pipe`() throws {
    let answer = try network.program.shell("profilectl watch bob | head -n 1 >/dev/null; echo over")
    #expect(answer == Answer(stdout: "over\n"))
  }

  @Test func `a script refuses it`() throws {
    let answer = try network.program.run("run", "-", input: "watch bob\n")
    #expect(answer.status == 64)
  }
}
