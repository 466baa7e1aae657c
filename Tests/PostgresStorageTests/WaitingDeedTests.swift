import Dispatch
import Foundation
import Model
import PostgresStorage
import Services
import Storage
import Support
import Synchronization
import Testing

/// Tests deeds that wait for the end of another transaction.
@Suite(.enabled(if: PostgresServer.shared != nil)) struct WaitingDeedTests {
  private let server: PostgresServer
  private let url: String
  private let network: Network
  private let alice = Viewer.named(Handle(stored: "alice"))
  private let bob = Viewer.named(Handle(stored: "bob"))

  /// Alice has the post 1.
  ///
  /// Bob follows her, reposts it as post 2, and has the posts 3 and 4.
  init() throws {
    server = try #require(PostgresServer.shared)
    url = try server.newDatabase()
    network = Network(
      store: try PostgresStore.create(at: url, patience: Patience(seconds: 30)).store)
    _ = try network.users.create(
      [Self.item("alice"), Self.item("bob")],
      draft: { UserDraft(handle: $0, createdAt: Moment(seconds: 1)) }, BulkMode())
    try Self.post(as: alice, at: 10, in: network)
    _ = try network.follows.follow(
      [Self.item("alice")], as: bob, at: Moment(seconds: 2), BulkMode())
    _ = try network.conversations.repost(
      [Self.item(1)], as: bob, at: Moment(microseconds: 20), BulkMode())
    for time in [30, 40] { try Self.post(as: bob, at: Int64(time), in: network) }
  }

  private static func item(_ handle: String) -> BulkItem<Handle> {
    BulkItem(input: handle, value: Handle(stored: handle))
  }

  private static func item(_ number: Int64) -> BulkItem<Post.ID> {
    BulkItem(input: String(number), value: Post.ID(number))
  }

  private static func post(as viewer: Viewer, at time: Int64, in network: Network) throws {
    let draft = try #require(
      PostDraft(text: try PostText("text"), isPrivate: false, at: Moment(microseconds: time)))
    _ = try network.posts.publish(draft, as: viewer)
  }

  private static func delete(_ number: Int64, as viewer: Viewer, in network: Network) throws {
    _ = try network.posts.delete([item(number)], as: viewer, BulkMode())[0].get()
  }

  /// Does a deed, and commits it when a second one waits for it; returns the error of the second.
  private func overtake(
    _ second: @escaping @Sendable (Network) throws -> Void, by first: (Network) throws -> Void
  ) throws -> ServiceError? {
    nonisolated(unsafe) let other = Network(
      store: try PostgresStore.open(at: url, patience: Patience(seconds: 30)))
    nonisolated(unsafe) var refusal: (any Error)?
    let done = DispatchSemaphore(value: 0)
    try network.together {
      try first(network)
      Thread.detachNewThread {
        do { try second(other) } catch { refusal = error }
        done.signal()
      }
      try waitUntil { try server.hasWaiter(in: url, for: 100) }
    }
    done.wait()
    #expect(try network.file.examine(isDeep: true) == [])
    if let refusal, !(refusal is ServiceError) { throw refusal }
    return refusal as? ServiceError
  }

  @Test func `the time of the newest post is right after two deletions at once`() throws {
    let bob = bob
    let refusal = try overtake {
      try Self.delete(3, as: bob, in: $0)
    } by: {
      try Self.delete(4, as: bob, in: $0)
    }
    #expect(refusal == nil)
  }

  @Test func `the time of the newest post is right after a post and a deletion at once`() throws {
    let alice = alice
    let refusal = try overtake {
      try Self.delete(1, as: alice, in: $0)
    } by: {
      try Self.post(as: bob, at: 50, in: $0)
    }
    #expect(refusal == nil)
  }

  @Test func `a reply that waits has the time at which the wait ends`() throws {
    let bob = bob
    let clock = Mutex(Int64(100))
    let text = try PostText("text")
    let refusal = try overtake { network in
      let draft = PostDraft(
        text: text,
        at: Moment(
          microseconds: clock.withLock { now in
            defer { now += 100 }; return now
          }))
      _ = try network.conversations.reply(to: Post.ID(1), draft!, as: bob)
    } by: {
      let draft = try #require(PostDraft(text: text, at: Moment(microseconds: 50)))
      _ = try $0.conversations.reply(to: Post.ID(1), draft, as: alice)
    }
    #expect(refusal == nil)
    let times = try server.run("SELECT max(at) FROM profilectl.posts", in: url)
    #expect(times == "200\n")
  }

  @Test func `a repeated follow waits for no other follow of the same user`() throws {
    _ = try network.users.create(
      [Self.item("carol")], draft: { UserDraft(handle: $0, createdAt: Moment(seconds: 1)) },
      BulkMode())
    let other = Network(store: try PostgresStore.open(at: url, patience: Patience(seconds: 1)))
    try network.together {
      _ = try network.follows.follow(
        [Self.item("alice")], as: .named(Handle(stored: "carol")), at: Moment(seconds: 3),
        BulkMode())
      let again = try other.follows.follow(
        [Self.item("alice")], as: bob, at: Moment(seconds: 3), BulkMode())
      #expect(try again[0].get().result == .alreadyFollowing)
    }
    #expect(try network.file.examine(isDeep: true) == [])
  }

  @Test func `an unfollow that a deletion of the user overtakes finds no user`() throws {
    let bob = bob
    let refusal = try overtake { network in
      _ = try network.follows.unfollow([Self.item("alice")], as: bob, BulkMode())[0].get()
    } by: {
      _ = try $0.users.delete(Handle(stored: "alice"))
    }
    guard case .refused(_, .noSuchUser) = refusal else {
      Issue.record("\(String(describing: refusal))")
      return
    }
  }

  @Test func `an unrepost that a deletion of the post overtakes finds no post`() throws {
    let bob = bob
    let refusal = try overtake { network in
      _ = try network.conversations.unrepost([Self.item(1)], as: bob, BulkMode())[0].get()
    } by: {
      try Self.delete(1, as: alice, in: $0)
    }
    guard case .refused(_, .noSuchPost) = refusal else {
      Issue.record("\(String(describing: refusal))")
      return
    }
  }

  @Test func `a deed that finds half an edge each time reports damage`() throws {
    try server.run("DELETE FROM profilectl.followers", in: url)
    #expect(throws: ServiceError.storage(.file(.damaged))) {
      try network.follows.unfollow([Self.item("alice")], as: bob, BulkMode())
    }
  }
}
