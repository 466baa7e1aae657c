import Support
import Testing

/// Tests lists on a terminal that are longer than one page read from the database.
@Suite struct LongListTests {
  private let program: Program

  init() throws {
    let home = try TemporaryFolder()
    program = try Program(database: home.file("net.db"), user: "ana", home: home)
    let lines = ["create-user ana"] + (1...1_001).map { "post number.\($0)" }
    let answer = try program.run("run", "-", input: lines.joined(separator: "\n"))
    #expect(answer.status == 0)
  }

  @Test func `a blank line stands between any two posts`() throws {
    let text = try onTerminal(PseudoTerminal(program, "timeline", "--all"))
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count { $0.isEmpty } == 1_001)
    #expect(lines.count { $0.contains("number.") } == 1_001)
  }

  @Test(arguments: ["timeline", "show"])
  func `the command printed for the rest of a list works`(command: String) throws {
    let text = try onTerminal(PseudoTerminal(program, command, "--limit", "3", "--now=-1d"))
    let line = try #require(text.split(separator: "More: ").last?.prefix { $0 != "\n" })
    #expect(line.hasPrefix("profilectl \(command) --limit 3 --now=-1d --after=p"))
    let words = line.split(separator: " ").dropFirst().map(String.init)
    #expect(try program.run(words).status == 0)
  }

  @Test func `no rest is reported for posts that were not requested`() throws {
    let text = try onTerminal(PseudoTerminal(program, "show", "--fields", "user"))
    #expect(!text.contains("More: "))
  }

  @Test func `a table of chosen fields has one heading`() throws {
    let text = try onTerminal(PseudoTerminal(program, "timeline", "--all", "--fields", "id,text"))
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count { $0.contains("text") } == 1)
    #expect(lines.count == 1_001 + 3)
  }

  @Test(arguments: [
    ["explore", "--all", "--reverse", "--fields", "id,text"],
    ["sql", "SELECT id, text FROM posts ORDER BY id"],
  ])
  func `columns fit late rows`(words: [String]) throws {
    let text = try onTerminal(PseudoTerminal(program, words.map { Array($0.utf8) }))
    let lines = text.split(separator: "\n")
    #expect(lines.count { $0.contains("text") } == 1)
    #expect(lines.count == 1_001 + 2)
    for (id, line) in zip(1...1_001, lines.dropFirst(2)) {
      #expect(line.hasSuffix("\(id)  number.\(id)"))
    }
  }

  @Test func `a column that is empty for long fits a late value`() throws {
    let late = String(repeating: "late ", count: 6)
    let query = """
      SELECT id, CASE WHEN id > 900 THEN '\(late)' END AS word, id AS same FROM posts ORDER BY id
      """
    let text = try onTerminal(PseudoTerminal(program, "sql", query))
    let lines = text.split(separator: "\n").dropFirst(2)
    #expect(lines.count { $0.contains(late) } == 101)
    #expect(!text.contains("…"))
  }

  private func onTerminal(_ terminal: PseudoTerminal) throws -> String {
    #expect(try terminal.wait() == 0)
    return terminal.text.replacing("\r\n", with: "\n")
  }
}
