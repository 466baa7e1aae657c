import Foundation
import Support
import Testing

/// Tests signals while the terminal accepts no output, as after Ctrl-S.
@Suite struct StoppedTerminalTests {
  private let network: SmallNetwork

  init() throws {
    network = try SmallNetwork()
  }

  private static let signals: [(signal: Int32, status: Int32)] = [
    (SIGTERM, 143), (SIGINT, 130), (SIGHUP, 129),
  ]
  private static let frameEnd = "\u{1B}[?2026l"

  /// Starts a command with more output than the terminal holds, and reads the beginning.
  private func openLong() throws -> PseudoTerminal {
    let numbers = "WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40000)"
    let terminal = try PseudoTerminal(network.program, "sql", "\(numbers) SELECT i FROM n")
    try terminal.read { $0.contains("100\r\n") }
    return terminal
  }

  @Test(arguments: signals)
  func `a signal ends a blocked answer`(signal: Int32, status: Int32) throws {
    let terminal = try openLong()
    try terminal.stopOutput()
    terminal.send(signal)
    #expect(try terminal.wait() == status)
  }

  @Test func `a late reader sees that the answer was interrupted`() throws {
    let terminal = try openLong()
    terminal.send(SIGTERM)
    #expect(try terminal.wait() == 143)
    #expect(terminal.text.hasSuffix("Interrupted.\r\n"))
  }

  @Test(arguments: ["browse", "watch"], signals)
  func `a signal ends a blocked full-screen command and restores the terminal`(
    command: String, ending: (signal: Int32, status: Int32)
  ) throws {
    let terminal = try PseudoTerminal(network.program, command, "bob")
    try terminal.read { $0.contains("\u{1B}[?1049h") && $0.hasSuffix(Self.frameEnd) }
    try terminal.stopOutput()
    terminal.send(ending.signal)
    #expect(try terminal.wait() == ending.status)
    #expect(terminal.isCooked)
  }

  @Test(arguments: ["browse", "watch"], signals)
  func `a late reader sees the restored screen`(
    command: String, ending: (signal: Int32, status: Int32)
  ) throws {
    let terminal = try PseudoTerminal(network.program, command, "bob", columns: 200, rows: 60)
    try terminal.read { $0.contains("\u{1B}[?1049h") && $0.hasSuffix(Self.frameEnd) }
    for columns in [180, 190, 200, 210] {
      try terminal.resize(columns: columns, rows: 60)
      terminal.waitUntilAtRest()
    }
    terminal.send(ending.signal)
    terminal.waitUntilAtRest()
    #expect(try terminal.wait() == ending.status)
    // A frame that waits for its reader ends with a word.
    let text = terminal.text.replacing(/Interrupted\.\r\n$/, with: "")
    #expect(text.hasSuffix("\u{1B}[?1049l") && terminal.isCooked)
  }

  @Test(arguments: ["browse", "watch"])
  func `a signal ends a frame that is being drawn`(command: String) throws {
    let terminal = try PseudoTerminal(network.program, command, "bob")
    try terminal.read { $0.contains("\u{1B}[?1049h") && $0.hasSuffix(Self.frameEnd) }
    try terminal.stopOutput()
    try terminal.resize(columns: 60, rows: 20)
    try network.program.succeed("--as", "dave", "follow", "bob")
    terminal.send(SIGTERM)
    #expect(try terminal.wait() == 143)
    #expect(terminal.isCooked)
  }

  @Test func `a crash ends a blocked browser`() throws {
    let terminal = try PseudoTerminal(network.program, "browse", "bob")
    try terminal.read { $0.contains("\u{1B}[?1049h") && $0.hasSuffix(Self.frameEnd) }
    try terminal.stopOutput()
    terminal.send(SIGUSR1)
    #expect(try terminal.wait() == 128 + SIGUSR1)
    #expect(terminal.isCooked)
  }
}
