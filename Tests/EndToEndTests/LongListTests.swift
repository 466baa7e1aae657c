import Support
import Testing

/// Lists longer than what is read at a time, as a terminal shows them.
@Suite struct LongListTests {
  private let program: Program

  init() throws {
    let home = try TemporaryFolder()
    program = try Program(database: home.file("net.db"), user: "ana", home: home)
    let lines = ["create-user ana"] + (1...501).map { "post number.\($0)" }
    let answer = try program.run("run", "-", input: lines.joined(separator: "\n"))
    #expect(answer.status == 0)
  }

  @Test func `a blank line stands between any two posts`() throws {
    let text = try onTerminal(PseudoTerminal(program, "timeline", "--all"))
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count { $0.isEmpty } == 501)
    #expect(lines.count { $0.hasPrefix("  number.") } == 501)
  }

  @Test(arguments: ["timeline", "show"])
  func `what is said of the rest can be done`(command: String) throws {
    let text = try onTerminal(PseudoTerminal(program, command, "--limit", "3", "--now=-1d"))
    let line = try #require(text.split(separator: "More: ").last?.prefix { $0 != "\n" })
    #expect(line.hasPrefix("profilectl \(command) --limit 3 --now=-1d --after=p"))
    let words = line.split(separator: " ").dropFirst().map(String.init)
    #expect(try program.run(words).status == 0)
  }

  @Test func `nothing is said of the rest of posts that were not asked for`() throws {
    let text = try onTerminal(PseudoTerminal(program, "show", "--fields", "user"))
    #expect(!text.contains("More: "))
  }

  @Test func `a table of chosen fields has one heading`() throws {
    let text = try onTerminal(PseudoTerminal(program, "timeline", "--all", "--fields", "id,text"))
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count { $0.contains("text") } == 1)
    #expect(lines.count == 501 + 3)
  }

  private func onTerminal(_ terminal: PseudoTerminal) throws -> String {
    #expect(try terminal.wait() == 0)
    return terminal.text.replacing("\r\n", with: "\n")
  }
}
