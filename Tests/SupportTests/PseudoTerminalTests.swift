import Foundation
import Support
import Testing

/// Tests `PseudoTerminal` with a shell instead of `profilectl`.
@Suite struct PseudoTerminalTests {
  @Test func `the program sees a terminal of the size and kind asked for`() throws {
    let terminal = try open("test -t 0 && test -t 1 && test -t 2 && stty size && echo $TERM")
    #expect(try terminal.wait() == 0)
    #expect(terminal.text == "12 34\r\nvt100\r\n")
  }

  @Test func `keys reach the program and are echoed`() throws {
    let terminal = try open("read line; echo got $line")
    terminal.type("hej\r")
    try terminal.read { $0.hasSuffix("got hej\r\n") }
    #expect(try terminal.wait() == 0)
    #expect(terminal.text == "hej\r\ngot hej\r\n")
  }

  @Test func `the interrupt key sends a signal`() throws {
    let terminal = try open("trap 'echo caught; exit 5' INT; echo up; read line")
    try terminal.read { $0 == "up\r\n" }
    terminal.type("\u{3}")
    #expect(try terminal.wait() == 5)
    #expect(terminal.text == "up\r\n^Ccaught\r\n")
  }

  @Test func `a new size sends SIGWINCH`() throws {
    let terminal = try open("trap 'stty size; exit 0' WINCH; echo up; while :; do read line; done")
    try terminal.read { $0 == "up\r\n" }
    try terminal.resize(columns: 100, rows: 40)
    try terminal.read { $0.hasSuffix("40 100\r\n") }
    #expect(try terminal.wait() == 0)
  }

  @Test func `raw and cooked mode are distinguished`() throws {
    let terminal = try open(
      "echo up; read line; stty raw -echo; echo raw; read line; stty sane; echo cooked; read line")
    try terminal.read { $0.contains("up") }
    #expect(terminal.isCooked)
    terminal.type("\n")
    try terminal.read { $0.contains("raw") }
    #expect(!terminal.isCooked)
    terminal.type("\n")
    try terminal.read { $0.contains("cooked") }
    #expect(terminal.isCooked)
  }

  @Test func `a closed window sends SIGHUP`() throws {
    let terminal = try open("echo up; read line")
    try terminal.read { $0 == "up\r\n" }
    terminal.hangUp()
    #expect(try terminal.wait() == 129)
  }

  @Test func `readUntilQuiet returns when the program waits`() throws {
    let terminal = try open("echo one; echo two; read line")
    #expect(try terminal.readUntilQuiet() == "one\r\ntwo\r\n")
  }

  @Test func `a program that is still working is not quiet`() throws {
    let work = "i=0; while [ $i -lt 600000 ]; do i=$((i + 1)); done; echo done"
    let terminal = try open("(\(work)) & wait")
    #expect(try terminal.readUntilQuiet(for: .milliseconds(1)) == "done\r\n")
  }

  @Test func `a program without output fails the test at the limit`() throws {
    let terminal = try open("read line")
    #expect(throws: HarnessError.self) {
      try terminal.read(within: .milliseconds(50)) { !$0.isEmpty }
    }
    #expect(throws: HarnessError.self) { try terminal.wait(within: .milliseconds(50)) }
  }

  private func open(_ script: String) throws -> PseudoTerminal {
    try PseudoTerminal(.shell(), "-c", script, columns: 34, rows: 12, term: "vt100")
  }
}
