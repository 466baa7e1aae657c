import Foundation
import Support
import Testing

@Suite struct ReplTests {
  /// A prompt on a database with alice and bob, without a login.
  private func shell(_ program: Program? = nil) throws -> PseudoTerminal {
    let program = try program ?? ReplTests.networkProgram()
    let terminal = try PseudoTerminal(program, "repl")
    try terminal.read { $0.hasSuffix("net.db> ") }
    return terminal
  }

  /// Leaves with Ctrl-D; waits for the prompt first, because Readline does not read earlier keys.
  private func leave(_ terminal: PseudoTerminal) throws {
    try terminal.read { $0.hasSuffix("> ") }
    terminal.type("\u{4}")
    #expect(try terminal.wait() == 0)
  }

  private static func networkProgram() throws -> Program {
    var program = try Program()
    program.environment["PROFILECTL_DB"] = "net.db"
    _ = try program.run("create-user", "alice", "bob")
    return program
  }

  @Test(arguments: ["on", "off"])
  func `Control-D leaves and ends its line`(marksPastes: String) throws {
    var program = try ReplTests.networkProgram()
    program.environment["NO_COLOR"] = "1"
    program.environment["INPUTRC"] = "inputrc"
    try program.home.write("set enable-bracketed-paste \(marksPastes)\n", to: "inputrc")
    let terminal = try shell(program)
    try leave(terminal)
    #expect(
      terminal.text.hasSuffix("net.db> \r\n") || terminal.text.hasSuffix("\u{1B}[?2004l\r\r\n"))
    #expect(terminal.text.contains("\u{1B}[?2004l") == (marksPastes == "on"))
  }

  @Test func `logging in changes the prompt`() throws {
    let terminal = try shell()
    terminal.type("login alice\r")
    try terminal.read { $0.contains("alice\u{1B}[0m@net.db> ") }
    terminal.type("logout\r")
    try terminal.read { $0.contains("You are logged out.\r\n") && $0.hasSuffix("net.db> ") }
    try leave(terminal)
  }

  @Test func `a hashtag at the prompt is no comment`() throws {
    let terminal = try PseudoTerminal(try ReplTests.networkProgram(), "repl", "--as", "alice")
    try terminal.read { $0.hasSuffix("@net.db> ") }
    terminal.type("# only a comment\r")
    terminal.type("post hello #lost\r")
    try terminal.read { $0.contains("Hint: profilectl post 'hello #lost'\r\n") }
    terminal.type("post #found\r")
    try terminal.read { $0.contains("Posted #1.") && $0.hasSuffix("@net.db> ") }
    #expect(!terminal.text.contains("There is no command"))
    try leave(terminal)
  }

  @Test func `a login overrides --as`() throws {
    let terminal = try PseudoTerminal(try ReplTests.networkProgram(), "repl", "--as", "alice")
    try terminal.read { $0.hasSuffix("alice\u{1B}[0m@net.db> ") }
    terminal.type("login bob\r")
    try terminal.read { $0.hasSuffix("bob\u{1B}[0m@net.db> ") }
    terminal.type("whoami\r")
    try terminal.read { $0.contains("\r@bob\r\n") }
    terminal.type("logout\r")
    try terminal.read { $0.contains("logged out") && !$0.hasSuffix("@net.db> ") }
    try leave(terminal)
  }

  @Test func `a login in another process does not change who acts at the prompt`() throws {
    let program = try ReplTests.networkProgram()
    try program.succeed("login", "alice")
    let terminal = try shell(program)
    try program.succeed("login", "bob")
    terminal.type("whoami\r")
    try terminal.read { $0.contains("\r@alice\r\n") && $0.hasSuffix("alice\u{1B}[0m@net.db> ") }
    terminal.type("logout\r")
    try terminal.read { $0.contains("You are logged out.") }
    try leave(terminal)
    #expect(try program.succeed("whoami") == "@bob\n")
  }

  @Test func `a logout overrides --as`() throws {
    let program = try ReplTests.networkProgram()
    try program.succeed("login", "bob")
    let terminal = try PseudoTerminal(program, "repl", "--as", "alice")
    try terminal.read { $0.hasSuffix("alice\u{1B}[0m@net.db> ") }
    terminal.type("logout\r")
    try terminal.read { $0.contains("You are logged out.") && !$0.hasSuffix("@net.db> ") }
    terminal.type("logout\r")
    try terminal.read { $0.contains("You were not logged in.") }
    try leave(terminal)
    #expect(try program.succeed("whoami") == "@bob\n")
  }

  @Test func `redirected answers leave the prompt on the terminal`() throws {
    let program = try ReplTests.networkProgram()
    var shell = program
    (shell.executable, shell.prefix) = ("/bin/sh", [])
    let terminal = try PseudoTerminal(
      shell, "-c", "'\(program.executable)' repl >answers")
    try terminal.read { $0.hasSuffix("net.db> ") }
    terminal.type("users --count\r")
    try terminal.read { $0.contains("users --count\r\n") }
    try leave(terminal)
    #expect(terminal.text.components(separatedBy: "\u{1B}[?2004l").count == 3)
    #expect(try program.home.bytes(of: "answers") == Array("2\n".utf8))
  }

  @Test func `a file that is no database is reported before the first line`() throws {
    var program = try Program()
    program.environment["PROFILECTL_DB"] = "notes"
    try program.home.write("Buy bread.\n", to: "notes")
    let terminal = try PseudoTerminal(program, "repl")
    try terminal.read { $0.hasSuffix("notes> ") }
    #expect(terminal.text.contains("Error: The database 'notes' is not a profilectl database."))
    try leave(terminal)
  }

  @Test func `exit and quit end the prompt on a pipe, but no script`() throws {
    let program = try ReplTests.networkProgram()
    for word in ["exit", "quit"] {
      let lines = "users --count\n  \(word)  # enough\ncreate-user carl\n"
      let left = try program.run("repl", input: lines)
      #expect(left.stdout == "2\n" && left.status == 0)
      let refused = try program.run("run", "-", input: lines)
      #expect(
        refused.stderr.contains(
          "-:2: Error: There is no command '\(word)': a script ends at its end.\n"))
      #expect(refused.status == 64)
    }
    let refused = try program.run("repl", input: "exit now\n")
    #expect(refused.stderr.hasPrefix("-:1: Error: 'exit' takes no argument 'now'.\n"))
    #expect(refused.status == 64)
  }

  @Test func `the prompt answers in the requested format`() throws {
    let terminal = try PseudoTerminal(
      try ReplTests.networkProgram(), "repl", "--as", "bob", "--json")
    try terminal.read { $0.hasSuffix("> ") }
    terminal.type("users --count\r")
    try terminal.read { $0.contains("\"count\": 1") }
    try leave(terminal)
  }

  @Test func `a line at a JSON prompt may request text`() throws {
    let terminal = try PseudoTerminal(try ReplTests.networkProgram(), "repl", "--json")
    try terminal.read { $0.hasSuffix("> ") }
    terminal.type("show nobody --format text\r")
    try terminal.read { $0.contains("Error: There is no user 'nobody'.") && $0.hasSuffix("> ") }
    terminal.type("browse alice --linear\r")
    try terminal.read { $0.hasSuffix("\r\n> ") }
    terminal.type("show anybody\r")
    try terminal.read { $0.contains("There is no user 'anybody'.") && $0.hasSuffix("\r\n> ") }
    terminal.type("q\r")
    try terminal.read { $0.hasSuffix("net.db> ") }
    try leave(terminal)
    #expect(!terminal.text.contains("{\"error\""))
  }

  /// Includes lines that can't be parsed and unknown commands.
  @Test(arguments: [["--json"], ["--format", "json"], ["--format=ndjson"]])
  func `an error has the requested format`(form: [String]) throws {
    for line in ["frobnicate", "post 'abc", "exit now", "show nobody"] {
      let terminal = try PseudoTerminal(
        try ReplTests.networkProgram(), (["repl"] + form).map { Array($0.utf8) })
      try terminal.read { $0.hasSuffix("> ") }
      terminal.type(line + "\r")
      try terminal.read { $0.contains("{\"error\":{\"code\":") && $0.hasSuffix("> ") }
      try leave(terminal)
    }
  }

  @Test func `a prompt for an unknown user is refused`() throws {
    let terminal = try PseudoTerminal(try ReplTests.networkProgram(), "repl", "--as", "nobody")
    #expect(try terminal.wait() == 67)
    #expect(terminal.text.contains("There is no user 'nobody'."))
  }

  @Test func `a line with a NUL is refused, and the lines after it are kept`()
    throws
  {
    let terminal = try shell()
    terminal.type("login alice\r")
    try terminal.read { $0.hasSuffix("> ") && $0.contains("You are @alice") }
    terminal.type(Array("post a".utf8) + [0] + Array("b\r".utf8))
    try terminal.read { $0.contains("Error: ") && $0.hasSuffix("> ") }
    #expect(terminal.text.contains("the control character U+0000 at byte offset 1"))
    terminal.type("\u{1B}[200~post one\0 two\npost three\u{1B}[201~\r")
    try terminal.read { $0.contains("Posted #1.") && $0.hasSuffix("> ") }
    terminal.type("explore --count\r")
    try terminal.read { $0.contains("\r1\r\n") && $0.hasSuffix("> ") }
    terminal.type("explore\r")
    try terminal.read { $0.contains("m three\r\n") }
    try leave(terminal)
  }

  @Test func `a post without text and picture is refused`() throws {
    let terminal = try shell()
    terminal.type("post --no-input\r")
    try terminal.read { $0.contains("Error: ") && $0.hasSuffix("net.db> ") }
    #expect(terminal.text.contains("Error: A post needs a text or --image.\r\n"))
    #expect(terminal.text.contains("Hint: profilectl post 'Hello, everyone'\r\n"))
    try leave(terminal)
  }

  @Test(arguments: [SIGUSR1, SIGSEGV, SIGABRT, SIGXCPU, SIGIO, SIGPWR, 40, 64])
  func `a signal at the prompt restores the terminal first`(signal: Int32) throws {
    let terminal = try shell()
    terminal.send(signal)
    #expect(try terminal.wait() != 0)
    #expect(terminal.text.hasSuffix("\u{1B}[?2004l") && terminal.isCooked)
  }

  @Test func `exit with an argument is refused`() throws {
    let terminal = try shell()
    terminal.type("exit now\r")
    try terminal.read { $0.contains("Error: ") && $0.hasSuffix("net.db> ") }
    #expect(terminal.text.contains("Error: 'exit' takes no argument 'now'.\r\n"))
    try leave(terminal)
  }

  @Test func `errors do not end the prompt and read like those of a command`() throws {
    let terminal = try shell()
    for line in ["nonsense", "show nobody", "post 'open", "like x", "--db other.db users", "repl"] {
      terminal.type(line + "\r")
    }
    terminal.type("whoami --as bob\r")
    try terminal.read { $0.contains("@bob\r\n") }
    let text = terminal.text
    #expect(text.contains("Error: There is no command 'nonsense'."))
    #expect(text.contains("Error: There is no user 'nobody'."))
    #expect(text.contains("Error: The quote ' at byte 6 is never closed."))
    #expect(text.contains("'--db' can't be used in a script or the interactive shell."))
    #expect(text.contains("'repl' can't be used in a script or the interactive shell."))
    terminal.type("exit\r")
    #expect(try terminal.wait() == 0)
    #expect(terminal.isCooked)
  }

  @Test func `a line that is not UTF-8 is refused`() throws {
    let terminal = try shell()
    terminal.type(Array("post --as alice 'caf".utf8) + [0xFF, 0xFE] + Array("'\r".utf8))
    try terminal.read { $0.contains("not valid UTF-8") }
    terminal.type("explore --count\r")
    try terminal.read { $0.contains("\r0\r\n") }
    try leave(terminal)
  }

  @Test func `Control-C drops only the line`() throws {
    let terminal = try shell()
    terminal.type("delete-user bob --yes")
    try terminal.read { $0.contains("--yes") }
    terminal.type("\u{3}")
    try terminal.read { $0.contains("^C") }
    terminal.type("users\r")
    try terminal.read { $0.contains("@bob") }
    try leave(terminal)
  }

  @Test func `a closed terminal ends it`() throws {
    let terminal = try shell()
    terminal.hangUp()
    #expect([0, 129].contains(try terminal.wait()))
  }

  @Test func `the history keeps lines unless they begin with a blank`() throws {
    let program = try ReplTests.networkProgram()
    var terminal = try shell(program)
    terminal.type("users\r")
    try terminal.read { $0.contains("@bob") }
    terminal.type(" show alice\r")
    try terminal.read { $0.contains("Posts") }
    try leave(terminal)

    let state = program.home.path + "/state/profilectl/history"
    let mode = try FileManager.default.attributesOfItem(atPath: state)[.posixPermissions]
    #expect(mode as? Int == 0o600)
    #expect(try String(contentsOfFile: state, encoding: .utf8) == "users\n")

    terminal = try shell(program)
    terminal.type("\u{1B}[A\r")
    try terminal.read { $0.contains("@bob") }
    try leave(terminal)
  }

  @Test func `pasted lines run one by one`() throws {
    let terminal = try shell()
    terminal.type(
      "\u{1B}[200~login alice\nfollow bob\nfollow nobody\nfollows alice bob\u{1B}[201~\r")
    try terminal.read { $0.contains("yes\r\n") }
    #expect(terminal.text.contains("You follow @bob."))
    #expect(terminal.text.contains("Error: There is no user 'nobody'."))
    try leave(terminal)
  }

  @Test(arguments: [SIGTERM, SIGHUP])
  func `a signal ends an unfinished paste`(signal: Int32) throws {
    let terminal = try shell()
    terminal.type("\u{1B}[200~follow bob")
    try terminal.readUntilQuiet()
    terminal.send(signal)
    #expect(try terminal.wait() == 128 + signal)
    #expect(terminal.isCooked)
  }

  @Test func `Control-C drops an unfinished paste`() throws {
    let terminal = try shell()
    terminal.type("\u{1B}[200~follow bob")
    try terminal.readUntilQuiet()
    terminal.type("\u{3}")
    try terminal.read { $0.contains("^C\r\n") && $0.hasSuffix("> ") }
    terminal.type("follows alice bob\r")
    try terminal.read { $0.contains("no\r\n") }
    try leave(terminal)
  }

  @Test func `an open quote in a pasted line does not swallow the next line`() throws {
    let terminal = try shell()
    terminal.type(
      "\u{1B}[200~login alice\npost don't\nfollow bob\npost won't\n\nexplore --count\u{1B}[201~\r")
    try terminal.read { $0.contains("\r\n0\r\n") && $0.hasSuffix("> ") }
    #expect(terminal.text.contains("You follow @bob."))
    #expect(terminal.text.split(separator: "The quote ' at byte 9 is never closed.").count == 3)
    #expect(!terminal.text.contains("Posted"))
    // The history holds each pasted line separately.
    terminal.type("\u{10}\u{10}\u{10}\r")
    try terminal.read { $0.contains("already") && $0.hasSuffix("> ") }
    try leave(terminal)
  }

  @Test func `pasted and recalled lines can't control the terminal`() throws {
    let terminal = try shell()
    let line = "create-user \u{9B}2J\u{9D}0;x\u{9C}\u{202E}\u{2028}é"
    terminal.type("\u{1B}[200~\(line)\u{1B}[201~")
    try terminal.read { $0.contains("é") }
    terminal.type("\r")
    try terminal.read { $0.contains("Error: The handle") }
    terminal.type("\u{1B}[A\u{5}")
    try terminal.readUntilQuiet()
    terminal.type("\u{12}\u{9B}\u{202E}é\u{7}")
    try terminal.readUntilQuiet()
    let controls: [ClosedRange<UInt32>] = [0x80...0x9F, 0x2028...0x202E, 0xFFFE...0xFFFF]
    #expect(
      !terminal.text.unicodeScalars.contains { scalar in
        controls.contains { $0.contains(scalar.value) }
      })
    terminal.type("\u{15}\u{4}")
    #expect(try terminal.wait() == 0)
  }

  @Test func `without a home the missing history is reported`() throws {
    var program = try ReplTests.networkProgram()
    for name in ["HOME", "XDG_STATE_HOME"] { program.environment[name] = nil }
    let terminal = try shell(program)
    #expect(terminal.text.contains("Earlier lines can't be called back."))
    terminal.type("users --count --as alice\r")
    try terminal.read { $0.contains("\r1\r\n") }
    try leave(terminal)
  }

  @Test func `an interrupt ends the wait for a pipe's writer`() throws {
    let program = try ReplTests.networkProgram()
    mkfifo(program.home.file("pipe"), 0o600)
    let terminal = try shell(program)
    terminal.type("run pipe\r")
    try terminal.read { $0.contains("run pipe\r\n") }
    terminal.type("\u{3}")
    try leave(terminal)
  }

  @Test func `the prompt shows no control characters of a file's name`() throws {
    var program = try Program()
    program.environment["PROFILECTL_DB"] = "n\u{1B}]0;t\u{7}et.db"
    _ = try program.run("create-user", "alice")
    let terminal = try PseudoTerminal(program, "repl")
    try terminal.read { $0.contains("et.db> ") }
    #expect(!terminal.text.contains("\u{1B}]0;"))
    try leave(terminal)
  }
}
