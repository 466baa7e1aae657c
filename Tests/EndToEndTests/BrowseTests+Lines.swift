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
}
