import Testing

@testable import profilectl

/// Which lines of the browser wait for nobody.
@Suite struct ReadingLineTests {
  /// Those that may change the network, a file, or who acts.
  private static let changing: Set = [
    "create-user", "edit-profile", "delete-user", "post", "delete-post", "flag", "follow",
    "unfollow", "like", "unlike", "timeline", "login", "logout", "repl", "run", "init", "seed",
    "cache clear", "doctor", "backup", "view",
  ]

  @Test func `a command that may change something doesn't say that it changes nothing`() {
    let reading = Set(
      AllCommands.types.filter { $0.declaration.reach == .nothing }.map { $0.name })
    // What it does depends on its options.
    #expect(reading.intersection(Self.changing) == ["view"])
    #expect(Set(AllCommands.types.map { $0.name }).subtracting(reading).isSubset(of: Self.changing))
  }

  @Test(arguments: [
    ("users", true), ("profilectl users", true), ("help follow", true), ("follow --help", true),
    ("folow dave", true), ("post 'open", true), ("timeline", true), ("timeline --new", false),
    ("follow dave", false), ("post x --dry-run", false), ("cache", true), ("cache clear", false),
    ("doctor", false), ("seed --dry-run", false), ("view 1", true), ("view 1 --save x", false),
    ("backup x", false),
  ])
  func `a line that only reads`(line: String, reads: Bool) {
    #expect(ReadingLine.reads(line) == reads)
  }

  @Test(
    arguments: [
      ("edit-profile --rename @Ana.b", "ana.b"), ("edit-profile --name x --rename=ana", "ana"),
      ("edit-profile --name ana", nil), ("login ana", nil), ("edit-profile --rename", nil),
    ] as [(String, String?)])
  func `a line that renames says what to`(line: String, handle: String?) {
    #expect(ReadingLine.newHandle(in: line)?.text == handle)
  }
}
