import Foundation
import Support
import Testing

/// TAB at the prompt of the interactive shell.
@Suite struct ReplCompletionTests {
  @Test func `TAB offers what a shell would be offered`() throws {
    let home = try TemporaryFolder()
    var program = try Program(database: home.file("net.db"), user: "ana", home: home)
    program.environment["NO_COLOR"] = "1"
    _ = try program.run("create-user", "ana", "bob", "carl")
    _ = try program.run("--as", "bob", "post", "hello")
    let terminal = try PseudoTerminal(program, "repl", columns: 100)
    try terminal.read { $0.contains("net.db> ") }
    let lines = [
      ("whoa\t\n", "@ana"),
      ("follow c\t\n", "@carl"),
      ("follows ana @car\t\n", "yes"),
      ("follows ana 'bo\t\n", "no"),
      ("show bob --tab=li\t\n", "likes"),
      ("view \t --fi\tte\t\n", "hello"),
      ("post 'hi @car\t and more'\n", "hi @carl and more"),
      ("explore \t\t-n 1 --fields text\n", "hi @carl and more"),
    ]
    for (keys, answer) in lines {
      let start = terminal.text.count
      terminal.type(keys)
      try terminal.read { text in
        text.dropFirst(start).contains { $0.isNewline } && text.dropFirst(start).contains(answer)
          && text.hasSuffix("net.db> ")
      }
    }
    terminal.type("\u{4}")
    #expect(try terminal.wait() == 0)
  }
}
