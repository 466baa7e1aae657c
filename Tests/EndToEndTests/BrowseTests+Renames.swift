import Support
import Testing

/// Tests renames and logins while the browser is open.
extension BrowseTests {
  @Test func `a renamed user stays on the page and in its last line`() throws {
    let terminal = try open("bob")
    terminal.type("F")
    try shows("Followers of @bob", terminal)
    try network.program.succeed("--as", "bob", "edit-profile", "--rename", "robert")
    try network.program.succeed("create-user", "bob")
    try network.program.succeed("--as", "dave", "follow", "robert")
    try shows("@dave", terminal)
    try shows("Followers of @robert", terminal)
    terminal.type("\u{1B}")
    try shows("2 Followers", terminal)
    try network.program.succeed(
      ["--as", "robert", "run", "--atomic", "-"],
      input: "edit-profile --rename rob2\ncreate-user robert\n")
    try shows("@rob2", terminal)
    try shows("2 Followers", terminal)
    terminal.type(":login carol\r")
    try shows("You are @carol", terminal)
    terminal.type(":browse carol\r")
    try shows("Edit profile", terminal)
    try network.program.succeed("--as", "carol", "edit-profile", "--rename", "carolina")
    try shows("@carolina", terminal)
    #expect(try #require(rows(terminal).last).contains("@carolina"))
    try leave(terminal)
  }

  @Test func `after a rename each line that acts as the old handle names the new one`() throws {
    let terminal = try open("alice", "--as", "alice")
    try shows("@alice   Enter open", terminal)
    terminal.type(":edit-profile --rename alicia\r")
    try shows("✓ Edited @alicia.", terminal)
    terminal.type(":create-user zoe\r")
    try shows("Created @zoe.", terminal)
    terminal.type(":post lost\r")
    try shows("There is no user 'alice', who was to act. Hint: :login alicia", terminal)
    terminal.type(":login alicia\r")
    try shows("You are @alicia", terminal)
    try leave(terminal)
  }

  @Test func `one alert reports a rename and the page that is gone`() throws {
    let terminal = try open("--as", "alice")
    terminal.type(":edit-profile --rename alicia\r")
    try shows("! Edited @alicia. There is no user 'alice'.", terminal)
    try shows("People", terminal)
    try leave(terminal)
  }

  @Test(arguments: ["login alice", "logout"])
  func `a login or logout elsewhere does not change who acts in the browser`(elsewhere: String)
    throws
  {
    let network = try SmallNetwork(user: nil)
    try network.program.succeed("login", "carol")
    let terminal = try PseudoTerminal(network.program, "browse", "bob")
    try shows("@carol   Enter open", terminal)
    try network.program.succeed(elsewhere.split(separator: " ").map(String.init))
    terminal.type(":post Mine\r")
    try shows("Posted", terminal)
    terminal.type("F")
    try shows("@carol   Enter open", terminal)
    try leave(terminal)
    #expect(try network.program.run("show", "carol").stdout.contains("Mine"))
  }

  @Test func `a browser without a user ignores a login elsewhere`() throws {
    let network = try SmallNetwork(user: nil)
    let terminal = try PseudoTerminal(network.program, "browse", "bob")
    try shows("nobody   :login NAME   Enter open", terminal)
    try network.program.succeed("login", "carol")
    terminal.type("f")
    try shows("No user is logged in", terminal)
    try leave(terminal)
  }

  @Test func `another login removes private posts from the page`() throws {
    let network = try SmallNetwork(user: nil)
    try network.program.succeed("login", "alice")
    let terminal = try PseudoTerminal(network.program, "browse", "alice")
    try shows("@alice   Enter open", terminal)
    terminal.type("4")
    try shows("A note to myself", terminal)
    terminal.type(":login carol\r")
    try shows("First loaf", terminal)
    let rows = rows(terminal)
    #expect(!rows.contains { $0.contains("A note") || $0.contains("Private") })
    #expect(!rows.contains { $0.contains("Edit profile") || $0.contains("private posts") })
    try leave(terminal)
  }

  @Test func `when the acting user is deleted the browser shows others as nobody`() throws {
    let terminal = try PseudoTerminal(network.program, "browse", "--as", "bob")
    try shows("@bob   Enter open", terminal)
    try network.program.succeed("delete-user", "bob", "--yes")
    try shows("nobody   :login NAME   Enter open", terminal)
    try shows("@carol", terminal)
    try leave(terminal)
  }

  @Test func `the last line shows the user's new handle on any page`() throws {
    let terminal = try open("bob")
    terminal.type(":login carol\r")
    try shows("You are @carol", terminal)
    try network.program.succeed("--as", "carol", "edit-profile", "--rename", "carolina")
    try shows("@carolina   Enter open", terminal)
    terminal.type("?")
    try shows("Opening pages", terminal)
    try network.program.succeed("--as", "carolina", "edit-profile", "--rename", "caroline")
    try shows("@caroline   / search", terminal)
    try leave(terminal)
  }
}
