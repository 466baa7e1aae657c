import Model
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
      ["SELECT", "WITH", "INSERT", "UPDATE", "DELETE"].contains { statement.hasPrefix($0) }
    }.map { ($0, try raw.rows("EXPLAIN QUERY PLAN \($0)").map { $0[3] }) }
  }

  @Test func `show`() {
    for plan in plans { print(plan.statement, "\n   ==>", plan.lines.joined(separator: "\n       ")) }
  }

  /// Calls everything that reads.
  private static func read(_ network: Network) throws {
    for listing in Listing.all {
      for isReversed in [false, true] {
        _ = try listing.read(network, PageRequest(limit: 2, isReversed: isReversed))
      }
    }
    let request = PageRequest(limit: 2)
    _ = try network.follows.follows("ana", "f1", as: .nobody)
    _ = try network.follows.friendCount(of: "ana", as: .nobody)
    _ = try network.follows.suggestionCount(for: "ana")
    _ = try network.posts.view(1, as: "ana", likerLimit: 2)
    _ = try network.posts.exploreCount()
    _ = try network.posts.searchCount("word", as: "ana")
    _ = try network.posts.flagCount()
    _ = try network.users.count(nil, as: "ana")
    _ = try network.users.count("f", as: "ana")
    _ = try? network.users.profile(of: "anna", as: "ana")
    _ = try network.users.user(.loggedIn(User.ID(1), createdAt: Moment(seconds: 1)))
    _ = try network.timeline.count(of: "ana")
    _ = try network.timeline.unseen(by: "ana", limit: 2)
    try network.timeline.markSeen(upTo: Moment(microseconds: 3), by: "ana")
    _ = try network.timeline.unseen(by: "ana", limit: 2)
    _ = try network.timeline.unseenCount(by: "ana")
    _ = try network.file.facts()
    try network.create((1...300).map { "n\($0)" })
    try network.follow("ana", all: (1...300).map { "n\($0)" })
    for isReversed in [false, true] {
      _ = try network.timeline.home(of: "ana", PageRequest(limit: 2, isReversed: isReversed))
    }
    _ = request
  }

  /// Calls everything that writes.
  private static func write(_ network: Network) throws {
    _ = try network.create("new")
    _ = try network.follow("new", "ana")
    _ = try network.unfollow("new", "ana")
    _ = try network.post("word", by: "new", at: 10)
    _ = try network.like("new", 1)
    _ = try network.unlike("new", 1)
    _ = try network.flag("new", 1)
    _ = try network.users.edit(ProfileChanges(handle: "newer"), as: "new")
    _ = try network.deletePost("ana", 1)
    _ = try network.users.delete("ana")
  }
}
