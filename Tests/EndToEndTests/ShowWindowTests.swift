import Foundation
import Support
import Testing

/// Tests that `show` on a terminal ends where the window does.
@Suite struct ShowWindowTests {
  private let program: Program

  init() throws {
    var program = try Program(user: "alice", now: "2026-05-31T18:00:00Z")
    program.environment["PROFILECTL_DB"] = try SampleCopy(in: program.home).path
    self.program = program
  }

  private func page(_ words: [String], columns: Int, rows: Int) throws -> [Substring] {
    let terminal = try PseudoTerminal(
      program, (["show", "bob", "--color", "never"] + words).map { Array($0.utf8) },
      columns: columns, rows: rows)
    #expect(try terminal.wait() == 0)
    return terminal.text.split(separator: "\r\n", omittingEmptySubsequences: false)
  }

  private func numbers(_ lines: [Substring]) -> [Int] {
    lines.filter { !$0.hasPrefix("More:") }.flatMap { line in
      line.matches(of: /#(\d+)/).compactMap { Int($0.1) }
    }
  }

  @Test(arguments: [(80, 24), (120, 40), (200, 60), (80, 50)])
  func `the page fits, and pages after each other are the whole`(columns: Int, rows: Int) throws {
    struct Posts: Decodable {
      struct Post: Decodable { let id: Int }
      let posts: [Post]
    }
    let json = try program.succeed("show", "bob", "-n", "100", "--json")
    let all = try JSONDecoder().decode(Posts.self, from: Data(json.utf8)).posts.map(\.id)
    var seen: [Int] = []
    var after: String?
    repeat {
      let lines = try page(after.map { ["--after=\($0)"] } ?? [], columns: columns, rows: rows)
      // The prompt stands on the last line.
      #expect(lines.count <= rows)
      let numbers = numbers(lines)
      #expect(!numbers.isEmpty)
      seen += numbers
      let more = lines.first { $0.hasPrefix("More:") }
      after = more?.split(separator: "--after=").last.map(String.init)
    } while after != nil && seen.count < 200
    #expect(seen == all)
  }

  @Test func `--limit and its key ask for a number of posts`() throws {
    let limited = try page(["-n", "9", "--columns", "3"], columns: 80, rows: 24)
    #expect(numbers(limited).count == 9)
    try program.succeed("config", "set", "show.limit", "12")
    #expect(numbers(try page(["--columns", "3"], columns: 80, rows: 24)).count == 12)
  }

  @Test func `a terminal that draws pictures gets them`() throws {
    let terminal = try PseudoTerminal(
      program, ["show", "bob", "--glyphs", "kitty"].map { Array($0.utf8) }, columns: 100, rows: 50)
    #expect(try terminal.wait() == 0)
    #expect(terminal.text.contains("\u{1B}_G"))
  }

  @Test func `words that are lower than pictures get fewer columns`() throws {
    let lines = try page(["--tab", "replies"], columns: 80, rows: 24)
    #expect(lines.map { numbers([$0]).count }.first { $0 > 0 } == 3)
  }
}
