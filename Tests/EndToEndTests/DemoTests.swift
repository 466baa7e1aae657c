import Foundation
import Support
import Testing

/// Tests that a demo saves nothing, and leaves nothing whatever ends it.
@Suite struct DemoTests {
  private let program: Program

  init() throws {
    var program = try Program(database: "mine.db", user: "nobody.here")
    program.environment["TMPDIR"] = program.home.file("tmp")
    try FileManager.default.createDirectory(
      atPath: program.home.file("tmp"), withIntermediateDirectories: false)
    self.program = program
  }

  private func rest() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: program.home.file("tmp")).sorted()
  }

  /// A demo whose first page is drawn.
  private func open() throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(program, "demo")
    try terminal.read { $0.contains("Alice Marlowe") && $0.hasSuffix("\u{1B}[?2026l") }
    #expect(try rest().count == 1)
    return terminal
  }

  @Test(arguments: [[], ["--db", "other.db"], ["--as", "bob"]])
  func `without a terminal the first page is printed`(options: [String]) throws {
    let answer = try program.run(options + ["demo"])
    #expect(answer.status == 0 && answer.stderr.isEmpty)
    #expect(answer.stdout.contains("Alice Marlowe") && answer.stdout.contains("#354"))
    #expect(try program.home.names() == ["tmp"])
    #expect(try rest() == [])
  }

  @Test func `options for drawing are those of browse, and the page takes its own of them`() throws
  {
    let plain = try program.succeed("demo", "--color", "always")
    let light = try program.succeed("demo", "--color", "always", "--light", "--header", "fading")
    #expect(plain != light && light.contains("Alice Marlowe"))
    let refusal = try program.run("demo", "--header", "none")
    #expect(refusal.status == 64 && refusal.stderr.contains("Usage: profilectl demo ["))
  }

  @Test func `a terminal that can't move its cursor gets the first page`() throws {
    let terminal = try PseudoTerminal(program, "demo", term: "dumb")
    #expect(try terminal.wait() == 0)
    #expect(terminal.text.contains("Alice Marlowe") && !terminal.text.contains("\u{1B}"))
    #expect(try rest() == [])
  }

  @Test func `everything can be tried, and nothing of it stays`() throws {
    let terminal = try open()
    for line in ["follow wen", "post 'only here'", "login bob", "demo"] {
      terminal.type(":\(line)\r")
      try terminal.readUntilQuiet()
    }
    #expect(terminal.text.contains("leave it first"))
    terminal.type("\u{1B}\u{1B}qq")
    #expect(try terminal.wait() == 0)
    #expect(terminal.text.hasSuffix("create-user alice\r\n"))
    #expect(try program.home.names() == ["tmp"])
    #expect(try rest() == [])
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `a signal leaves nothing`(signal: Int32) throws {
    let terminal = try open()
    terminal.send(signal)
    #expect(try terminal.wait() == 128 + signal)
    #expect(try rest() == [])
  }

  @Test func `a terminal that is gone leaves nothing`() throws {
    let terminal = try open()
    terminal.hangUp()
    _ = try terminal.wait()
    #expect(try rest() == [])
  }

  @Test func `the next demo removes what a killed one left, and not a running one`() throws {
    let killed = try open()
    let abandoned = try rest()
    killed.send(SIGKILL)
    _ = try? killed.wait()
    #expect(try rest() == abandoned)
    let running = try open()
    #expect(try rest() != abandoned)
    let kept = try rest()
    #expect(try program.run("demo").status == 0)
    #expect(try rest() == kept)
    running.type("qq")
    #expect(try running.wait() == 0)
  }

  @Test func `a folder that another user could write is left alone`() throws {
    let folder = program.home.file("tmp/profilectl-demo-abcdef")
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o755])
    #expect(try program.run("demo").status == 0)
    #expect(try rest() == ["profilectl-demo-abcdef"])
  }

  @Test func `a full or missing place is an error`() throws {
    var program = program
    program.environment["TMPDIR"] = program.home.file("missing")
    let answer = try program.run("demo")
    #expect(answer.status != 0 && answer.stderr.hasPrefix("Error: "))
  }

  @Test func `scripts and prompts refuse it`() throws {
    try program.home.write("demo\n", to: "script")
    let script = try program.run("run", "script")
    #expect(script.status == 64 && script.stderr.contains("script:1: Error: 'demo' can't be used"))
    let terminal = try PseudoTerminal(program, "repl")
    try terminal.read { $0.hasSuffix("mine.db> ") }
    terminal.type("demo\r")
    try terminal.read {
      $0.contains("can't be used in a script or the interactive shell") && $0.hasSuffix("> ")
    }
    terminal.type("\u{4}")
    _ = try terminal.wait()
    #expect(try rest() == [])
  }
}
