import Dispatch
import Foundation
import Model
import PostgresStorage
import Services
import Storage
import Support
import Testing

/// Tests the counts of users whom many follow at once.
@Suite(.enabled(if: PostgresServer.shared != nil)) struct FollowerSlotTests {
  private let server: PostgresServer
  private let url: String
  private let network: Network

  /// The user 1 has 1,000 followers, the three after it follow no user yet.
  init() throws {
    server = try #require(PostgresServer.shared)
    url = try server.newDatabase()
    network = Network(
      store: try PostgresStore.create(at: url, patience: Patience(seconds: 30)).store)
    try server.distribute(url)
    let handles = ["star", "alice", "bob", "carol"] + (1...1_000).map { "fan\($0)" }
    let items = handles.map { BulkItem(input: $0, value: Handle(stored: $0)) }
    _ = try network.users.create(
      items, draft: { UserDraft(handle: $0, createdAt: Moment(seconds: 1)) }, BulkMode())
    try server.run(
      """
      INSERT INTO profilectl.follows SELECT id, 1, id FROM profilectl.users WHERE id > 4;
      INSERT INTO profilectl.followers SELECT 1, id, id FROM profilectl.users WHERE id > 4;
      UPDATE profilectl.users SET following_count = 1 WHERE id > 4;
      UPDATE profilectl.users SET follower_count = 1000 WHERE id = 1;
      """, in: url)
  }

  private let star = [BulkItem(input: "star", value: Handle(stored: "star"))]

  private func viewer(_ handle: String) -> Viewer { .named(Handle(stored: handle)) }

  private func follow(by handle: String, in network: Network) throws {
    _ = try network.follows.follow(
      star, as: viewer(handle), at: Moment(seconds: 2), BulkMode())
  }

  private func another() throws -> Network {
    Network(store: try PostgresStore.open(at: url, patience: Patience(seconds: 30)))
  }

  private func ask(_ question: String) throws -> String {
    try server.run(question, in: url).trimmingCharacters(in: .newlines)
  }

  private func followers() throws -> Int? {
    try network.users.profile(of: Handle(stored: "star"), as: .nobody).item.user.counts.followers
  }

  private func giveSlots() throws {
    try server.run("UPDATE profilectl.users SET slots = 64 WHERE id = 1", in: url)
  }

  /// Follows while another transaction has changed the row, for at least 60 ms.
  private func followWaiting() throws {
    nonisolated(unsafe) let other = try another()
    let (star, bob) = (star, viewer("bob"))
    let done = DispatchSemaphore(value: 0)
    try network.together {
      try follow(by: "alice", in: network)
      Thread.detachNewThread {
        _ = try? other.follows.follow(star, as: bob, at: Moment(seconds: 2), BulkMode())
        done.signal()
      }
      try waitUntil { try server.hasWaiter(in: url, for: 60) }
    }
    done.wait()
  }

  @Test func `a follow that waits for a user with many followers gives them slots`() throws {
    try followWaiting()
    #expect(try ask("SELECT slots, follower_count FROM profilectl.users WHERE id = 1") == "64|1002")
    try follow(by: "carol", in: network)
    #expect(try ask("SELECT slots, follower_count FROM profilectl.users WHERE id = 1") == "64|1002")
    #expect(try ask("SELECT * FROM profilectl.count_slots") == "1|4|1")
    #expect(try followers() == 1003)
    #expect(try network.file.examine(isDeep: false) == [])
  }

  @Test func `a user with few followers gets no slots`() throws {
    try server.run(
      """
      DELETE FROM profilectl.follows WHERE follower = 1004;
      DELETE FROM profilectl.followers WHERE follower = 1004;
      UPDATE profilectl.users SET follower_count = 997 WHERE id = 1;
      """, in: url)
    try followWaiting()
    #expect(try ask("SELECT slots FROM profilectl.users WHERE id = 1") == "0")
  }

  @Test func `follows of a user with slots do not wait for each other`() throws {
    try giveSlots()
    let other = try another()
    try network.together {
      try follow(by: "alice", in: network)
      try follow(by: "bob", in: other)
    }
    #expect(try followers() == 1002)
  }

  @Test func `unfollows and deletions of followers count in slots`() throws {
    try giveSlots()
    for handle in ["alice", "bob"] { try follow(by: handle, in: network) }
    _ = try network.follows.unfollow(star, as: viewer("alice"), BulkMode())
    _ = try network.follows.unfollow(star, as: viewer("fan1"), BulkMode())
    _ = try network.users.delete(Handle(stored: "fan2"))
    #expect(try followers() == 999)
    #expect(try ask("SELECT sum(followers) FROM profilectl.count_slots") == "-1")
    #expect(try network.file.examine(isDeep: false) == [])
    _ = try network.users.delete(Handle(stored: "star"))
    #expect(try ask("SELECT count(*) FROM profilectl.count_slots") == "0")
    #expect(try network.file.examine(isDeep: false) == [])
  }

  @Test(arguments: [
    "UPDATE profilectl.count_slots SET followers = 5",
    "INSERT INTO profilectl.count_slots VALUES (1, 60, -1)",
    "INSERT INTO profilectl.count_slots VALUES (2, 0, 0)",
    "INSERT INTO profilectl.count_slots VALUES (9, 0, 1)",
    "DELETE FROM profilectl.count_slots",
  ])
  func `the examination finds a wrong slot, and the repair mends it`(statement: String) throws {
    try giveSlots()
    try follow(by: "alice", in: network)
    #expect(try network.file.examine(isDeep: false) == [])
    try server.run(statement, in: url)
    #expect(try network.file.examine(isDeep: false) != [])
    _ = try network.file.repair(isDryRun: false)
    #expect(try network.file.examine(isDeep: false) == [])
    #expect(try followers() == 1001)
  }
}
