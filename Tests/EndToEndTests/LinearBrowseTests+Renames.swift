import Support
import Testing

/// Tests handles and lists that change between the printed page and the next line.
extension LinearBrowseTests {
  private func open(_ words: String...) throws -> (network: SmallNetwork, PseudoTerminal) {
    let network = try SmallNetwork()
    let arguments = (["browse"] + words + ["--linear"]).map { Array($0.utf8) }
    let terminal = try PseudoTerminal(network.program, arguments)
    try terminal.read { $0.hasSuffix("> ") }
    return (network, terminal)
  }

  /// Types a line and returns the new output.
  private func reply(to line: String, _ terminal: PseudoTerminal) throws -> String {
    let start = terminal.text.count
    terminal.type(line + "\r")
    try terminal.read { $0.count > start + line.count + 2 && $0.hasSuffix("> ") }
    return String(terminal.text.dropFirst(start))
  }

  /// Renames @dave to @davy, and creates another user @dave.
  private func takeName(in network: SmallNetwork) throws {
    try network.program.succeed("--as", "dave", "edit-profile", "--rename", "davy")
    try network.program.succeed("create-user", "dave")
  }

  @Test func `a word acts on the printed user, not on the new owner of the handle`() throws {
    let (network, terminal) = try open("dave")
    try takeName(in: network)
    #expect(try reply(to: "follow", terminal).contains("You follow @davy."))
    try network.program.succeed("--as", "davy", "edit-profile", "--rename", "david")
    #expect(try reply(to: "unfollow", terminal).contains("You no longer follow @david."))
    #expect(try network.program.run("follows", "alice", "dave").stdout == "no\n")
  }

  @Test func `a word on a deleted user does not act on the new owner of the handle`() throws {
    let (network, terminal) = try open("dave")
    try network.program.succeed("delete-user", "dave", "--yes")
    try network.program.succeed("create-user", "dave")
    #expect(try reply(to: "follow", terminal).contains("\n@dave is gone."))
    #expect(try network.program.run("follows", "alice", "dave").stdout == "no\n")
  }

  @Test func `a number opens the user or post printed with it`() throws {
    let (network, terminal) = try open("bob")
    #expect(try reply(to: "users", terminal).contains("\n3. @dave"))
    try takeName(in: network)
    #expect(try reply(to: "3", terminal).contains("Profile of @davy."))
    #expect(try reply(to: "1", terminal).contains("@davy"))
    try network.program.succeed("--as", "davy", "edit-profile", "--rename", "david")
    try network.program.succeed("create-user", "davy")
    #expect(try reply(to: "0 show", terminal).contains("Profile of @david."))
  }

  @Test func `a number keeps its post when newer posts arrive`() throws {
    let (network, terminal) = try open("bob")
    #expect(try reply(to: "timeline", terminal).contains("\n1. @carol"))
    try network.program.succeed("--as", "bob", "post", "Something new")
    #expect(try reply(to: "like 5", terminal).contains("You like #5"))
    #expect(try reply(to: "1", terminal).contains("#5"))
    _ = try reply(to: "q", terminal)
    try network.program.succeed("--as", "bob", "delete-post", "6", "--yes")
    #expect(try reply(to: "like 4", terminal).contains("You like #4"))
    #expect(try reply(to: "1", terminal).contains("There is no post 6."))
  }

  @Test func `a number opens its post after the post has moved to a later page`() throws {
    let (network, terminal) = try open("bob")
    #expect(try reply(to: "timeline", terminal).contains("\n4. @alice"))
    let posts = (1...22).map { "post 'Number \($0)'\n" }.joined()
    try network.program.succeed(["--as", "bob", "run", "--quiet", "-"], input: posts)
    #expect(try reply(to: "like 4", terminal).contains("You like #4"))
    #expect(try reply(to: "4", terminal).contains("First loaf of the year"))
    _ = try reply(to: "q", terminal)
    #expect(try reply(to: "2", terminal).contains("Number 21"))
    #expect(try reply(to: "like", terminal).contains("You like #26 by @bob."))
  }

  @Test func `a word after a number acts on the printed row`() throws {
    let (network, terminal) = try open("bob")
    #expect(try reply(to: "timeline", terminal).contains("\n1. @carol"))
    try network.program.succeed("--as", "bob", "post", "Something new")
    #expect(try reply(to: "1 like", terminal).contains("You like #5 by @carol."))
    try network.program.succeed("--as", "carol", "delete-post", "5", "--yes")
    #expect(try reply(to: "1 like", terminal).contains("There is no post 5."))
    #expect(try reply(to: "1 show", terminal).contains("Profile of @carol."))
  }

  @Test func `tab switches to the other list of the same user`() throws {
    let (network, terminal) = try open("dave")
    #expect(try reply(to: "0 followers", terminal).contains("Followers of @dave."))
    try takeName(in: network)
    try network.program.succeed("--as", "davy", "follow", "alice")
    #expect(try reply(to: "tab", terminal).contains("\n1. @alice"))
    #expect(try reply(to: "tab", terminal).contains(". @bob"))
  }
}
