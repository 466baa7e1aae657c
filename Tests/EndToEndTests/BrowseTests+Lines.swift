import Support
import Testing

/// What lines after the colon make of the browser itself.
extension BrowseTests {
  @Test func `a line that goes somewhere is obeyed in how`() throws {
    let terminal = try open("bob")
    terminal.type(":browse dave --header fading --no-mouse\r")
    try terminal.read { $0.contains("\u{1B}[?1000l") }
    try shows("@dave", terminal)
    terminal.type("H")
    try shows("Header: stretchy", terminal)
    try leave(terminal)
  }

  @Test func `whoever changes their handle is told what they are called now`() throws {
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

  @Test func `whoever keeps their handle is not told that it is another one`() throws {
    let terminal = try open("bob")
    terminal.type(":login carol\r")
    try shows("You are @carol", terminal)
    terminal.type(":edit-profile --rename carol\r")
    try shows("Edited @carol.", terminal)
    try leave(terminal)
  }

  @Test func `a line that asks for another kind of browser is refused, and stays`() throws {
    let terminal = try open("bob")
    terminal.type(":browse dave --linear\r")
    try shows("'--linear' can't be used in the browser", terminal)
    try shows(":browse dave --linear", terminal)
    terminal.type("\u{3}")
    try shows("Enter open", terminal)
    try leave(terminal)
  }
}
