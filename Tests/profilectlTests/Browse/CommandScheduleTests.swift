import Browser
import CommandLine
import Model
import Rendering
import Testing

@testable import profilectl

/// Tests the order in which the browser runs commands.
@Suite struct CommandScheduleTests {
  private static let now = Moment(seconds: 1_700_000_000)

  /// The commands that may change the network, a file or the acting user.
  private static let changing: Set = [
    "create-user", "edit-profile", "delete-user", "post", "delete-post", "flag", "follow",
    "unfollow", "like", "unlike", "timeline", "login", "logout", "repl", "run", "init", "seed",
    "cache clear", "doctor", "backup", "view", "reply", "quote", "edit-post", "repost",
    "unrepost", "bookmark", "unbookmark", "mute", "unmute", "unflag", "moderate",
    "notifications", "config set", "config unset", "import", "export", "migrate",
    "share start", "share stop", "share invite", "share join", "share revoke", "share accept",
    "share recover", "share rename", "sync",
  ]

  @Test func `a command that may change something doesn't say that it changes nothing`() {
    let reading = Set(
      AllCommands.list.catalog.declarations.filter { $0.writeScope == .nothing }.map(\.name))
    // The options of `view` decide whether it changes anything.
    #expect(reading.intersection(Self.changing) == ["view"])
    #expect(Set(AllCommands.list.catalog.names).subtracting(reading).isSubset(of: Self.changing))
  }

  @Test(arguments: [
    ("users", true), ("profilectl users", true), ("help follow", true), ("follow --help", true),
    ("folow dave", true), ("post 'open", true), ("timeline", true), ("timeline --new", false),
    ("notifications", true), ("notifications --mark-read", false),
    ("follow dave", false), ("post x --dry-run", false), ("cache", true), ("cache clear", false),
    ("doctor", false), ("seed --dry-run", false), ("view 1", true), ("view 1 --save x", false),
    ("backup x", false),
  ])
  func `a line that only reads`(line: String, reads: Bool) {
    #expect(CommandSchedule(AllCommands.list).mayWrite(.line(line)) != reads)
  }

  @Test(
    arguments: [
      ("edit-profile --rename @Ana.b", "ana.b"), ("edit-profile --name x --rename=ana", "ana"),
      ("edit-profile --name ana", nil), ("login ana", nil), ("edit-profile --rename", nil),
    ] as [(String, String?)])
  func `a line that renames says what to`(line: String, handle: String?) {
    #expect(CommandSchedule(AllCommands.list).newHandle(in: line)?.text == handle)
  }

  @Test(
    arguments: [
      ("thread 5", .conversation(Post.ID(5))), ("thread x", nil), ("thread 0", nil),
      ("notifications", .notices), ("tag #bread", .hashtag("bread")),
      ("tag bread --limit 3", nil), ("bookmarks", .bookmarks), ("muted", .muted),
      ("users", .people(matching: nil)),
      ("posts bob", .posts(.named(Handle(stored: "bob")))), ("posts", .posts(.viewer)),
      ("friends bob", .friends(.named(Handle(stored: "bob")))), ("friends", .friends(.viewer)),
      ("suggest", .suggestions), ("suggest --count", nil),
      ("notifications --only follow", .someNotices([.follow])), ("timeline --new", nil),
      (
        "posts bob --sort likes",
        .filtered(
          .posts(.named(Handle(stored: "bob"))), PostFilter(order: .likes),
          line: "posts bob --sort likes")
      ),
      (
        "timeline --since -1h --no-replies",
        .filtered(
          .timeline, PostFilter(since: Moment(seconds: 1_699_996_400), hidesReplies: true),
          line: "timeline --since -1h --no-replies")
      ),
      ("notifications --only follow --new", nil), ("timeline --since -1h -n 5", nil),
      ("search bread", .search("bread")), ("search ''", nil), ("search -- -bread", nil),
    ] as [(String, PageSource?)])
  func `a line that lists something opens its page`(line: String, page: PageSource?) {
    let schedule = CommandSchedule(AllCommands.list)
    #expect(schedule.page(of: line, at: Self.now) == page)
    #expect(schedule.isList(line))
  }

  @Test func `a line that only reads waits for no command, but for a login before it`() {
    var schedule = CommandSchedule(AllCommands.list)
    func turn(_ line: String) -> CommandSchedule.Turn { schedule.turn(for: .line(line)) }
    #expect(schedule.turn(for: .verb("like", .post(Post.ID(4)))) == .writing)
    #expect(turn("view 4") == .reading)
    #expect(turn("like 4") == .writing)
    #expect(turn("timeline --new") == .writing)
    #expect(turn("whoami") == .reading)
    #expect(turn("login carl") == .writing)
    #expect(turn("whoami") == .writing)
    schedule.finish(.line("login carl"))
    #expect(turn("whoami") == .reading)
  }
}
