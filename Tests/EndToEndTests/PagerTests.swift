import Foundation
import Support
import Testing

@Suite struct PagerTests {
  /// A network of thirty users, whose list is taller than a window of ten rows.
  private func crowd(pager: String) throws -> Program {
    var program = try Program()
    program.environment["PROFILECTL_DB"] = "net.db"
    program.environment["PAGER"] = pager
    _ = try program.run(["create-user"] + (1...30).map { "user\($0)" })
    return program
  }

  @Test func `a list taller than the window goes through the pager`() throws {
    let program = try crowd(pager: "sed s/^/paged:/")
    let terminal = try PseudoTerminal(program, "users", "--all", rows: 10)
    #expect(try terminal.wait() == 0)
    #expect(terminal.text.contains("paged:"))
    #expect(terminal.text.contains("@user30"))
  }

  @Test(arguments: [["help"], ["--help"], ["show", "--help"], ["help", "formatting"]])
  func `help taller than the window goes through the pager`(words: [String]) throws {
    let program = try crowd(pager: "sed s/^/paged:/")
    let terminal = try PseudoTerminal(program, words.map { Array($0.utf8) }, rows: 10)
    #expect(try terminal.wait() == 0)
    #expect(terminal.text.contains("paged:") && terminal.text.contains("OVERVIEW"))
    let large = try PseudoTerminal(program, words.map { Array($0.utf8) }, rows: 200)
    #expect(try large.wait() == 0)
    #expect(!large.text.contains("paged:"))
  }

  @Test func `the pager gets web addresses as plain text`() throws {
    let program = try crowd(pager: "sed s/^/paged:/")
    for number in 1...12 {
      try program.succeed("post", "https://mill.example/\(number)", "--as", "user1")
    }
    let words = ["explore", "--all"].map { Array($0.utf8) }
    for (rows, isLinked) in [(10, false), (200, true)] {
      let terminal = try PseudoTerminal(program, words, rows: rows)
      #expect(try terminal.wait() == 0)
      #expect(terminal.text.contains("https://mill.example/1"))
      #expect(terminal.text.contains("]8;") == isLinked)
    }
  }

  @Test func `a list that fits is not paged`() throws {
    let program = try crowd(pager: "sed s/^/paged:/")
    let terminal = try PseudoTerminal(program, "users", "-n", "5", rows: 10)
    #expect(try terminal.wait() == 0)
    #expect(!terminal.text.contains("paged:"))
  }

  @Test func `--explain is not paged, even for a tall list`() throws {
    let program = try crowd(pager: "sed s/^/paged:/")
    let terminal = try PseudoTerminal(program, "users", "--all", "--explain", rows: 10)
    #expect(try terminal.wait() == 0)
    #expect(terminal.text.contains("SELECT") && !terminal.text.contains("paged:"))
  }

  @Test func `LINES sets the height of the window`() throws {
    var program = try crowd(pager: "sed s/^/paged:/")
    program.environment["LINES"] = "10"
    let terminal = try PseudoTerminal(program, "users", "--all", rows: 50)
    #expect(try terminal.wait() == 0)
    #expect(terminal.text.contains("paged:"))
  }

  @Test(arguments: ["cat", ""])
  func `PROFILECTL_PAGER overrides PAGER and may be empty`(own: String) throws {
    var program = try crowd(pager: "sed s/^/paged:/")
    program.environment["PROFILECTL_PAGER"] = own
    let terminal = try PseudoTerminal(program, "users", "--all", rows: 10)
    #expect(try terminal.wait() == 0)
    #expect(!terminal.text.contains("paged:"))
  }

  @Test func `a pager that ends early or can't be started is no error`() throws {
    for pager in ["head -1", "no-such-pager"] {
      let program = try crowd(pager: pager)
      let terminal = try PseudoTerminal(program, "users", "--all", rows: 10)
      #expect(try terminal.wait() == 0, "\(pager): \(terminal.text)")
    }
  }

  @Test(arguments: ["no-such-pager -x", "'open"])
  func `a pager that can't be started is reported once`(pager: String) throws {
    let program = try crowd(pager: pager)
    let terminal = try PseudoTerminal(program, "users", "--all", rows: 10)
    #expect(try terminal.wait() == 0)
    #expect(terminal.text.hasPrefix("Note: The pager in PAGER can't be started.\r\n"))
    #expect(terminal.text.split(separator: "Note: ").count == 1)
    #expect(terminal.text.contains("@user30"))
  }

  @Test(arguments: [["users", "--all", "-q"], ["-q", "users", "--all"]])
  func `--quiet omits that report`(words: [String]) throws {
    let program = try crowd(pager: "no-such-pager")
    let terminal = try PseudoTerminal(program, words.map { Array($0.utf8) }, rows: 10)
    #expect(try terminal.wait() == 0)
    #expect(!terminal.text.contains("Note: ") && terminal.text.contains("@user30"))
  }

  @Test func `a signal that ends the program ends the pager`() throws {
    let program = try crowd(pager: "sleep 1000")
    let terminal = try PseudoTerminal(program, "users", "--all", rows: 10)
    try terminal.readUntilQuiet()
    terminal.send(SIGTERM)
    #expect(try terminal.wait() == 143)
  }

  @Test(arguments: ["kill -9 $$", "exit"])
  func `the terminal is restored after a pager that leaves it raw`(end: String) throws {
    let program = try crowd(pager: "sh -c 'stty raw -echo; \(end)'")
    let terminal = try PseudoTerminal(program, "users", "--all", rows: 10)
    #expect(try terminal.wait() == 0)
    #expect(terminal.isCooked)
  }

  @Test(arguments: ["sleep 1000", "sh -c 'trap \"exit 2\" INT; sleep 1000 & wait'"], [30, 3_000])
  func `Control-C that ends the pager ends the program`(pager: String, count: Int) throws {
    let program = try crowd(pager: pager)
    let more = (31...3_000).prefix(count - 30).map { "create-user user\($0)\n" }.joined()
    try program.succeed(["run", "--quiet", "-"], input: more)
    let terminal = try PseudoTerminal(program, "users", "--all", rows: 10)
    try terminal.readUntilQuiet()
    terminal.type("\u{3}")
    #expect(try terminal.wait() == 130)
    #expect(terminal.text.hasSuffix("Interrupted.\r\n"))
  }

  @Test func `Control-C goes to a pager that handles it`() throws {
    let program = try crowd(pager: "sh -c 'trap \"echo heard; exit 0\" INT; sleep 1000 & wait'")
    let terminal = try PseudoTerminal(program, "users", "--all", rows: 10)
    try terminal.readUntilQuiet()
    terminal.type("\u{3}")
    #expect(try terminal.wait() == 0)
    #expect(terminal.text.hasSuffix("heard\r\n"))
  }

  @Test func `without a variable, less shows it if it is there`() throws {
    var program = try crowd(pager: "")
    program.environment["PAGER"] = nil
    let terminal = try PseudoTerminal(program, "users", "--all", rows: 10)
    try terminal.read { $0.hasSuffix(":\u{1B}[K") }
    #expect(!terminal.text.contains("@user30"))
    terminal.type("q")
    #expect(try terminal.wait() == 0)
    let dumb = try PseudoTerminal(program, "users", "--all", rows: 10, term: "dumb")
    #expect(try dumb.wait() == 0)
    program.environment["PATH"] = program.home.path
    let bare = try PseudoTerminal(program, "users", "--all", rows: 10)
    #expect(try bare.wait() == 0)
    for terminal in [dumb, bare] {
      #expect(terminal.text.contains("@user30") && !terminal.text.contains("Note:"))
    }
  }

  @Test func `nothing is paged on a pipe`() throws {
    let program = try crowd(pager: "sed s/^/paged:/")
    #expect(try !program.run("users", "--all").stdout.contains("paged:"))
  }
}
