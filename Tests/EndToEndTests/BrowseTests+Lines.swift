import Support
import Testing

/// Tests lines typed after the colon that change the browser itself.
extension BrowseTests {
  @Test func `a browse line applies its options to the open browser`() throws {
    let terminal = try open("bob")
    terminal.type(":browse dave --header fading --no-mouse\r")
    try terminal.read { $0.contains("\u{1B}[?1000l") }
    try shows("@dave", terminal)
    terminal.type("H")
    try shows("Header: stretchy", terminal)
    try leave(terminal)
  }

  @Test func `a renamed user is shown under the new handle`() throws {
    let terminal = try open("carol")
    terminal.type(":login carol\r")
    try shows("You are @carol", terminal)
    terminal.type("sjj\r")
    try shows(":edit-profile --rename", terminal)
    terminal.type("carolina\r")
    try shows("You are @carolina now.", terminal)
    terminal.type(":edit-profile --name Carol\r")
    try shows("Edited @carolina.", terminal)
    try leave(terminal)
  }

  @Test func `a rename to the same handle is reported as an edit`() throws {
    let terminal = try open("bob")
    terminal.type(":login carol\r")
    try shows("You are @carol", terminal)
    terminal.type(":edit-profile --rename carol\r")
    try shows("Edited @carol.", terminal)
    try leave(terminal)
  }

  @Test func `a line that deletes asks on the screen and waits for yes`() throws {
    let terminal = try open("dave")
    let question = "Delete @dave with all posts, likes and follows?"
    for refusal in ["n", "\r", "\u{1B}", "jj\r"] {
      terminal.type(":delete-user dave\r")
      try shows(question, terminal)
      terminal.type(refusal)
      try terminal.read { _ in !rows(terminal).contains { $0.contains(question) } }
    }
    #expect(try network.program.succeed("show", "dave", "--json").contains("dave"))
    terminal.type(":delete-user dave --no-input\r")
    try shows("so it needs '--yes' here", terminal)
    try terminal.readUntilQuiet(for: .milliseconds(600))
    terminal.type("\u{15}delete-user dave\r")
    try shows(question, terminal)
    terminal.type("y")
    try shows("Deleted @dave.", terminal)
    // An answer that was hardly seen is printed again at the end.
    try terminal.readUntilQuiet(for: .milliseconds(600))
    #expect(try network.program.run("show", "dave").status != 0)
    try leave(terminal)
  }

  @Test func `a line with an unknown user stays for correction`() throws {
    let terminal = try open("bob")
    terminal.type(":follow davee\r")
    try shows("There is no user 'davee'", terminal)
    try shows(":follow davee", terminal)
    try terminal.readUntilQuiet(for: .milliseconds(600))
    terminal.type("\u{7F}\r")
    try shows("You follow @dave.", terminal)
    try leave(terminal)
  }

  @Test func `a line that asks for the linear browser is refused and stays`() throws {
    let terminal = try open("bob")
    terminal.type(":browse dave --linear\r")
    try shows("'--linear' can't be used in the browser", terminal)
    try shows(":browse dave --linear", terminal)
    terminal.type("\u{3}")
    try shows("Enter open", terminal)
    try terminal.readUntilQuiet()
    try leave(terminal)
  }
}
