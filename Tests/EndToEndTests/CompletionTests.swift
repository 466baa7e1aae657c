import Foundation
import Support
import Testing

/// Tests the hidden command that completion scripts run.
@Suite struct CompletionTests {
  private let program: Support.Program
  private let database: String

  init() throws {
    let home = try TemporaryFolder()
    database = home.file("net.db")
    program = try Program(database: database, home: home)
  }

  private func create(_ handles: String...) throws {
    #expect(try program.run(["create-user"] + handles).status == 0)
  }

  private func answer(_ words: String...) throws -> Answer {
    try program.run(["complete", "--"] + words)
  }

  @Test func `candidates have descriptions`() throws {
    try create("bob")
    #expect(try answer("sho") == Answer(stdout: "show\tShow a profile: card, tabs and grid.\n"))
    #expect(try answer("show", "--tab", "li") == Answer(stdout: "likes\t\n"))
    #expect(try answer("show", "b") == Answer(stdout: "bob\t\n"))
  }

  @Test func `a missing database is not created and not reported`() throws {
    #expect(try answer("show", "") == Answer())
    #expect(try answer("--db", "no/such/net.db", "show", "") == Answer())
    #expect(try program.home.names() == [])
  }

  @Test func `nothing is left beside the database`() throws {
    try create("bob")
    #expect(try program.run("users").status == 0)
    let before = try program.home.names()
    let content = try Data(contentsOf: URL(fileURLWithPath: database))
    #expect(try answer("show", "b") == Answer(stdout: "bob\t\n"))
    #expect(try program.home.names() == before)
    #expect(try Data(contentsOf: URL(fileURLWithPath: database)) == content)
  }

  @Test func `a file of any other kind gets an empty answer`() throws {
    try create("bob")
    var content = try Data(contentsOf: URL(fileURLWithPath: database))
    try program.home.write(Array(content.prefix(5_000)), to: "cut.db")
    content[30] ^= 0xFF
    try program.home.write(Array(content), to: "bent.db")
    try program.home.write("no database at all, but long enough to be looked into", to: "text.db")
    try program.home.write("", to: "empty.db")
    for name in ["cut.db", "bent.db", "text.db", "empty.db", "."] {
      #expect(try answer("--db", name, "show", "") == Answer(), "\(name)")
    }
  }

  @Test func `invalid variables get no error`() throws {
    try create("bob")
    var program = program
    program.environment["PROFILECTL_NOW"] = "never"
    program.environment["PROFILECTL_USER"] = "not a handle"
    program.environment["COLUMNS"] = "many"
    #expect(try program.run("complete", "--", "show", "b") == Answer(stdout: "bob\t\n"))
    program.environment = [:]
    #expect(try program.run("complete", "--", "show", "b") == Answer())
  }

  @Test func `garbage gets an empty answer`() throws {
    let words: [[UInt8]] = [[0xFF], Array("--".utf8), [], Array("\n\t".utf8), [0xC3, 0x28]]
    for first in words {
      for second in words {
        let answer = try program.run(
          bytes: [Array("complete".utf8), Array("--".utf8), Array("nonsense".utf8), first, second])
        #expect(answer == Answer())
      }
    }
  }

  @Test func `an invalid word before the cursor is ignored`() throws {
    try create("bob", "carl")
    let words = ["complete", "--", "follow"].map { Array($0.utf8) } + [[0xFF], Array("b".utf8)]
    #expect(try program.run(bytes: words) == Answer(stdout: "bob\t\n"))
  }

  @Test func `a closed output is no error`() throws {
    var program = program
    program.redirections[1] = .closed
    #expect(try program.run("complete", "--", "").status == 0)
    #expect(try program.run("complete", "--", "").stderr == "")
  }
}
