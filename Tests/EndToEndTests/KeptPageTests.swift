import Testing

/// Pages and drawings of a profile that are kept, and given to others.
@Suite struct KeptPageTests {
  @Test func `no private post is in one unless it was asked for`() throws {
    let program = try SmallNetwork().program
    // Alice's own.
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
