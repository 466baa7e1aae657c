import Dispatch
import Foundation
import Model
import PostgresStorage
import Services
import Storage
import Support
import Testing

/// Tests the examination and repair of a network.
@Suite(.enabled(if: PostgresServer.shared != nil)) struct RepairTests {
  private let server: PostgresServer
  private let url: String
  private let network: Network

  /// Alice has the post 1, which Bob likes.
  init() throws {
    server = try #require(PostgresServer.shared)
    url = try server.newDatabase()
    network = Network(
      store: try PostgresStore.create(at: url, patience: Patience(seconds: 30)).store)
    try server.distribute(url)
    _ = try network.users.create(
      ["alice", "bob"].map { BulkItem(input: $0, value: Handle(stored: $0)) },
      draft: { UserDraft(handle: $0, createdAt: Moment(seconds: 1)) }, BulkMode())
    let draft = try #require(
      PostDraft(text: try PostText("text"), isPrivate: false, at: Moment(seconds: 2)))
    _ = try network.posts.publish(draft, as: .named(Handle(stored: "alice")))
    _ = try network.likes.like(
      [BulkItem(input: "1", value: Post.ID(1))], as: .named(Handle(stored: "bob")),
      at: Moment(seconds: 3), BulkMode())
  }

  @Test func `posts, users and thumbnails whose picture is gone are found`() throws {
    defer { server.drop(url) }
    try server.run(
      """
      UPDATE profilectl.posts SET picture = 5;
      UPDATE profilectl.users SET avatar = 6 WHERE username = 'alice';
      UPDATE profilectl.users SET banner = 7 WHERE username = 'bob';
      INSERT INTO profilectl.thumbnails (picture, pixels) VALUES (8, '');
      """, in: url)
    let faults = try network.file.examine(isDeep: false).map(\.fault)
    #expect(
      Set(faults) == [
        .orphan(.post(1), missing: .picture(5)),
        .orphan(.user(1, handle: "alice"), missing: .picture(6)),
        .orphan(.user(2, handle: "bob"), missing: .picture(7)),
        .orphan(.thumbnail(8), missing: .picture(8)),
      ])
  }

  @Test func `a like whose post is missing from an index only is not reported`() throws {
    defer { server.drop(url) }
    try server.run("DELETE FROM profilectl.post_places", in: url)
    let repair = try network.file.repair()
    #expect(repair.findings == [Finding(.index("post_places"), .repaired)])
    #expect(try network.file.examine(isDeep: true) == [])
  }

  @Test func `an index that is missing is found and made again`() throws {
    defer { server.drop(url) }
    for index in ["posts_words", "posts_by_answerer"] {
      try server.run("DROP INDEX profilectl.\(index)", in: url)
    }
    let faults = try network.file.examine(isDeep: false).map(\.fault)
    #expect(faults == [.index("posts_words"), .index("posts_by_answerer")])
    #expect(try network.file.repair().findings.map(\.isRepaired) == [true, true])
    #expect(try network.file.examine(isDeep: true) == [])
  }

  @Test func `an index may have parameters of storage, and is made again if it is invalid`() throws
  {
    defer { server.drop(url) }
    try server.run("ALTER INDEX profilectl.posts_words SET (fastupdate = off)", in: url)
    #expect(try network.file.examine(isDeep: true) == [])
    let invalid = "UPDATE pg_index SET indisvalid = false WHERE indexrelid = "
    try server.run(invalid + "'profilectl.posts_words'::regclass", in: url)
    #expect(try network.file.repair().findings == [Finding(.index("posts_words"), .repaired)])
    #expect(try network.file.examine(isDeep: true) == [])
  }

  @Test func `a number that is taken is damage`() throws {
    defer { server.drop(url) }
    try server.run("SELECT setval('profilectl.post_ids', 1, false)", in: url)
    let draft = try #require(
      PostDraft(text: try PostText("text"), isPrivate: false, at: Moment(seconds: 9)))
    #expect(throws: ServiceError.storage(.file(.damaged))) {
      try network.posts.publish(draft, as: .named(Handle(stored: "bob")))
    }
  }

  @Test func `a rehearsed repair raises no counter`() throws {
    defer { server.drop(url) }
    try server.run("SELECT setval('profilectl.user_ids', 1)", in: url)
    let repair = try network.file.repair(isDryRun: true)
    let finding = Finding(.counter("users", stored: 1, highest: 2), .repaired)
    #expect(repair.findings == [finding])
    #expect(try server.run("SELECT last_value FROM profilectl.user_ids", in: url) == "1\n")
    #expect(try network.file.repair().findings == [finding])
    #expect(try network.file.examine(isDeep: false) == [])
  }

  @Test func `a repair does not undo a deed that commits while it waits`() throws {
    defer { server.drop(url) }
    // Half of an edge is missing.
    try server.run("INSERT INTO profilectl.follows VALUES (2, 1, 5)", in: url)
    nonisolated(unsafe) let other = Network(
      store: try PostgresStore.open(at: url, patience: Patience(seconds: 30)))
    nonisolated(unsafe) var repair: Result<Repair, any Error>?
    let done = DispatchSemaphore(value: 0)
    try network.together {
      _ = try network.likes.unlike(
        [BulkItem(input: "1", value: Post.ID(1))], as: .named(Handle(stored: "bob")), BulkMode())
      Thread.detachNewThread {
        repair = Result { try other.file.repair() }
        done.signal()
      }
      let waiting = "SELECT count(*) FROM pg_locks WHERE NOT granted AND pid <> pg_backend_pid()"
      while try server.run(waiting, in: url) == "0\n" {}
    }
    done.wait()
    #expect(try repair?.get().findings.isEmpty == false)
    #expect(try server.run("SELECT count(*) FROM profilectl.liked", in: url) == "0\n")
    #expect(try network.file.examine(isDeep: true) == [])
  }
}
