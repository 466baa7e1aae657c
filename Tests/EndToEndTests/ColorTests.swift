import Support
import Testing

/// Tests how options and variables decide the colours of an answer.
@Suite struct ColorTests {
  enum Depth: String {
    case none, ansi16, ansi256, trueColor

    init(of text: String) {
      if text.contains("[38;2;") || text.contains(";48;2;") {
        self = .trueColor
      } else if text.contains("38;5;") {
        self = .ansi256
      } else {
        self = text.contains("\u{1B}[") ? .ansi16 : .none
      }
    }
  }

  struct Case: Sendable {
    var variables: [String: String] = [:]
    var term = "xterm-256color"
    var option: String?
    var depth: Depth
  }

  @Test(arguments: [
    Case(depth: .ansi256),
    Case(term: "xterm", depth: .ansi16),
    Case(term: "dumb", depth: .none),
    Case(variables: ["COLORTERM": "truecolor"], depth: .trueColor),
    Case(variables: ["COLORTERM": "24bit"], term: "xterm", depth: .trueColor),
    Case(variables: ["COLORTERM": "truecolor"], term: "dumb", depth: .none),
    Case(
      variables: ["COLORTERM": "truecolor", "STY": "1.x"], term: "screen-256color",
      depth: .ansi256),
    Case(
      variables: ["COLORTERM": "truecolor", "STY": "1.x", "TMUX": "x"], term: "screen-256color",
      depth: .trueColor),
    Case(variables: ["NO_COLOR": "1"], depth: .none),
    Case(variables: ["NO_COLOR": ""], depth: .ansi256),
    Case(variables: ["NO_COLOR": "1", "FORCE_COLOR": "1"], depth: .none),
    Case(variables: ["NO_COLOR": "1"], option: "always", depth: .ansi256),
    Case(variables: ["FORCE_COLOR": "1"], option: "never", depth: .none),
    Case(term: "dumb", option: "always", depth: .ansi16),
  ])
  func `on a terminal`(_ example: Case) throws {
    var program = try SmallNetwork().program
    program.environment.merge(example.variables) { $1 }
    let words = ["explore"] + (example.option.map { ["--color", $0] } ?? [])
    let terminal = try PseudoTerminal(
      program, words.map { Array($0.utf8) }, term: example.term)
    #expect(try terminal.wait() == 0)
    #expect(Depth(of: terminal.text) == example.depth)
  }

  @Test(
    arguments: [
      ([], "xterm", true), ([], "dumb", false), (["--color", "always"], "dumb", false),
      (["--color", "never"], "xterm", false), (["--ascii"], "xterm", false),
    ] as [([String], String, Bool)])
  func `web addresses are links`(options: [String], term: String, isLinked: Bool) throws {
    let network = try SmallNetwork()
    try network.program.succeed("post", "Rye: https://mill.example/rye.")
    let words = (["timeline", "--limit", "1"] + options).map { Array($0.utf8) }
    let terminal = try PseudoTerminal(network.program, words, term: term)
    #expect(try terminal.wait() == 0)
    #expect(terminal.text.contains(";https://mill.example/rye\u{1B}\\") == isLinked)
    #expect(terminal.text.contains("]8;") == isLinked)
    let piped = try network.program.succeed("timeline", "--limit", "1", "--color", "always")
    #expect(!piped.contains("]8;"))
  }

  @Test func `a terminal without colour shows names in bold, unless it never gets colour`() throws {
    var program = try SmallNetwork().program
    program.environment["NO_COLOR"] = "1"
    func isBold(_ words: [String], term: String = "xterm") throws -> Bool {
      let terminal = try PseudoTerminal(program, words.map { Array($0.utf8) }, term: term)
      #expect(try terminal.wait() == 0)
      return terminal.text.contains("\u{1B}[1m")
    }
    #expect(try isBold(["show"]))
    #expect(try !isBold(["show", "--color", "never"]))
    #expect(try !isBold(["show"], term: "dumb"))
  }

  @Test(arguments: [
    Case(depth: .none),
    Case(variables: ["FORCE_COLOR": "1"], depth: .ansi256),
    Case(variables: ["CLICOLOR_FORCE": "1"], depth: .ansi256),
    Case(variables: ["FORCE_COLOR": "1", "NO_COLOR": "1"], depth: .none),
    Case(option: "always", depth: .ansi256),
  ])
  func `on a pipe`(_ example: Case) throws {
    var program = try SmallNetwork().program
    program.environment.merge(example.variables) { $1 }
    program.environment["TERM"] = example.term
    let output = try program.succeed(
      ["show"] + (example.option.map { ["--color", $0] } ?? []))
    #expect(Depth(of: output) == example.depth)
  }

  @Test(arguments: ["0;15", "0;default;7", "12;9"])
  func `COLORFGBG sets a light background like --light`(colors: String) throws {
    var program = try SmallNetwork().program
    program.environment["TERM"] = "xterm-256color"
    let words = ["show", "--color", "always"]
    let dark = try program.succeed(words)
    let light = try program.succeed(words + ["--light"])
    #expect(dark != light)
    program.environment["COLORFGBG"] = colors
    #expect(try program.succeed(words) == light)
    program.environment["COLORFGBG"] = "15;8"
    #expect(try program.succeed(words) == dark)
  }

  @Test(arguments: [["LC_ALL": "C"], ["LC_ALL": "", "LC_CTYPE": "C", "LANG": "C.UTF-8"]])
  func `a locale other than UTF-8 gets only ASCII`(locale: [String: String]) throws {
    var program = try SmallNetwork().program
    program.environment.merge(locale) { $1 }
    for words in [["show"], ["show", "bob"], ["explore"], ["users"], ["view", "4"], ["flags"]] {
      let terminal = try PseudoTerminal(program, words.map { Array($0.utf8) })
      #expect(try terminal.wait() == 0)
      #expect(terminal.bytes.allSatisfy { $0 < 0x7F })
    }
    #expect(try program.succeed("show").utf8.allSatisfy { $0 < 0x7F })
  }
}
