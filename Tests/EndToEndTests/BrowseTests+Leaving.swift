import Foundation
import Rendering
import Screens
import Support
import Testing

/// Tests what remains on the terminal and what is printed after the browser ends.
extension BrowseTests {
  @Test(arguments: ["qq", "\u{3}", "\u{1A}"])
  func `a terminal without an alternate screen is cleared at the end`(key: String) throws {
    let terminal = try open("bob")
    terminal.type(key)
    try terminal.read { $0.contains("\u{1B}[?1049l") }
    var screen = TerminalScreen(columns: 80, rows: 24, width: CellWidth.of)
    let output = terminal.text.components(separatedBy: "\u{1B}[?1049l")[0]
    screen.feed(Array(output.utf8))
    #expect(screen.rows.joined().allSatisfy { $0 == screen.rows[0][0] && $0.glyph == " " })
    #expect(screen.cursor == (0, 0))
  }

  @Test(arguments: ["browse bob", "watch bob"])
  func `a background job stops before it touches the terminal`(line: String) throws {
    var bash = network.program
    let folder = (bash.executable as NSString).deletingLastPathComponent
    bash.executable = "/bin/bash"
    bash.environment["PATH"] = "\(folder):/usr/bin:/bin"
    bash.environment["PS1"] = "ready> "
    let terminal = try PseudoTerminal(bash, "--norc", "--noprofile", "-i")
    try terminal.read { $0.hasSuffix("ready> ") }
    terminal.type("set -b; profilectl \(line) &\r")
    try terminal.read { $0.contains("Stopped") }
    #expect(!terminal.text.contains("\u{1B}[?1049h"))
    terminal.type("fg\r")
    try terminal.read { $0.contains("\u{1B}[?1049h") && $0.hasSuffix("\u{1B}[?2026l") }
    terminal.type("\u{1A}")
    try terminal.read { $0.contains("\u{1B}[?1049l") && $0.hasSuffix("ready> ") }
    let start = terminal.text.count
    terminal.type("bg\r")
    try terminal.read { $0.dropFirst(start).contains("Stopped") }
    terminal.type("kill %1\r")
    try terminal.read { $0.contains("Exit 143") }
    #expect(!terminal.text.dropFirst(start).contains("\u{1B}[?1049"))
    terminal.type("exit\r")
    _ = try terminal.wait()
  }

  @Test(arguments: ["\u{3}", "qq\u{3}"])
  func `Ctrl-C gives up a waiting write and leaves`(keys: String) throws {
    let terminal = try open("dave")
    let lock = DatabaseLock(of: network.database)
    terminal.type("f")
    #expect(lock.waitUntilWanted())
    terminal.type(String(keys.prefix(max(1, keys.count - 1))))
    if keys.count > 1 {
      try terminal.read { $0.contains("Ctrl-C gives up.") }
      terminal.type("\u{3}")
    }
    #expect(try terminal.wait() == 130)
    lock.release()
    #expect(try network.program.run("follows", "alice", "dave").stdout == "no\n")
  }

  @Test func `leaving reports every refused line and the running one`() throws {
    let terminal = try open("dave")
    let lock = DatabaseLock(of: network.database)
    terminal.type("f")
    #expect(lock.waitUntilWanted())
    terminal.type(":follow nobody.here\r:follow nobody.else\r:whoami\rqq")
    try terminal.read { $0.contains("Another process is writing; Ctrl-C gives up.") }
    lock.release()
    #expect(try terminal.wait() == 0)
    let output = terminal.text.split(separator: "\u{1B}[?1049l").last ?? ""
    #expect(output.contains("nobody.here") && output.contains("nobody.else"), "\(output)")
    #expect(!output.contains("@alice"), "\(output)")
  }

  @Test func `leaving reports a refusal that was not shown yet`() throws {
    let terminal = try open("dave")
    terminal.type(":follow nobody.here\r\u{3}\u{3}")
    #expect(try terminal.wait() == 130)
    let output = terminal.text.split(separator: "\u{1B}[?1049l").last ?? ""
    #expect(output.contains("nobody.here"), "\(output)")
  }

  @Test func `leaving does not repeat a refusal that was shown`() throws {
    let terminal = try open("dave")
    terminal.type(":follow nobody.here\r")
    try shows("nobody.here", terminal)
    try terminal.readUntilQuiet()
    terminal.type("\u{3}")
    try leave(terminal)
  }

  @Test func `leaving names the line that is still running`() throws {
    let terminal = try open("bob")
    let line = ":seed --users 30000 --posts 300000 --replies 0 --reposts 0"
    terminal.type(line + "\r")
    try shows(" of 30", terminal, within: .seconds(60))
    terminal.type("qq")
    try terminal.read { $0.contains("Still under way: \(line); Ctrl-C gives up.") }
    terminal.type("\u{3}")
    #expect(try terminal.wait() == 130)
    #expect(terminal.text.hasSuffix("Interrupted; nothing was saved.\r\n"))
  }

  @Test func `leaving reports how many lines of a script were applied`() throws {
    let lines = (0..<40_000).map { "create-user many\($0)\n" }.joined()
    try network.program.home.write(lines, to: "long.pctl")
    let terminal = try open("bob")
    terminal.type(":run long.pctl\r")
    try terminal.read { $0.contains(/[0-9],000 lines/) }
    terminal.type("\u{3}")
    #expect(try terminal.wait() == 130)
    let output = terminal.text.split(separator: "\u{1B}[?1049l").last ?? ""
    #expect(!output.contains("nothing was saved"), "\(output)")
    let number = try #require(output.firstMatch(of: /([0-9,]+) lines were applied\./)?.1)
    let made = try network.program.succeed(
      "sql", "SELECT count(*) FROM users WHERE username LIKE 'many%'", "--json")
    #expect(made.contains(":\(number.filter { $0 != "," })}"), "\(output), \(made)")
  }
}
