import Model
import NetworkSupport
import Services
import Support
import Testing

@Suite(.onEachEngine) struct PostTimeTests {
  @Test func `a tie moves the later post by a microsecond`() throws {
    let fixture = try Fixture("ana", "bob")
    let drafts: [(String, Int64)] = [("ana", 5), ("bob", 5), ("ana", 6), ("bob", 5), ("ana", 3)]
    let times = try drafts.map {
      try fixture.network.post("post", by: $0, at: $1).post?.item.createdAt.microseconds
    }
    // On a server times are unique for one author only.
    #expect(times == (Engine.current == .file ? [5, 6, 7, 8, 3] : [5, 5, 6, 6, 3]))
  }

  @Test func `back-dated posts are listed at their time`() throws {
    let fixture = try Fixture("ana")
    for at in [50, 10, 30, 20, 40] as [Int64] {
      _ = try fixture.network.post("post", by: "ana", at: at)
    }
    let explored = try all { try fixture.network.posts.explore(as: .nobody, $0) }
    #expect(explored.map(\.number) == [1, 5, 3, 4, 2])
    #expect(try all { try fixture.network.timeline.home(of: "ana", $0) } == explored)
    #expect(try fixture.faults() == [])
  }

  @Test func `a post at the earliest time gets the next microsecond`() throws {
    let fixture = try Fixture("ana")
    let outcome = try fixture.network.post("post", by: "ana", at: 0)
    #expect(outcome.post?.item.createdAt == Moment(microseconds: 1))
  }

  @Test func `numbers of deleted posts are not given out again`() throws {
    let fixture = try Fixture("ana")
    let numbers = try (1...4).map { turn in
      let number = try fixture.network.post("post", by: "ana", at: Int64(turn)).post?.item.number
      if turn.isMultiple(of: 2) { _ = try fixture.network.deletePost("ana", turn) }
      return number
    }
    #expect(numbers == [1, 2, 3, 4])
  }

  @Test func `numbers of deleted users are not given out again`() throws {
    let fixture = try Fixture("ana", "bob")
    _ = try fixture.network.users.delete("bob")
    _ = try fixture.network.create("bob")
    #expect(try fixture.network.users.user("bob")?.id == User.ID(3))
  }

  @Test func `deleting the newest post makes the one before it the newest`() throws {
    let fixture = try Fixture("ana", "bob")
    _ = try fixture.network.follow("bob", "ana")
    for (at, isPrivate) in [(10, false), (20, false), (25, true), (30, false)] {
      _ = try fixture.network.post("post", by: "ana", isPrivate: isPrivate, at: Int64(at))
    }
    var newest: [String] = []
    for number in [4, 3, 2, 1] {
      newest += try fixture.column(
        onFile: "SELECT last_post_at FROM users WHERE username = 'ana'",
        onServer: "SELECT last_post_at FROM profilectl.users WHERE username = 'ana'")
      _ = try fixture.network.deletePost("ana", number)
      #expect(try fixture.faults() == [])
      let left = [2, 1].filter { $0 < number }
      #expect(try all { try fixture.network.timeline.home(of: "bob", $0) }.map(\.number) == left)
    }
    #expect(newest == ["30", "20", "20", "10"])
    let last = try fixture.column(
      onFile: "SELECT max(last_post_at) FROM users",
      onServer: "SELECT max(last_post_at) FROM profilectl.users")
    #expect(last == ["0"])
  }
}
