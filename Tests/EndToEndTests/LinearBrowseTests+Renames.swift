import Support
import Testing

/// Names that change between what was told and what is typed.
extension LinearBrowseTests {
  private func open(_ words: String...) throws -> (network: SmallNetwork, PseudoTerminal) {
    let network = try SmallNetwork()
    let arguments = (["browse"] + words + ["--linear"]).map { Array($0.utf8) }
    let terminal = try PseudoTerminal(network.program, arguments)
    try terminal.read { $0.hasSuffix("> ") }
    return (network, terminal)
  }

  /// Types a line, and gives back what was told then.
  private func told(_ line: String, _ terminal: PseudoTerminal) throws -> String {
    let start = terminal.text.count
    terminal.type(line + "\r")
    try terminal.read { $0.count > start + line.count + 2 && $0.hasSuffix("> ") }
    return String(terminal.text.dropFirst(start))
  }

  /// Somebody else takes the name of @dave, who is @davy from now on and followed by alice.
  private func takeName(in network: SmallNetwork) throws {
    try network.program.succeed("--as", "dave", "edit-profile", "--rename", "davy")
    try network.program.succeed("create-user", "dave")
  }

  @Test func `a deed is done to whom was told, and not to who took the name`() throws {
    let (network, terminal) = try open("dave")
    try takeName(in: network)
    #expect(try told("f", terminal).contains("You follow @davy."))
    try network.program.succeed("--as", "davy", "edit-profile", "--rename", "david")
    #expect(try told("f", terminal).contains("You no longer follow @david."))
    #expect(try network.program.run("follows", "alice", "dave").stdout == "no\n")
  }

  @Test func `whoever is gone is followed no more, whoever has the name`() throws {
    let (network, terminal) = try open("dave")
    try network.program.succeed("delete-user", "dave", "--yes")
    try network.program.succeed("create-user", "dave")
    #expect(try told("f", terminal).contains("\n@dave is gone."))
    #expect(try network.program.run("follows", "alice", "dave").stdout == "no\n")
  }

  @Test func `a number opens whom it was told with, and the author of a post`() throws {
    let (network, terminal) = try open("bob")
    #expect(try told("p", terminal).contains("\n3. @dave"))
    try takeName(in: network)
    #expect(try told("3", terminal).contains("Profile of @davy."))
    #expect(try told("1", terminal).contains("@davy"))
    try network.program.succeed("--as", "davy", "edit-profile", "--rename", "david")
    try network.program.succeed("create-user", "davy")
    #expect(try told("u", terminal).contains("Profile of @david."))
  }

  @Test func `a number stands for what was told with it, whatever came before that since`() throws {
    let (network, terminal) = try open("bob")
    #expect(try told("t", terminal).contains("\n1. @carol"))
    try network.program.succeed("--as", "bob", "post", "Something new")
    #expect(try told("like 5", terminal).contains("You like #5"))
    #expect(try told("1", terminal).contains("#5"))
    _ = try told("q", terminal)
    try network.program.succeed("--as", "bob", "delete-post", "6", "--yes")
    #expect(try told("like 4", terminal).contains("You like #4"))
    #expect(try told("1", terminal).contains("There is no post 6."))
  }

  @Test func `a number opens what is there, however far down its list it is by now`() throws {
    let (network, terminal) = try open("bob")
    #expect(try told("t", terminal).contains("\n4. @alice"))
    let posts = (1...22).map { "post 'Number \($0)'\n" }.joined()
    try network.program.succeed(["--as", "bob", "run", "--quiet", "-"], input: posts)
    #expect(try told("like 4", terminal).contains("You like #4"))
    #expect(try told("4", terminal).contains("First loaf of the year"))
    // It isn't in the part of the list that is read now, and no other post takes its place.
    _ = try told("q", terminal)
    #expect(try told("l", terminal).contains("What 'l' was about is no longer in this list"))
    #expect(try told("2", terminal).contains("Number 21"))
    _ = try told("q", terminal)
    #expect(try told("l", terminal).contains("You like #26 by @bob."))
  }

  @Test func `a letter is about what was opened last, wherever that is by now`() throws {
    let (network, terminal) = try open("bob")
    #expect(try told("t", terminal).contains("\n1. @carol"))
    #expect(try told("l", terminal).contains("'l' is about one thing of a list"))
    #expect(try told("1", terminal).contains("@carol"))
    try network.program.succeed("--as", "bob", "post", "Something new")
    _ = try told("q", terminal)
    #expect(try told("l", terminal).contains("You like #5 by @carol."))
    try network.program.succeed("--as", "carol", "delete-post", "5", "--yes")
    #expect(try told("like 4", terminal).contains("You like #4"))
    #expect(try told("u", terminal).contains("What 'u' was about is no longer in this list"))
  }

  @Test func `the author of a post that is gone is found by their name`() throws {
    let (network, terminal) = try open("bob")
    #expect(try told("t", terminal).contains("\n1. @carol"))
    #expect(try told("1", terminal).contains("@carol"))
    try network.program.succeed("--as", "carol", "delete-post", "5", "--yes")
    #expect(try told("u", terminal).contains("Profile of @carol."))
  }

  @Test func `the other list is that of the same person`() throws {
    let (network, terminal) = try open("dave")
    #expect(try told("F", terminal).contains("Followers of @dave."))
    try takeName(in: network)
    try network.program.succeed("--as", "davy", "follow", "alice")
    #expect(try told("tab", terminal).contains("\n1. @alice"))
    #expect(try told("tab", terminal).contains("\n1. @bob"))
  }
}
