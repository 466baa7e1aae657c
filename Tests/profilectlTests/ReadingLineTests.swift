import Testing

@testable import profilectl

/// Which lines of the browser wait for nobody.
@Suite struct ReadingLineTests {
  /// Those that may change the network, a file, or who acts.
  private static let changing: Set = [
    "create-user", "edit-profile", "delete-user", "post", "delete-post", "flag", "follow",
    "unfollow", "like", "unlike", "timeline", "login", "logout", "repl", "run", "init", "seed",
    "cache clear", "doctor", "backup",
  ]

  @Test func `every command is known to read or to change`() {
    let reading = Set(ReadingLine.commands.map { $0.name })
    let all = Set(AllCommands.types.map { $0.name })
    #expect(reading.isDisjoint(with: Self.changing))
    #expect(all.subtracting(reading).isSubset(of: Self.changing))
    #expect(reading.isSubset(of: all))
  }

  @Test(arguments: [
    ("users", true), ("profilectl users", true), ("help follow", true), ("follow --help", true),
    ("folow dave", true), ("post 'open", true), ("timeline", true), ("timeline --new", false),
    ("follow dave", false), ("post x --dry-run", false), ("cache", true), ("cache clear", false),
    ("doctor", false),
  ])
  func `a line that only reads`(line: String, reads: Bool) {
    #expect(ReadingLine.reads(line) == reads)
  }
}
