import Model
import NetworkSupport
import Services
import Support
import Testing

@Suite struct QueryPlanTests {
  let plans: [(statement: String, lines: [String])]

  init() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(CrowdedNetwork.content, to: "net.db")
    let recorder = StatementRecorder(path)
    let network = try Network.open(at: path, patience: .ofTests)
    try QueryPlanTests.read(network)
    try QueryPlanTests.write(network)
    let raw = try RawDatabase(path)
    plans = try recorder.statements.filter { statement in
      !statement.contains("sqlite_schema")
        && ["SELECT", "WITH", "INSERT", "UPDATE", "DELETE"].contains { statement.hasPrefix($0) }
    }.map { ($0, try raw.rows("EXPLAIN QUERY PLAN \($0)").map { $0[3] }) }
  }

  @Test func `no statement scans a table except to count it`() {
    let counting = /SELECT (count\(\*\)|coalesce\(sum\(post_count\), 0\)).* FROM \w+/
    // No index lists the users of an avatar; the scan runs only if no post shows the picture.
    let wearing = "SELECT avatar FROM users WHERE avatar IN"
    let walks = plans.filter { plan in
      plan.statement.wholeMatch(of: counting) == nil && !plan.statement.contains(wearing)
    }.flatMap { plan in
      plan.lines.filter { isWalk($0) }.map { "\($0): \(plan.statement)" }
    }
    #expect(walks == [])
  }

  @Test func `no statement sorts before its limit`() {
    let sorts = plans.filter { plan in
      plan.lines.contains { $0.contains("TEMP B-TREE") }
        && !QueryPlanTests.sorted.contains { plan.statement.contains($0) }
    }
    #expect(sorts.map(\.statement) == [])
  }

  @Test func `no Bloom filter is built`() {
    let filters = plans.filter { $0.lines.contains { $0.contains("BLOOM") } }
    #expect(filters.map(\.statement) == [])
  }

  @Test func `every kind of statement is recorded`() {
    let words = [
      "FROM follows AS e CROSS JOIN users", "FROM likes AS e CROSS JOIN",
      "FROM hashtags AS h", "INDEXED BY posts_by_thread", "FROM mentions AS m", "posts_by_answerer",
      "FROM bookmarks AS e", "FROM mutes AS e", "FROM user_words AS w",
      "FROM post_words AS w", "FROM flags AS f", "AS near", "AS MATERIALIZED", "AS shared",
      "username >= ?", "UPDATE users", "UPDATE posts", "DELETE FROM users", "INSERT INTO posts",
      "INSERT OR REPLACE INTO pictures", "INSERT INTO thumbnails", "DELETE FROM pictures",
      "SELECT t.pixels",
      "SELECT content FROM pictures",
      "ORDER BY username LIMIT", "id BETWEEN ? AND ?",
    ]
    #expect(words.filter { word in !plans.contains { $0.statement.contains(word) } } == [])
    #expect(plans.allSatisfy { !$0.statement.hasPrefix("SELECT") || !$0.lines.isEmpty })
  }

  /// The results of subqueries are small and have no index.
  private func isWalk(_ line: String) -> Bool {
    guard line.hasPrefix("SCAN") else { return false }
    let harmless = /SCAN (s|n|near|shared|found|sources|given|\(subquery-\d+\)|CONSTANT ROW)/
    return line.wholeMatch(of: harmless) == nil && !line.contains("VIRTUAL TABLE")
  }

  /// The statements that must sort: the merged heads of a timeline, the page of posts of the other
  /// plan, users by shared follows, likes by author.
  private static let sorted = [
    "AS MATERIALIZED", "AS found", "AS shared", "GROUP BY", "AS friend", "AS n CROSS JOIN",
    "ORDER BY m.place",
  ]

  /// Calls every reading method.
  private static func read(_ network: Network) throws {
    for listing in Listing.all {
      for isReversed in [false, true] {
        _ = try listing.read(network, PageRequest(limit: 2, isReversed: isReversed))
      }
    }
    _ = try network.follows.follows("ana", "f1", as: .nobody)
    _ = try network.follows.friendCount(of: "ana", as: .nobody)
    _ = try network.follows.suggestionCount(for: "ana")
    _ = try network.conversations.view(1, as: "ana", limit: 2)
    _ = try network.posts.exploreCount()
    try converse(on: network)
    _ = try network.posts.searchCount("word", as: "ana")
    _ = try network.posts.flagCount()
    _ = try network.users.count(nil, as: "ana")
    _ = try network.users.count("f", as: "ana")
    _ = try? network.users.profile(of: "anna", as: "ana")
    _ = try network.users.user(.loggedIn(User.ID(1), createdAt: Moment(seconds: 1)))
    _ = try network.timeline.count(of: "ana")
    _ = try network.timeline.unseen(by: "ana", now: Moment(seconds: 1)).first(2)
    try network.timeline.markSeen(upTo: Moment(microseconds: 3), by: "ana")
    _ = try network.timeline.unseen(by: "ana", now: Moment(seconds: 1)).first(2)
    _ = try network.timeline.unseenCount(by: "ana", now: Moment(seconds: 1))
    try complete(on: network)
    _ = try network.file.facts()
    let posts = try network.posts.explore(as: "ana", PageRequest(limit: 20)).items
    _ = try network.pictures.thumbnails(of: posts, avatarOf: User.ID(1))
    _ = try network.pictures.original(String(repeating: "0", count: 64))
    _ = try network.pictures.cache()
    try network.create((1...300).map { "n\($0)" })
    try network.follow("ana", all: (1...300).map { "n\($0)" })
    for isReversed in [false, true] {
      _ = try network.timeline.home(of: "ana", PageRequest(limit: 2, isReversed: isReversed))
    }
  }

  /// Calls the methods that read conversations, with each filter.
  private static func converse(on network: Network) throws {
    _ = try network.conversations.thread(of: 1, as: "ana", PageRequest(limit: 2))
    _ = try network.posts.hashtags(beginning: "b", PageRequest(limit: 2))
    _ = try network.notices.unseen(by: "ana").first(2)
    _ = try network.notices.count(for: "ana")
    for order in PostFilter.Order.allCases {
      let filter = PostFilter(
        since: Moment(microseconds: 2), until: Moment(seconds: 9), hidesReplies: true,
        hidesReposts: true, order: order)
      let request = PageRequest(limit: 2, filter: filter)
      _ = try network.posts.page(of: .posts(of: "ana"), as: "f1", request)
      _ = try network.posts.explore(as: "f1", request)
      _ = try network.timeline.home(of: "f1", request)
    }
  }

  /// Calls every method of completion.
  private static func complete(on network: Network) throws {
    for prefix in ["", "f", "ana"] {
      for circle in [UserScope.everybody, .strangers, .followees] {
        _ = try network.completion.users(beginning: prefix, among: circle, as: "ana", limit: 2)
      }
    }
    for digits in ["", "1"] {
      for shelf in [PostScope.all, .own, .editable, .others, .liked, .unliked, .flagged] {
        _ = try network.completion.posts(beginning: digits, among: shelf, as: "ana", limit: 2)
      }
    }
  }

  /// Calls every writing method.
  private static func write(_ network: Network) throws {
    _ = try network.create("new")
    _ = try network.follow("new", "ana")
    _ = try network.unfollow("new", "ana")
    _ = try network.post("word", by: "new", at: 10)
    _ = try network.like("new", 1)
    _ = try network.unlike("new", 1)
    let reply = Talk.reply(1, text: "so @ana #bread", isPrivate: false, at: 20)
    let driver = ServicesDriver(network: network)
    for talk in [
      reply, .quote(1, text: "so", isPrivate: false, at: 21), .repost(1, at: 22), .unrepost(1),
      .repost(1, at: 23), .bookmark(1, at: 24), .unbookmark(1), .mute("ana", at: 25),
      .unmute("ana"), .see(at: 26),
    ] { _ = driver.apply(.talk("new", talk)) }
    _ = try network.posts.edit(
      1, PostChanges(text: PostText("#rye @new")), as: "ana", at: Moment(seconds: 1))
    _ = try network.flag("new", 1)
    _ = try network.users.edit(ProfileChanges(handle: "newer"), as: "new")
    try network.wear(2, by: "newer")
    try network.wear(nil, by: "newer")
    let hash = try network.show(1, by: "ana").post?.item.image?.hash ?? ""
    _ = try network.pictures.thumbnails(of: network.shown("ana"))
    network.pictures.offer([hash: .plain(1)])
    _ = try network.pictures.clearCache()
    _ = try network.deletePost("ana", 1)
    _ = try network.users.delete("ana")
  }
}
