import Model
import NetworkSupport
import Services
import Support
import Testing

@Suite(.onEachEngine) struct EdgeTests {
  @Test func `following twice counts once`() throws {
    let fixture = try Fixture("ana", "bob")
    let results = [
      try fixture.network.follow("ana", "bob"), try fixture.network.follow("ana", "bob"),
    ]
    #expect(results == [.followed, .alreadyFollowing])
    #expect(try fixture.network.counts(of: "ana") == Counts(following: 1))
    #expect(try fixture.network.counts(of: "bob") == Counts(followers: 1))
  }

  @Test func `outcomes that are only named have the handle or the number of the target`() throws {
    let fixture = try Fixture("ana", "bob")
    _ = try fixture.network.post("hello", by: "ana")
    let network = fixture.network
    let mode = BulkMode(detail: .name)
    let users = [BulkItem(input: "@bob", value: "bob" as Handle)]
    let followed = try network.follows.follow(users, as: "ana", at: Moment(seconds: 1), mode)
    #expect(followed == [.success(Outcome(input: "bob", result: .followed))])
    let first = [BulkItem(input: "#1", value: 1 as Post.ID)]
    let reposted = try network.conversations.repost(
      first, as: "bob", at: Moment(seconds: 1), mode)
    #expect(reposted == [.success(Outcome(input: "1", result: .reposted))])
    // A like of a repost is one of the repeated post.
    let second = [BulkItem(input: "2", value: 2 as Post.ID)]
    let liked = try network.likes.like(second, as: "ana", at: Moment(seconds: 1), mode)
    #expect(liked == [.success(Outcome(input: "1", result: .liked))])
  }

  @Test func `unfollowing twice counts once`() throws {
    let fixture = try Fixture("ana", "bob")
    _ = try fixture.network.follow("ana", "bob")
    let results = [
      try fixture.network.unfollow("ana", "bob"), try fixture.network.unfollow("ana", "bob"),
    ]
    #expect(results == [.unfollowed, .notFollowing])
    #expect(try fixture.network.counts(of: "ana") == Counts())
    #expect(try fixture.network.counts(of: "bob") == Counts())
  }

  @Test func `unfollowing a stranger changes nothing`() throws {
    let fixture = try Fixture("ana", "bob")
    _ = try fixture.network.follow("bob", "ana")
    let before = try fixture.allRows()
    #expect(try fixture.network.unfollow("ana", "bob") == .notFollowing)
    #expect(try fixture.allRows() == before)
  }

  @Test func `users can't follow themselves`() throws {
    let fixture = try Fixture("ana")
    #expect(throws: ServiceError.refused(input: "ana", reason: .ownTarget(.follow))) {
      try fixture.network.follow("ana", "ana")
    }
    #expect(try fixture.network.counts(of: "ana") == Counts())
  }

  @Test func `liking twice counts once`() throws {
    let fixture = try Fixture("ana", "bob")
    _ = try fixture.network.post("hello", by: "ana")
    let results = [try fixture.network.like("bob", 1), try fixture.network.like("bob", 1, at: 9)]
    #expect(results == [.liked, .alreadyLiked])
    #expect(try fixture.network.counts(of: "ana") == Counts(posts: 1, likes: 1))
    #expect(try fixture.network.conversations.view(1, as: "bob").likers == ["bob"])
    #expect(try fixture.faults() == [])
  }

  @Test func `unliking twice counts once`() throws {
    let fixture = try Fixture("ana", "bob")
    _ = try fixture.network.post("hello", by: "ana")
    _ = try fixture.network.like("bob", 1)
    let results = [try fixture.network.unlike("bob", 1), try fixture.network.unlike("bob", 1)]
    #expect(results == [.unliked, .notLiked])
    #expect(try fixture.network.counts(of: "ana") == Counts(posts: 1))
    #expect(try fixture.faults() == [])
  }

  @Test func `a second flag by the same user changes nothing`() throws {
    let fixture = try Fixture("ana", "bob")
    _ = try fixture.network.post("hello", by: "ana")
    let results = [
      try fixture.network.flag("bob", 1, reason: Reason("rude")),
      try fixture.network.flag("bob", 1, reason: Reason("mean")),
    ]
    #expect(results == [.flagged, .alreadyFlagged])
    let flag = Flag(
      post: 1, author: "ana", reporter: "bob", reason: "rude", createdAt: Moment(seconds: 1))
    #expect(try fixture.network.posts.flags(PageRequest(limit: 9)).items == [flag])
    #expect(try fixture.network.posts.flagCount() == 1)
  }

  @Test func `users can't flag their own posts`() throws {
    let fixture = try Fixture("ana")
    _ = try fixture.network.post("hello", by: "ana")
    #expect(throws: ServiceError.ownTarget(.flag, 1)) { try fixture.network.flag("ana", 1) }
    #expect(try fixture.network.posts.flagCount() == 0)
  }

  @Test func `deleting a user keeps all counts right`() throws {
    let fixture = try Fixture("ana", "bob", "carl")
    let network = fixture.network
    for (follower, followee) in [
      ("ana", "bob"), ("bob", "ana"), ("bob", "carl"), ("carl", "bob"), ("ana", "carl"),
    ] { _ = try network.follow(follower, followee) }
    for (number, author) in ["ana", "ana", "bob", "carl"].enumerated() {
      _ = try network.post("post", by: author, at: Int64(number) + 1)
    }
    _ = try network.post("secret", by: "bob", isPrivate: true, at: 9)
    for (liker, number) in [
      ("bob", 1), ("bob", 2), ("bob", 3), ("bob", 4), ("bob", 5), ("ana", 3), ("carl", 1),
    ] { _ = try network.like(liker, number) }
    for (reporter, number) in [("bob", 1), ("ana", 3), ("carl", 1)] {
      _ = try network.flag(reporter, number)
    }
    try network.timeline.markSeen(upTo: Moment(microseconds: 9), by: "bob")

    #expect(try network.users.delete("bob").result == .deleted)
    #expect(try network.counts(of: "ana") == Counts(posts: 2, following: 1, likes: 1))
    #expect(try network.counts(of: "carl") == Counts(posts: 1, followers: 1))
    let flags = try network.posts.flags(PageRequest(limit: 9)).items.map(\.reporter)
    #expect(flags == ["carl"])
    #expect(try network.conversations.view(1, as: .nobody).likers == ["carl"])
    #expect(try fixture.faults() == [])
  }

  @Test func `a free handle can be taken by another user`() throws {
    let fixture = try Fixture("ana", "bob")
    _ = try fixture.network.post("hello", by: "ana")
    _ = try fixture.network.users.edit(ProfileChanges(handle: "amy"), as: "ana")
    #expect(try fixture.network.create("ana") == .created)
    #expect(try fixture.network.counts(of: "ana") == Counts())
    #expect(try fixture.network.posts.post(1, as: .nobody).item.author == "amy")
  }

  @Test func `a taken handle is refused and nothing changes`() throws {
    let fixture = try Fixture("ana", "bob")
    let before = try fixture.allRows()
    #expect(throws: ServiceError.userExists("bob")) {
      try fixture.network.users.edit(
        ProfileChanges(handle: "bob", name: DisplayName("Ana")), as: "ana")
    }
    #expect(try fixture.allRows() == before)
  }

  @Test func `a rename to the same handle is an edit`() throws {
    let fixture = try Fixture("ana")
    let outcome = try fixture.network.users.edit(
      ProfileChanges(handle: "ana", name: DisplayName("Ana")), as: "ana")
    #expect(outcome.result == .edited)
    #expect(outcome.user?.item.user.name == "Ana")
    #expect(try fixture.faults() == [])
  }
}
