import Model
import Support
import Testing

/// Tests that a line means the same in a shell, a script and the interactive shell.
@Suite struct SurfaceTests {
  @Test(arguments: [UInt64(11)])
  func `random deeds get equal answers in a shell, a script and the interactive shell`(
    seed: UInt64
  ) throws {
    let lines = deeds(seed: seed, count: 120)
    let shell = try inShell(lines)
    #expect(try inScript(lines) == shell)
    #expect(try interactively(lines) == shell)
  }

  /// The words of random deeds, mostly possible ones, with JSON output and fixed times.
  private func deeds(seed: UInt64, count: Int) -> [[String]] {
    var generator = SeededGenerator(seed: seed)
    var model = NetworkModel()
    return (1...count).map { step in
      let deed = Deed.random(in: model, at: Int64(step) * 3, using: &generator)
      _ = model.apply(deed)
      return CommandDriver.words(of: deed) + ["--json", "--now=2026-01-01T00:00:00Z"]
    }
  }

  @Test(arguments: [["seed", "--users", "5"], ["export", "x.ndjson"], ["cache", "clear"]])
  func `a dry run says that it is one`(words: [String]) throws {
    let program = try SmallNetwork().program
    let answer = try program.succeed(words + ["--dry-run", "--json"])
    #expect(answer.contains("\"dry_run\": true"), "\(answer)")
    if words != ["cache", "clear"] {
      let text = try program.succeed(words + ["--dry-run"])
      #expect(text.contains("dry run") && text.contains("true"), "\(text)")
    }
    #expect(try !program.home.names().contains("x.ndjson"))
  }

  @Test(arguments: [["logout"], ["logout", "--quiet"], ["login", "bob"]])
  func `an invalid PROFILECTL_USER refuses login and logout`(words: [String]) throws {
    var program = try program()
    try program.succeed(["create-user", "alice", "bob"])
    try program.succeed(["login", "alice"])
    program.environment["PROFILECTL_USER"] = "not a handle"
    #expect(try program.run(words).status == 78)
    program.environment["PROFILECTL_USER"] = nil
    #expect(try program.succeed(["whoami"]) == "@alice\n")
  }

  @Test(arguments: ["whoami", "run inner"])
  func `a login elsewhere does not change who acts in a running script`(first: String) throws {
    let program = try program()
    try program.succeed(["create-user", "alice", "bob"])
    try program.succeed(["login", "alice"])
    try program.home.write("whoami\n", to: "inner")
    let answer = try program.shell(
      """
      mkfifo lines answers; profilectl run - <lines >answers & exec 3>lines 4<answers
      echo \(first) >&3; head -n 1 <&4
      profilectl login bob -q; echo whoami >&3; exec 3>&-; cat <&4; profilectl whoami
      """)
    #expect(answer.stdout == "@alice\n@alice\n@bob\n")
  }

  @Test func `a prompt started without a database ignores a login elsewhere`() throws {
    let program = try program()
    let terminal = try PseudoTerminal(program, "repl")
    try terminal.read { $0.hasSuffix("net.db> ") }
    try program.succeed(["create-user", "zed"])
    try program.succeed(["login", "zed"])
    terminal.type("post \"not mine\"\r")
    try terminal.read { $0.contains("No user is logged in.") && $0.hasSuffix("net.db> ") }
    terminal.type("\u{4}")
    #expect(try terminal.wait() == 0)
    #expect(try program.succeed(["explore", "--count"]) == "0\n")
  }

  @Test func `a prompt and a script without a login ignore a login elsewhere`() throws {
    let program = try program()
    try program.succeed(["create-user", "alice"])
    let terminal = try PseudoTerminal(program, "repl")
    try terminal.read { $0.hasSuffix("net.db> ") }
    try program.succeed(["login", "alice"])
    terminal.type("whoami\r")
    try terminal.read { $0.contains("No user is logged in.") && $0.hasSuffix("net.db> ") }
    terminal.type("login alice\r")
    try terminal.read { $0.contains("You are @alice") && $0.hasSuffix("@net.db> ") }
    terminal.type("\u{4}")
    #expect(try terminal.wait() == 0)
    try program.succeed(["logout"])
    let answer = try program.shell(
      """
      mkfifo lines answers; profilectl run --keep-going - <lines >answers 2>&1 & exec 3>lines
      exec 4<answers; echo whoami >&3; head -n 1 <&4
      profilectl login alice -q; echo whoami >&3; exec 3>&-; cat <&4
      """)
    #expect(
      answer.stdout.split(separator: "\n").filter { $0.contains("Error: No user") }.count == 2)
  }

  private func program() throws -> Program {
    var program = try Program()
    program.environment["PROFILECTL_DB"] = "net.db"
    return program
  }

  private func inShell(_ lines: [[String]]) throws -> String {
    let program = try program()
    return try lines.map { try program.run($0).stdout }.joined()
  }

  private func inScript(_ lines: [[String]]) throws -> String {
    let script = lines.map { $0.map(quoted).joined(separator: " ") }.joined(separator: "\n")
    return try program().run(["run", "--keep-going", "-"], input: Array(script.utf8)).stdout
  }

  private func interactively(_ lines: [[String]]) throws -> String {
    let terminal = try PseudoTerminal(program(), "repl", columns: 1_000)
    var answers = ""
    for line in lines {
      try terminal.read { $0.hasSuffix("net.db> ") }
      let before = terminal.text.utf8.count
      terminal.type(line.map(quoted).joined(separator: " ") + "\r")
      try terminal.read { $0.utf8.count > before && $0.hasSuffix("net.db> ") }
      answers += answer(in: String(decoding: Array(terminal.text.utf8)[before...], as: UTF8.self))
    }
    terminal.type("exit\r")
    #expect(try terminal.wait() == 0)
    return answers
  }

  /// The output between the echo of a line and the next prompt, without errors.
  private func answer(in text: String) -> String {
    let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
    // Readline disables bracketed paste.
    let plain = lines.map { $0.replacing("\u{1B}[?2004l\r", with: "") }
    return plain.dropFirst().dropLast().filter { !$0.hasPrefix("{\"error\"") }
      .map { "\($0)\n" }.joined()
  }

  private func quoted(_ word: String) -> String {
    "'\(word)'"
  }
}
