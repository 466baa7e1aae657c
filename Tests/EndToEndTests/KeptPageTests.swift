import Support
import Testing

/// Tests profiles exported as HTML and SVG.
@Suite struct KeptPageTests {
  @Test func `an exported page holds private posts only on request`() throws {
    let program = try SmallNetwork().program
    // alice exports her own profile.
    try program.succeed("like", "3")
    let note = "A note to myself"
    for words in [
      ["--format", "html"], ["--format", "html", "--tab", "likes"],
      ["--format", "svg", "--tab", "likes"], ["--format", "svg"],
    ] {
      let page = try program.succeed(["show"] + words)
      #expect(!page.contains(note) && page.contains("Alice"), "\(words)")
    }
    for format in ["html", "svg"] {
      #expect(try program.succeed("show", "--tab", "private", "--format", format).contains(note))
    }
    #expect(try program.succeed("show", "--tab", "likes").contains(note))
  }

  @Test func `a page contains the answers to its posts, and private ones only on request`() throws {
    let program = try SmallNetwork().program
    try program.succeed("--as", "bob", "reply", "1", "Save me the crust")
    try program.succeed("reply", "1", "--private", "None is left")
    let page = try program.succeed("show", "--format", "html")
    #expect(page.contains("Save me the crust") && !page.contains("None is left"))
    let own = try program.succeed("show", "--tab", "private", "--format", "html")
    #expect(own.contains("None is left"))
  }

  @Test func `a page says how to get the posts it has not`() throws {
    let program = try SmallNetwork().program
    try program.succeed("post", "Second loaf of the year")
    let command = "profilectl show alice --all --format html"
    let page = try program.succeed("show", "-n", "1", "--format", "html")
    #expect(page.contains(command) && !page.contains("First loaf"))
    let whole = try program.succeed("show", "--all", "--format", "html")
    #expect(!whole.contains(command) && whole.contains("First loaf"))
  }

  @Test(arguments: ["html", "svg"])
  func `a drawing is refused on a terminal, with a line for a file`(format: String) throws {
    let program = try SmallNetwork().program
    let terminal = try PseudoTerminal(program, "show", "bob", "--format", format)
    #expect(try terminal.wait() == 64)
    #expect(terminal.text.contains("Hint: profilectl show bob --format \(format) > bob.\(format)"))
    #expect(!terminal.text.contains("<\(format)") && !terminal.text.contains("DOCTYPE"))
  }

  @Test func `at a prompt there is no line for a file`() throws {
    let terminal = try PseudoTerminal(try SmallNetwork().program, "repl")
    terminal.type("show bob --format html\rexit\r")
    _ = try terminal.wait()
    #expect(terminal.text.contains("is for a file") && !terminal.text.contains("Hint"))
  }
}
