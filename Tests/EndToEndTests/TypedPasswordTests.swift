import Foundation
import Support
import Testing

/// Tests that a typed password is neither printed nor kept.
@Suite struct TypedPasswordTests {
  private static let url = "postgres://net:s3cr3t@h/t"

  @Test(arguments: [
    ["--db", url, "--verson"], ["migrate", "a.db", "b.db", url], [url], ["init", url],
    ["run", url], ["show", url], ["create-user", "alice", url], ["--db", "'\(url)'", "users"],
    ["--db", url.replacing("postgres", with: "POSTGRES"), "users"],
    ["--db", "host=h password=s3cr3t", "users"],
  ])
  func `no error repeats a password from an argument`(words: [String]) throws {
    let program = try Program()
    for words in [words, words + ["--json"]] {
      let answer = try program.run(words)
      #expect(answer.status != 0)
      #expect(!(answer.stdout + answer.stderr).contains("s3cr3t"), "\(answer.stderr)")
    }
  }

  @Test(arguments: [
    url.replacing("postgres", with: "POSTGRES"), "'\(url)'", " \(url)",
    "host=h user=net password=s3cr3t",
  ])
  func `no error repeats a password from the environment`(place: String) throws {
    var program = try Program()
    program.environment["PROFILECTL_DB"] = place
    for words in [["users"], ["users", "--json"], ["create-user", "alice"]] {
      let answer = try program.run(words)
      #expect(!(answer.stdout + answer.stderr).contains("s3cr3t"), "\(answer.stderr)")
    }
  }

  @Test func `the history keeps no line with a password`() throws {
    var program = try Program()
    program.environment["PROFILECTL_DB"] = "net.db"
    _ = try program.run("create-user", "alice")
    let terminal = try PseudoTerminal(program, "repl")
    try terminal.read { $0.hasSuffix("net.db> ") }
    terminal.type("migrate a.db \(Self.url)\r")
    try terminal.read { $0.contains("Error:") && $0.hasSuffix("net.db> ") }
    terminal.type("users\r")
    try terminal.read { $0.contains("@alice") && $0.hasSuffix("net.db> ") }
    terminal.type("\u{4}")
    #expect(try terminal.wait() == 0)
    let kept = program.home.path + "/state/profilectl/history"
    #expect(try String(contentsOfFile: kept, encoding: .utf8) == "users\n")
  }
}
