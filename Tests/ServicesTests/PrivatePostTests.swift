import Model
import NetworkSupport
import Services
import Support
import Testing

/// Tests a private post of ana that she likes; bob follows her.
@Suite(.onEachEngine) struct PrivatePostTests {
  let fixture: Fixture
  var network: Network { fixture.network }

  init() throws {
    fixture = try Fixture("ana", "bob")
    _ = try fixture.network.follow("bob", "ana")
    _ = try fixture.network.post("open word", by: "ana", at: 1)
    _ = try fixture.network.post("secret word", by: "ana", isPrivate: true, at: 2)
    _ = try fixture.network.like("ana", 2)
  }

  @Test func `counts exclude private posts and their likes`() throws {
    #expect(try network.counts(of: "ana") == Counts(posts: 1, followers: 1))
    #expect(try network.posts.exploreCount() == 1)
    #expect(try network.posts.post(2, as: "ana").item.likeCount == 1)
    #expect(try fixture.faults() == [])
  }

  @Test func `deleting a private post does not change the counts`() throws {
    #expect(try network.deletePost("ana", 2) == .deleted)
    #expect(try network.counts(of: "ana") == Counts(posts: 1, followers: 1))
    #expect(try fixture.faults() == [])
  }

  @Test(arguments: ["bob", nil] as [Handle?])
  func `other users do not see it`(handle: Handle?) throws {
    let viewer = handle.map(Viewer.named) ?? .nobody
    let request = PageRequest(limit: 9)
    #expect(throws: ServiceError.noSuchPost(2)) {
      try network.conversations.view(2, as: viewer)
    }
    #expect(throws: ServiceError.noSuchPost(2)) {
      try network.likes.likers(of: 2, as: viewer, request)
    }
    #expect(throws: ServiceError.notYours(.privateTab("ana"))) {
      try network.users.show("ana", tab: .private, as: viewer, request)
    }
    #expect(try network.posts.explore(as: viewer, request).items.map(\.number) == [1])
    #expect(try network.posts.search("word", as: viewer, request).items.map(\.number) == [1])
    #expect(try network.posts.searchCount("word", as: viewer) == 1)
    for tab in [ProfileTab.posts, .likes] {
      let shown = try network.users.show("ana", tab: tab, as: viewer, request).posts.items
      #expect(shown.map(\.number) == (tab == .posts ? [1] : []))
    }
  }

  @Test func `other users can't act on it`() throws {
    let unseen = ServiceError.refused(input: "2", reason: .noSuchPost(2))
    let before = try fixture.allRows()
    #expect(throws: unseen) { try network.like("bob", 2) }
    #expect(throws: unseen) { try network.unlike("bob", 2) }
    #expect(throws: unseen) { try network.deletePost("bob", 2) }
    #expect(throws: ServiceError.noSuchPost(2)) { try network.flag("bob", 2) }
    #expect(try fixture.allRows() == before)
  }

  @Test func `a follower's timeline omits it`() throws {
    #expect(try network.timeline.home(of: "bob", PageRequest(limit: 9)).items.map(\.number) == [1])
    #expect(try network.timeline.count(of: "bob") == 1)
    #expect(try network.timeline.unseenCount(by: "bob", now: Moment(seconds: 1_000)) == 1)
  }

  @Test func `its author sees it in every list`() throws {
    let request = PageRequest(limit: 9)
    let found = [
      try network.timeline.home(of: "ana", request).items.map(\.number),
      try network.posts.search("word", as: "ana", request).items.map(\.number),
      try network.users.show(nil, tab: .private, as: "ana", request).posts.items.map(\.number),
      try network.users.show(nil, tab: .likes, as: "ana", request).posts.items.map(\.number),
      try network.users.show(nil, tab: .posts, as: "ana", request).posts.items.map(\.number),
    ]
    #expect(found == [[2, 1], [2, 1], [2], [2], [1]])
    #expect(try network.posts.searchCount("word", as: "ana") == 2)
    #expect(try network.timeline.count(of: "ana") == 2)
  }
}
