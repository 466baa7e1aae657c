import Foundation
import Support
import Testing

/// Tests keys, signals and the size of the window at the prompt.
@Suite struct ReplKeysTests {
  private let program: Program

  init() throws {
    var program = try Program()
    program.environment["PROFILECTL_DB"] = "net.db"
    program.environment["NO_COLOR"] = "1"
    _ = try program.run("create-user", "alice", "bob", "carol")
    self.program = program
  }

  private func shell(columns: Int = 80) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(program, "repl", columns: columns)
    try terminal.read { $0.hasSuffix("net.db> ") }
    return terminal
  }

  private func leave(_ terminal: PseudoTerminal) throws {
    terminal.type("\u{4}")
    #expect(try terminal.wait() == 0)
  }

  @Test func `keys typed right after Control-C begin the next line`() throws {
    let terminal = try shell()
    terminal.type("delete-user bob --yes\u{3}whoami --as alice\r")
    try terminal.read { $0.contains("@alice\r\n") && $0.hasSuffix("net.db> ") }
    try leave(terminal)
  }

  @Test func `Control-C stops the planning of a network`() throws {
    let terminal = try shell()
    terminal.type("seed --users 60000 --dry-run\r")
    try terminal.read { $0.contains("planning") }
    terminal.type("\u{3}")
    try terminal.read { $0.contains("Interrupted.\r\n") && $0.hasSuffix("net.db> ") }
    try leave(terminal)
  }

  @Test func `a line dropped by Control-C stays visible`() throws {
    let terminal = try shell()
    terminal.type("delete-user bob")
    try terminal.read { $0.hasSuffix("delete-user bob") }
    let start = terminal.bytes.count
    terminal.type("\u{3}")
    try terminal.read { $0.hasSuffix("net.db> ") && $0.contains("^C") }
    // Only ^C is added at the end of the line.
    let rest = String(decoding: terminal.bytes.dropFirst(start), as: UTF8.self)
    #expect(rest.hasPrefix("^C\r\n"))
    try leave(terminal)
  }

  @Test func `Control-C in a search leaves the next line empty`() throws {
    let terminal = try shell()
    terminal.type("users --count\r")
    try terminal.read { $0.contains("3\r\n") && $0.hasSuffix("net.db> ") }
    terminal.type("\u{12}user")
    try terminal.read { $0.contains("reverse-i-search") }
    try terminal.readUntilQuiet()
    terminal.type("\u{3}")
    try terminal.read { $0.contains("^C\r\n") }
    try terminal.readUntilQuiet()
    let next = terminal.text.split(separator: "^C\r\n").last ?? ""
    #expect(next.contains("net.db> ") && !next.contains("users"))
    try leave(terminal)
  }

  @Test(arguments: [
    Array("q".utf8) + [0xC3] + Array("(w".utf8), Array("q".utf8) + [0xE2, 0x82] + Array("w".utf8),
    [0xF0, 0x9F] + Array("é".utf8), Array("'a".utf8) + [0xC3] + Array("'".utf8), [0xC3],
    Array("\u{1B}[200~".utf8) + [0xC3] + Array("w\u{1B}[201~".utf8),
  ])
  func `incomplete UTF-8 is refused`(typed: [UInt8]) throws {
    let terminal = try shell()
    terminal.type(Array("post --as alice ".utf8) + typed + [0x0D])
    try terminal.read {
      $0.contains("The line is not valid UTF-8 at byte 1") && $0.hasSuffix("net.db> ")
    }
    terminal.type("post --as alice 'ö ≠ 🦊'\r")
    try terminal.read { $0.contains("Posted #1") && $0.hasSuffix("net.db> ") }
    terminal.type("\u{12}ö")
    try terminal.read { $0.contains("ö': post --as alice") }
    terminal.type("\u{7}")
    try terminal.readUntilQuiet()
    try leave(terminal)
    #expect(try program.run("explore", "--fields", "text").stdout == "ö ≠ 🦊\n")
  }

  @Test(arguments: ["C", "C.UTF-8"])
  func `UTF-8 that arrives byte by byte is text`(locale: String) throws {
    var program = program
    program.environment["LC_ALL"] = locale
    program.environment["INPUTRC"] = "inputrc"
    try program.home.write("set convert-meta on\n", to: "inputrc")
    let terminal = try PseudoTerminal(program, "repl")
    try terminal.read { $0.hasSuffix("net.db> ") }
    for byte in "post --as alice 'é日🦊'\r".utf8 {
      terminal.type([byte])
      try terminal.readUntilQuiet(for: .milliseconds(50))
    }
    try terminal.read { $0.contains("Posted #1") && $0.hasSuffix("net.db> ") }
    try leave(terminal)
    #expect(try program.run("explore", "--fields", "text").stdout == "é日🦊\n")
  }

  /// The prompt on a terminal with this locale, ASCII or UTF-8.
  private func terminal(in locale: String) throws -> PseudoTerminal {
    var program = program
    program.environment["LC_ALL"] = locale
    program.environment["INPUTRC"] = "inputrc"
    try program.home.write("set output-meta on\n", to: "inputrc")
    let terminal = try PseudoTerminal(program, "repl")
    try terminal.read { $0.hasSuffix("net.db> ") }
    return terminal
  }

  @Test func `in an ASCII locale other bytes are shown as octal numbers`() throws {
    let first = try terminal(in: "C.UTF-8")
    first.type("users '\u{9B}2Jx'\r")
    try first.read { $0.contains("by that name") && $0.hasSuffix("net.db> ") }
    try leave(first)
    let terminal = try terminal(in: "C")
    terminal.type("\u{1B}[A")
    try terminal.read { $0.hasSuffix("users '\\302\\2332Jx'") }
    terminal.type("\u{15}é")
    try terminal.read { $0.hasSuffix("\\303\\251") }
    #expect(terminal.bytes.allSatisfy { $0 < 0x80 })
    terminal.type("\u{15}")
    try leave(terminal)
  }

  @Test(arguments: ["C", "C.UTF-8"])
  func `a letter beyond ASCII does not end a search`(locale: String) throws {
    let terminal = try terminal(in: locale)
    terminal.type("users --count\r")
    try terminal.read { $0.contains("3\r\n") && $0.hasSuffix("net.db> ") }
    terminal.type("\u{12}us")
    try terminal.read { $0.contains("reverse-i-search") }
    try terminal.readUntilQuiet()
    terminal.type("é")
    try terminal.read { $0.contains("failed reverse-i-search") }
    terminal.type("\u{7}")
    try terminal.readUntilQuiet()
    try leave(terminal)
  }

  @Test(arguments: ["\u{1B}", "\u{18}"])
  func `an unbound key sequence leaves no bytes in the line`(prefix: String) throws {
    let terminal = try terminal(in: "C.UTF-8")
    terminal.type(prefix + "éusers --count\r")
    try terminal.read { $0.contains("3\r\n") && $0.hasSuffix("net.db> ") }
    try leave(terminal)
  }

  @Test func `reloaded settings keep UTF-8 input`() throws {
    let terminal = try terminal(in: "C.UTF-8")
    try program.home.write("set convert-meta on\n", to: "inputrc")
    terminal.type("\u{18}\u{12}post --as alice é\r")
    try terminal.read { $0.contains("Posted #1") && $0.hasSuffix("net.db> ") }
    try leave(terminal)
    #expect(try program.run("explore", "--fields", "text").stdout == "é\n")
  }

  @Test func `the wait for the rest of a letter ends despite resizes`() throws {
    let terminal = try shell()
    terminal.type([0xC3])
    let start = ContinuousClock.now
    for columns in 1...8 where ContinuousClock.now - start < .seconds(2) {
      try terminal.resize(columns: 80 + columns, rows: 24)
      try terminal.readUntilQuiet()
    }
    terminal.type("\u{15}users --count\r")
    try terminal.read { $0.contains("3\r\n") && $0.hasSuffix("net.db> ") }
    try leave(terminal)
  }

  @Test func `a resized window shows the prompt once`() throws {
    let terminal = try shell()
    terminal.type("hello there")
    try terminal.read { $0.hasSuffix("hello there") }
    let start = terminal.bytes.count
    try terminal.resize(columns: 40, rows: 24)
    try terminal.read { $0.hasSuffix("hello there") && $0.utf8.count > start }
    try terminal.readUntilQuiet()
    let rest = String(decoding: terminal.bytes.dropFirst(start), as: UTF8.self)
    // The old line is erased first.
    #expect(rest.hasPrefix("\r"))
    #expect(rest.split(separator: "net.db> ", omittingEmptySubsequences: false).count == 2)
    terminal.type("\u{15}")
    try leave(terminal)
  }

  @Test func `TAB shows the texts of posts and the names of users`() throws {
    _ = try program.run("edit-profile", "--as", "bob", "--name", "Bob Okafor")
    _ = try program.run("post", "--as", "bob", "a bridge in fog")
    _ = try program.run("post", "--as", "bob", "the same, later")
    let terminal = try shell(columns: 40)
    terminal.type("view \t\t")
    try terminal.read {
      $0.contains("2  @bob: the same, later") && $0.contains("1  @bob: a bridge in fog")
    }
    terminal.type("\u{15}follow --as alice \t\t")
    try terminal.read { $0.contains("bob    Bob Okafor") && $0.hasSuffix("alice ") }
    terminal.type("\u{15}")
    try leave(terminal)
  }

  @Test func `a history file with a second name is left alone`() throws {
    let folder = program.home.path + "/state/profilectl"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try program.home.write("precious\n", to: "precious")
    #expect(chmod(program.home.file("precious"), 0o644) == 0)
    #expect(link(program.home.file("precious"), folder + "/history") == 0)
    let terminal = try shell()
    #expect(terminal.text.contains("Note: Earlier lines can't be called back."))
    terminal.type("users\r")
    try terminal.read { $0.contains("@bob") && $0.hasSuffix("net.db> ") }
    try leave(terminal)
    #expect(try program.home.bytes(of: "precious") == Array("precious\n".utf8))
    let mode = try FileManager.default.attributesOfItem(atPath: program.home.file("precious"))
    #expect(mode[.posixPermissions] as? Int == 0o644)
  }

  @Test func `of a history that is too large the end is loaded`() throws {
    let folder = program.home.path + "/state/profilectl"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try program.home.write(
      String(repeating: "\n", count: 17 << 20), to: "state/profilectl/history")
    try leave(try shell())
    let line = String(repeating: "x", count: 9_999) + "\n"
    let lines = String(repeating: line, count: 1_700) + "users --count\n"
    try program.home.write(lines, to: "state/profilectl/history")
    let terminal = try shell()
    terminal.type("\u{1B}[A")
    try terminal.read { $0.hasSuffix("users --count") }
    terminal.type("\u{15}")
    try leave(terminal)
    let kept = try program.home.bytes(of: "state/profilectl/history").count
    #expect(kept <= 16 << 20)
  }

  @Test func `at its end the shell keeps 5,000 lines of history`() throws {
    try FileManager.default.createDirectory(
      atPath: program.home.path + "/state/profilectl", withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    try program.home.write(
      (1...5_000).map { "show user\($0)\n" }.joined(), to: "state/profilectl/history")
    let terminal = try shell()
    terminal.type("users\r")
    try terminal.read { $0.contains("@bob") && $0.hasSuffix("net.db> ") }
    try leave(terminal)
    let history = program.home.path + "/state/profilectl/history"
    let lines = try String(contentsOfFile: history, encoding: .utf8).split(separator: "\n")
    #expect(lines.count == 5_000 && lines.first == "show user2" && lines.last == "users")
  }

  @Test func `the rest of a list is reported after the pager ends`() throws {
    var program = program
    program.environment["PAGER"] = "sh -c 'cat; read line <gate; echo left'"
    _ = try program.run(["create-user"] + (1...30).map { "user\($0)" })
    let gate = try program.home.makePipe("gate")
    defer { close(gate) }
    let terminal = try PseudoTerminal(program, "users", "-n", "20", rows: 10)
    try terminal.read { $0.contains("@user17") }
    try terminal.readUntilQuiet()
    write(gate, "\n", 1)
    #expect(try terminal.wait() == 0)
    let words = terminal.text.split(separator: "left\r\n")
    #expect(words.count == 2)
    #expect(words.last?.hasPrefix("More: ") == true)
  }

  @Test func `a line at the prompt may set its own --wait`() throws {
    let lock = DatabaseLock(of: program.home.file("net.db"))
    let terminal = try shell()
    terminal.type("follow bob --as alice --wait 0\r")
    try terminal.read { $0.contains("is busy; nothing was saved.") && $0.hasSuffix("net.db> ") }
    lock.release()
    try leave(terminal)
  }

  @Test(arguments: [("TERM", 143), ("HUP", 129)])
  func `a stopped prompt ends at a signal`(signal: String, status: Int) throws {
    var shell = program
    shell.executable = "/bin/bash"
    shell.environment["PS1"] = "$ "
    let terminal = try PseudoTerminal(shell, "--norc", "--noprofile", "--noediting", "-i")
    try terminal.read { $0.hasSuffix("$ ") }
    terminal.type("'\(Program.built)' repl\r")
    try terminal.read { $0.hasSuffix("net.db> ") }
    terminal.type("\u{1A}")
    try terminal.read { $0.contains("Stopped") && $0.hasSuffix("$ ") }
    terminal.type("kill -\(signal) %1; kill -CONT %1; wait %1; echo gone $?\r")
    try terminal.read { text in
      text.contains("gone ") && text.hasSuffix("$ ")
    }
    #expect(terminal.text.contains("gone \(status)\r\n"))
    terminal.type("exit\r")
    _ = try terminal.wait()
  }

  @Test(arguments: ["\u{1B}9999999999", String(repeating: "\u{1B}9", count: 8), "\u{1B}9\u{1B}99"])
  func `a numeric argument repeats a letter at most a thousand times`(
    argument: String
  ) throws {
    let terminal = try shell()
    terminal.type(argument + "a")
    try terminal.read { $0.contains("aaaaaaaa") }
    try terminal.readUntilQuiet()
    #expect((100...1_010).contains(terminal.text.count { $0 == "a" }))
    terminal.type("\u{15}")
    try leave(terminal)
  }

  @Test(arguments: [1, 2, 3, 5])
  func `the narrowest window has a prompt, also on a dumb terminal`(columns: Int) throws {
    var program = program
    program.environment["TERM"] = "dumb"
    let terminal = try PseudoTerminal(program, "repl", columns: columns)
    try terminal.readUntilQuiet()
    terminal.type("whoami --as bob\r")
    try terminal.read { $0.contains("@bob\r\n") }
    try terminal.readUntilQuiet()
    try leave(terminal)
  }

  @Test func `no hint suggests a shell command`() throws {
    let terminal = try shell()
    terminal.type("run nowhere.pctl\r")
    try terminal.read { $0.contains("There is no script 'nowhere.pctl'.\r\n") }
    try terminal.readUntilQuiet()
    #expect(!terminal.text.contains("Hint: "))
    try leave(terminal)
  }
}
