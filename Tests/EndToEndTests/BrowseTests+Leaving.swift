import Foundation
import Rendering
import Support
import Testing

/// What is left on a terminal.
extension BrowseTests {
  @Test(arguments: ["q", "\u{3}", "\u{1A}"])
  func `a terminal without another screen keeps nothing that was drawn`(key: String) throws {
    let terminal = try open("bob")
    terminal.type(key)
    try terminal.read { $0.contains("\u{1B}[?1049l") }
    var screen = TerminalScreen(columns: 80, rows: 24, width: CellWidth.of)
    let told = terminal.text.components(separatedBy: "\u{1B}[?1049l")[0]
    screen.feed(Array(told.utf8))
    #expect(screen.rows.joined().allSatisfy { $0 == screen.rows[0][0] && $0.glyph == " " })
    #expect(screen.cursor == (0, 0))
  }
  @Test(arguments: ["browse bob", "watch bob"])
  func `in the background it stops before it touches the terminal`(line: String) throws {
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
}
