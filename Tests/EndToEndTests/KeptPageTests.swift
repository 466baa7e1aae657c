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
}
