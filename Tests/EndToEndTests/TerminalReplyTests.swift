import Foundation
import Support
import Testing

/// Tests the questions of `browse` to its terminal and its use of the replies.
@Suite struct TerminalReplyTests {
  private let sample: SampleCopy

  init() throws {
    sample = try SampleCopy()
  }

  private static let question = "\u{1B}]11;?\u{1B}\\\u{1B}[c"

  private func browse(
    _ options: [String] = [], _ environment: [String: String] = [:]
  ) throws -> PseudoTerminal {
    var program = try Program(database: sample.path, user: "bob", now: SmallNetwork.now)
    program.environment.merge(environment) { $1 }
    let terminal = try PseudoTerminal(
      program, (["browse"] + options).map { Array($0.utf8) }, columns: 80, rows: 24)
    try terminal.read { $0.contains("keys") }
    return terminal
  }

  private func leave(_ terminal: PseudoTerminal) throws {
    terminal.type("qq")
    #expect(try terminal.wait() == 0)
  }

  /// Each piece is sent after the program has read the one before.
  @Test(arguments: [
    ["\u{1B}]11;rgb:1e1e", "/1e1e/2e2e\u{1B}", "\\\u{1B}[?62", ";4c"],
    ["\u{1B}", "]11;rgb:ffff/ffff/ffff\u{7}", "\u{1B}", "[?1;2c"],
    ["\u{1B}]11;" + String(repeating: "q", count: 3_000), "qqq\u{1B}\\"],
    ["\u{1B}]11;" + String(repeating: "q", count: 9_000), "qqq\u{1B}\\"],
    ["\u{1B}]11;unfinished qq"], ["\u{1B}[?6"], ["\u{1B}_Gi=31;qq", "qq"],
  ])
  func `a reply in pieces, too long, late or unfinished is no key`(pieces: [String]) throws {
    let terminal = try browse()
    for piece in pieces {
      terminal.type(piece)
      try terminal.readUntilQuiet(for: .milliseconds(80))
    }
    // An unfinished sequence is dropped after half a second.
    try terminal.readUntilQuiet(for: .milliseconds(600))
    #expect(!terminal.text.contains("again"))
    terminal.type("p")
    try terminal.read { $0.contains("@carol") }
    terminal.type("\u{1B}")
    try leave(terminal)
  }

  @Test func `the first frame waits for no reply, and the background decides light or dark`()
    throws
  {
    let terminal = try browse()
    #expect(terminal.text.contains(Self.question))
    #expect(terminal.text.contains("\u{1B}_Gi=31"))
    let before = terminal.text.count
    terminal.type("\u{1B}]11;rgb:ffff/ffff/f0f0\u{1B}\\\u{1B}[?1;2c")
    try terminal.read { $0.count > before + 500 }
    try leave(terminal)
    let light = try browse(["--light"])
    try light.readUntilQuiet(for: .milliseconds(200))
    let drawn = light.text.count
    light.type("\u{1B}]11;rgb:0000/0000/0000\u{1B}\\\u{1B}[?1;2c")
    try light.readUntilQuiet(for: .milliseconds(200))
    #expect(light.text.count == drawn)
    try leave(light)
  }

  @Test(arguments: [("\u{1B}_Gi=31;OK\u{1B}\\", "\u{1B}_Ga=p,"), ("", "\u{1B}P0;1;0q")])
  func `the best protocol that the terminal has draws the pictures`(
    graphics: String, drawing: String
  ) throws {
    let terminal = try browse([], ["COLORTERM": "truecolor"])
    terminal.type(graphics + "\u{1B}[?62;4;22c")
    try terminal.read { $0.contains(drawing) }
    try leave(terminal)
    // Nothing stays on the screen.
    if !graphics.isEmpty { #expect(terminal.text.hasSuffix("\u{1B}[?1049l")) }
    let removal = terminal.text.range(of: "\u{1B}_Ga=d,d=A", options: .backwards)
    #expect((removal != nil) == !graphics.isEmpty)
  }

  @Test(arguments: [["TMUX": "/tmp/tmux-0/default,1,0"], ["STY": "1.pts"], ["NO_COLOR": "1"]])
  func `within a multiplexer or without colours pictures stay cells`(
    environment: [String: String]
  ) throws {
    let terminal = try browse(["--glyphs", "kitty"], environment)
    terminal.type("\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[?62;4c")
    try terminal.readUntilQuiet(for: .milliseconds(200))
    #expect(!terminal.text.contains("\u{1B}_G") && !terminal.text.contains("\u{1B}P"))
    #expect(terminal.text.contains(Self.question) == (environment["STY"] == nil))
    try leave(terminal)
  }

  @Test func `one picture alone is drawn by the protocol of the environment`() throws {
    var program = try Program(database: sample.path, user: "bob", now: SmallNetwork.now)
    program.environment["KITTY_WINDOW_ID"] = "1"
    program.environment["COLORTERM"] = "truecolor"
    let terminal = try PseudoTerminal(program, "view", "325", columns: 80, rows: 40)
    #expect(try terminal.wait() == 0)
    #expect(terminal.text.contains("\u{1B}_Ga=T,C=1,c="))
    #expect(try !program.succeed("view", "325", "--color", "always").contains("\u{1B}_G"))
    #expect(
      try !program.succeed("view", "325", "--color", "always", "--glyphs", "sixel")
        .contains("\u{1B}P"))
  }
}
