import Support
import Testing

@Suite struct SeedInterruptionTests {
  @Test func `Ctrl-C stops a long seed, and nothing is saved`() throws {
    let program = try Program(database: nil)
    let terminal = try PseudoTerminal(
      program, "--db", "net.db", "seed", "--users", "20000", "--posts", "100000")
    try terminal.read { $0.contains("posts  ") }
    terminal.type("\u{03}")
    #expect(try terminal.wait() == 130)
    #expect(terminal.text.contains("\u{1B}[KInterrupted; nothing was saved."))
    #expect(try FolderState(of: program.home) == FolderState(of: TemporaryFolder()))
  }

  @Test func `a stopped seed removes the log`() throws {
    let network = try SmallNetwork()
    let terminal = try PseudoTerminal(
      network.program, "seed", "--users", "20000", "--posts", "100000")
    try terminal.read { $0.contains("posts  ") }
    terminal.type("\u{03}")
    #expect(try terminal.wait() == 130)
    #expect(try network.program.home.names() == ["net.db", "net.db-lock"])
    #expect(try network.program.succeed("users", "--count") == "3\n")
  }

  @Test func `a short seed shows no progress`() throws {
    let program = try Program(database: nil)
    let terminal = try PseudoTerminal(program, "--db", "net.db", "seed", "--users", "5")
    #expect(try terminal.wait() == 0)
    #expect(!terminal.text.contains("\u{1B}[K"))
  }
}
