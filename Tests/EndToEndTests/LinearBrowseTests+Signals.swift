import Foundation
import Support
import Testing

/// Tests signals while the linear browser waits for a line.
extension LinearBrowseTests {
  private static let prompt = "alice@net.db> "

  /// Opens the linear browser at the prompt of the interactive shell.
  private func open(_ network: SmallNetwork) throws -> PseudoTerminal {
    var program = network.program
    program.environment["NO_COLOR"] = "1"
    let terminal = try PseudoTerminal(program, "repl")
    try terminal.read { $0.hasSuffix(LinearBrowseTests.prompt) }
    terminal.type("browse bob --linear\r")
    try terminal.read { $0.hasSuffix("\r\n> ") }
    return terminal
  }

  /// Reads until the shell prompts at the start of a line, and leaves the shell.
  private func leaveShell(_ terminal: PseudoTerminal) throws {
    try terminal.read { $0.hasSuffix("\r\n\u{1B}[?2004h" + LinearBrowseTests.prompt) }
    terminal.type("whoami\r")
    try terminal.read { $0.contains("@alice\r\n") && $0.hasSuffix(LinearBrowseTests.prompt) }
    terminal.type("\u{4}")
    #expect(try terminal.wait() == 0)
  }

  @Test func `lines end between words on a terminal, and are whole on a pipe`() throws {
    let network = try SmallNetwork()
    let greeting =
      "Type a number to open a row, a word, or a command; ? lists the words, q goes back."
    let terminal = try PseudoTerminal(network.program, "browse", "bob", "--linear", columns: 40)
    let text = try terminal.read { $0.hasSuffix("\r\n> ") }
    terminal.type("q\r")
    #expect(try terminal.wait() == 0)
    let lines = text.components(separatedBy: "\r\n")
    #expect(lines.allSatisfy { $0.count <= 40 })
    let beginning = [
      "Type a number to open a row, a word, or", "a command; ? lists the words, q goes", "back.",
    ]
    #expect(Array(lines.prefix(3)) == beginning)
    let piped = try network.program.run(["browse", "bob", "--linear"], input: [])
    #expect(piped.stdout.hasPrefix(greeting + "\n"))
  }

  @Test(arguments: ["", "delete-user dave --yes"])
  func `Control-C drops the line and returns to the shell`(typed: String) throws {
    let network = try SmallNetwork()
    let terminal = try open(network)
    terminal.type(typed)
    try terminal.read { $0.hasSuffix("> " + typed) }
    terminal.type("\u{3}")
    try leaveShell(terminal)
    #expect(try network.program.run("show", "dave").status == 0)
  }

  @Test(arguments: [(SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)])
  func `SIGTERM and SIGHUP end the shell too`(signal: Int32, status: Int32) throws {
    let terminal = try open(SmallNetwork())
    terminal.type("delete-user dave")
    try terminal.read { $0.hasSuffix("dave") }
    terminal.send(signal)
    #expect(try terminal.wait() == status)
    #expect(terminal.isCooked)
  }

  @Test func `Control-C at a question does nothing`() throws {
    let network = try SmallNetwork()
    let terminal = try open(network)
    terminal.type("delete-user dave\r")
    try terminal.read { $0.hasSuffix("1. Yes\r\n2. No\r\n> ") }
    terminal.type("\u{3}")
    try leaveShell(terminal)
    #expect(!terminal.text.contains("Error") && !terminal.text.contains("internal"))
    #expect(try network.program.run("show", "dave").status == 0)
  }

  @Test(arguments: [
    ("", "Interrupted."), ("delete-user dave\r", "Interrupted; nothing was saved."),
  ])
  func `the message of a signal begins a line`(typed: String, words: String) throws {
    let terminal = try PseudoTerminal(SmallNetwork().program, "browse", "bob", "--linear")
    try terminal.read { $0.hasSuffix("\r\n> ") }
    terminal.type(typed)
    try terminal.read { $0.hasSuffix("> ") && (typed.isEmpty || $0.contains("2. No")) }
    terminal.type("\u{3}")
    #expect(try terminal.wait() == 130)
    #expect(terminal.text.hasSuffix("\r\n> ^C\r\n\(words)\r\n"))
  }

  @Test func `input that can't be read ends the browser`() throws {
    var program = try SmallNetwork().program
    program.prefix = ["-c", "exec \"$0\" \"$@\" 0>&1 | cat", program.executable]
    program.executable = "/bin/sh"
    let answer = try program.run("browse", "bob", "--linear")
    #expect(answer.stderr.contains("it is closed"))
  }

  @Test(arguments: ["follow", "follow dave"])
  func `Control-C gives up a wait for another process and reports it`(line: String) throws {
    let network = try SmallNetwork()
    let terminal = try open(network)
    terminal.type("show dave\r")
    try terminal.read { $0.contains("@dave") && $0.hasSuffix("\r\n> ") }
    let lock = DatabaseLock(of: network.database)
    terminal.type(line + "\r")
    try terminal.read { $0.hasSuffix("Ctrl-C leaves.\r\n") }
    terminal.type("\u{3}")
    try terminal.read { $0.hasSuffix(LinearBrowseTests.prompt) }
    lock.release()
    try leaveShell(terminal)
    #expect(terminal.text.contains("Interrupted; nothing was saved.\r\n"))
    #expect(!terminal.text.contains("internal"))
    #expect(try network.program.run("follows", "alice", "dave").stdout == "no\n")
  }
}
