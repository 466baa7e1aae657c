import Foundation
import Rendering
import Screens
import Support
import Testing

/// Tests the browser on a pseudo-terminal.
@Suite struct BrowseTests {
  let network: SmallNetwork

  init() throws {
    network = try SmallNetwork()
  }

  func open(
    _ words: String..., columns: Int = 80, rows: Int = 24,
    adding environment: [String: String] = [:]
  ) throws -> PseudoTerminal {
    var program = network.program
    program.environment.merge(environment) { $1 }
    let terminal = try PseudoTerminal(
      program, (["browse"] + words).map { Array($0.utf8) }, columns: columns, rows: rows)
    try terminal.read { $0.contains("keys") && $0.hasSuffix("\u{1B}[?2026l") }
    return terminal
  }

  /// The rows of the terminal's screen.
  func rows(_ terminal: PseudoTerminal, columns: Int = 80, rows: Int = 24) -> [String] {
    var screen = TerminalScreen(columns: columns, rows: rows, width: CellWidth.of)
    // Starts at the last whole frame, because the window may have been larger before it.
    let whole = terminal.text.components(separatedBy: "\u{1B}[2J").last ?? ""
    screen.feed(Array(whole.utf8))
    return screen.rows.map { $0.map(\.glyph).joined() }
  }

  func shows(
    _ words: String, _ terminal: PseudoTerminal, within limit: Duration = .seconds(10)
  ) throws {
    try terminal.read(within: limit) { _ in
      terminal.bytes.suffix(8) == Array("\u{1B}[?2026l".utf8)
        && rows(terminal).contains { $0.contains(words) }
    }
  }

  private static let restored = "\u{1B}[?25h\u{1B}[?1049l"

  func leave(_ terminal: PseudoTerminal) throws {
    terminal.type("\u{3}")
    #expect(try terminal.wait() == 130)
    #expect(terminal.text.hasSuffix(Self.restored) && terminal.isCooked)
  }

  @Test func `it opens on a profile and restores the terminal`() throws {
    let terminal = try open("bob")
    #expect(!terminal.isCooked)
    #expect(terminal.text.hasPrefix("\u{1B}[?1049h\u{1B}[?25l"))
    #expect(rows(terminal).contains { $0.contains("@bob") && $0.contains("follows you") })
    terminal.type("qq")
    #expect(try terminal.wait() == 0)
    #expect(terminal.text.hasSuffix(Self.restored) && terminal.isCooked)
  }

  @Test func `keys follow, open, go back and write`() throws {
    let terminal = try open("dave")
    terminal.type("f")
    try shows("You follow @dave.", terminal)
    #expect(try network.program.succeed("follows", "alice", "dave") == "yes\n")
    terminal.type("\rl")
    try shows("You like #4 by @dave.", terminal)
    terminal.type("\u{1B}")
    try shows("Following", terminal)
    terminal.type(":unfollow dave\r")
    try shows("You no longer follow @dave.", terminal)
    terminal.type("p")
    try shows("People", terminal)
    terminal.type("/car\r")
    try shows("People: car", terminal)
    terminal.type("\r")
    try shows("@carol", terminal)
    terminal.type("?")
    try shows("Opening pages", terminal)
    try leave(terminal)
  }

  @Test func `a line completes, and its error is shown`() throws {
    let terminal = try open("bob")
    terminal.type(":foll\t")
    try shows("followers", terminal)
    terminal.type("\u{15}login nobody.here\r")
    try shows("There is no user", terminal)
    try shows(":login nobody.here", terminal)
    // After a slow answer the line ignores keys for a moment.
    try terminal.readUntilQuiet(for: .milliseconds(600))
    terminal.type("\u{15}login carol\r")
    try shows("You are @carol", terminal)
    terminal.type(":repl\r")
    try shows("can't be used", terminal)
    try terminal.readUntilQuiet(for: .milliseconds(600))
    terminal.type("\u{15}q\r")
    #expect(try terminal.wait() == 0)
  }

  @Test func `a line completes numbers of posts and names of files`() throws {
    let folder = network.program.folder
    try FileManager.default.createDirectory(
      atPath: folder + "/lines.d", withIntermediateDirectories: true)
    try Data("whoami\n".utf8).write(to: URL(fileURLWithPath: folder + "/lines.d/first.pctl"))
    let terminal = try open("bob")
    terminal.type(":like #\t")
    try shows(":like #", terminal)
    terminal.type("4\r")
    try shows("You like #4", terminal)
    terminal.type(":run lin\t")
    try shows(":run lines.d/", terminal)
    terminal.type("f\t")
    try shows(":run lines.d/first.pctl", terminal)
    terminal.type("\r")
    try shows("@alice", terminal)
    try leave(terminal)
  }

  @Test func `a line completes names that need quotes`() throws {
    let folder = network.program.folder + "/my lines"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data("whoami\n".utf8).write(to: URL(fileURLWithPath: folder + "/it's one.pctl"))
    let terminal = try open("bob")
    terminal.type(":run my\t")
    try shows(":run 'my lines/", terminal)
    terminal.type("\t")
    try shows(":run 'my lines/it'\\''s one.pctl'", terminal)
    terminal.type("\r")
    try shows("@alice", terminal)
    try leave(terminal)
  }

  @Test func `a line completes after an open quote`() throws {
    let terminal = try open("bob")
    terminal.type(":post 'hi @ca\t")
    try shows(":post 'hi @carol", terminal)
    terminal.type(" and more'\r")
    try shows("#6", terminal)
    #expect(try network.program.succeed("view", "6", "--fields", "text") == "hi @carol and more\n")
    terminal.type(":follow 'da\t")
    try shows(":follow 'dave'", terminal)
    terminal.type("\r")
    try shows("You follow @dave.", terminal)
    try leave(terminal)
  }

  @Test func `the name is edited in place, and an open quote can be closed`() throws {
    let terminal = try open()
    terminal.type("s\r X\r")
    try shows("Alice Adler X", terminal)
    terminal.type(":post \"Bread\r")
    try shows("never closed", terminal)
    terminal.type("\"\r")
    try shows("#6", terminal)
    try terminal.readUntilQuiet()
    try leave(terminal)
  }

  @Test func `a change by another process is seen`() throws {
    let terminal = try open("bob")
    try shows("1 Follower", terminal)
    for (verb, words) in [("follow", "2 Followers"), ("unfollow", "1 Follower")] {
      try network.program.succeed("--as", "dave", verb, "bob")
      try shows(words, terminal)
    }
    try leave(terminal)
  }

  @Test func `nothing is written while nothing happens`() throws {
    let terminal = try open("bob")
    try terminal.readUntilQuiet(for: .milliseconds(300))
    let count = terminal.bytes.count
    try terminal.readUntilQuiet(for: .seconds(1))
    #expect(terminal.bytes.count == count)
    try leave(terminal)
  }

  @Test(arguments: [(SIGTERM, 143), (SIGINT, 130), (SIGHUP, 129)] as [(Int32, Int32)])
  func `a signal ends it and restores the terminal`(signal: Int32, status: Int32) throws {
    let terminal = try open("bob")
    terminal.send(signal)
    #expect(try terminal.wait() == status)
    #expect(terminal.text.hasSuffix(Self.restored) && terminal.isCooked)
  }

  @Test(arguments: [
    SIGSEGV, SIGABRT, SIGILL, SIGTRAP, SIGQUIT, SIGUSR1, SIGXCPU, SIGIO, SIGPWR, SIGSTKFLT, 64,
  ])
  func `a crash restores the terminal first`(signal: Int32) throws {
    let terminal = try open("bob")
    terminal.send(signal)
    #expect(try terminal.wait() != 0)
    #expect(terminal.text.contains(Self.restored) && terminal.isCooked)
  }

  @Test func `it stops and continues`() throws {
    let terminal = try open("bob")
    let start = terminal.bytes.count
    // Without a shell it continues at once.
    terminal.type("\u{1A}")
    try terminal.read { _ in
      let rest = String(decoding: terminal.bytes.dropFirst(start), as: UTF8.self)
      return rest.contains(Self.restored + "\u{1B}[?1049h") && rest.hasSuffix("\u{1B}[?2026l")
    }
    terminal.send(SIGSTOP)
    terminal.send(SIGCONT)
    try shows("@bob", terminal)
    try leave(terminal)
  }

  @Test func `a shell stops it and continues it`() throws {
    var bash = network.program
    bash.executable = "/bin/bash"
    bash.environment["PS1"] = "ready> "
    let terminal = try PseudoTerminal(bash, "--norc", "--noprofile", "-i")
    try terminal.read { $0.hasSuffix("ready> ") }
    terminal.type("'\(network.program.executable)' browse bob\r")
    try shows("@bob", terminal)
    terminal.type("\u{1A}")
    try terminal.read { $0.contains("Stopped") && $0.hasSuffix("ready> ") }
    #expect(terminal.text.contains(Self.restored))
    // The network changes while the browser is stopped.
    try network.program.succeed("--as", "dave", "follow", "bob")
    terminal.type("fg\r")
    try shows("2 Followers", terminal)
    terminal.type("qq")
    try terminal.read { $0.hasSuffix("ready> ") }
    terminal.type("exit\r")
    #expect(try terminal.wait() == 0)
  }

  @Test func `keys and reading lines work while a write waits`() throws {
    let terminal = try open("dave")
    let lock = DatabaseLock(of: network.database)
    terminal.type("f")
    #expect(lock.waitUntilWanted())
    terminal.type("?")
    try shows("Opening pages", terminal)
    terminal.type("\u{1B}")
    try shows("@dave", terminal)
    terminal.type(":users\r")
    try shows("@carol", terminal)
    lock.release()
    try shows("You follow @dave.", terminal)
    try leave(terminal)
  }

  @Test func `pages are read while a write waits, and the wait is shown`() throws {
    let terminal = try open("dave")
    let lock = DatabaseLock(of: network.database)
    terminal.type("f")
    #expect(lock.waitUntilWanted())
    terminal.type("p")
    try shows("@carol", terminal)
    try shows("Waiting for another process", terminal)
    terminal.type(":login bob\r")
    lock.release()
    // The write is done, then the line that waited for it, and the page shows both.
    try shows("You are @bob", terminal)
    terminal.type("\u{1B}")
    try shows("3 Followers", terminal)
    try shows("Following", terminal)
    try leave(terminal)
  }

  @Test func `a removed database is reported at once, with the key that leaves`() throws {
    let terminal = try open("bob")
    try FileManager.default.moveItem(atPath: network.database, toPath: network.database + ".old")
    try shows("Ctrl-C leaves.", terminal)
    // The alert slides in from below, its first line first.
    try shows("was moved or replaced", terminal)
    terminal.type("f")
    terminal.type(":whoami\r")
    try terminal.readUntilQuiet(for: .milliseconds(600))
    #expect(rows(terminal).contains { $0.contains("@alice") })
    #expect(!terminal.text.contains("nobody") && !terminal.text.contains("does not exist"))
    try leave(terminal)
  }

  @Test func `End goes to the end of a list that is not loaded yet`() throws {
    let names = (100..<400).map { "many\($0)" }
    try network.program.succeed(["create-user"] + names)
    let terminal = try open("bob")
    terminal.type("pG")
    try shows("@many399", terminal)
    try leave(terminal)
  }

  @Test func `the progress of a seed is shown`() throws {
    let terminal = try open("bob")
    // Takes so long that a busy machine draws the progress of the posts too.
    terminal.type(":seed --users 3000 --posts 300000 --replies 0 --reposts 0\r")
    try shows(" of 300", terminal)
    terminal.type("\u{3}")
    #expect(try terminal.wait() == 130)
  }

  @Test(arguments: ["browse", "watch"], 6...13)
  func `a low limit of descriptors is reported or suffices`(command: String, limit: Int) throws {
    let terminal = try PseudoTerminal(network.program.under(limit: "-n \(limit)"), command, "bob")
    try terminal.read { $0.contains("Bob") || $0.contains("too many files") }
    if terminal.text.contains("too many files") { return #expect(try terminal.wait() == 74) }
    try leave(terminal)
  }

  @Test func `a closed window ends it`() throws {
    let terminal = try open("bob")
    terminal.hangUp()
    #expect(try terminal.wait() == 129)
  }

  @Test func `it is readable without colour and in ASCII`() throws {
    let terminal = try open("bob", "--ascii", adding: ["NO_COLOR": "1"])
    let frame = terminal.text
    #expect(frame.utf8.allSatisfy { $0 < 0x7F })
    // Names may be bold, which is no colour.
    #expect(Set(frame.matches(of: /\u{1B}\[([0-9;]*)m/).map(\.1)) == ["0", "1"])
    #expect(frame.contains("[ Following ]") && frame.contains("[Posts]"))
    try leave(terminal)
  }

  @Test func `mouse reports are requested only with the mouse on`() throws {
    #expect(try open("bob").text.contains("\u{1B}[?1000h"))
    let terminal = try open("bob", "--no-mouse")
    #expect(!terminal.text.contains("\u{1B}[?1000h"))
    terminal.type("m")
    try terminal.read { $0.contains("\u{1B}[?1000h") }
    try leave(terminal)
  }

  @Test func `without a login it begins with people, and follows changes`() throws {
    var program = network.program
    program.environment["PROFILECTL_USER"] = nil
    let terminal = try PseudoTerminal(program, "browse")
    try terminal.read { $0.contains("People") && $0.contains("@bob") }
    try network.program.succeed("create-user", "aaron.new")
    try terminal.read { $0.contains("aaron.new") }
    terminal.type("qq")
    #expect(try terminal.wait() == 0)
  }

  @Test func `it needs a terminal and an existing user`() throws {
    let answer = try network.program.run("browse", "bob")
    #expect(answer.status == 64 && answer.stderr.contains("Hint: profilectl show bob"))
    // A hint names only users who are there.
    for words in [["browse", "nobody.here"], ["browse", "--as", "nobody.here"]] {
      #expect(try network.program.run(words).stderr.contains("Hint: profilectl users"))
    }
    let terminal = try PseudoTerminal(network.program, "browse", "nobody.here")
    #expect(try terminal.wait() == 67)
    #expect(!terminal.text.contains("\u{1B}[?1049h"))
  }
}
