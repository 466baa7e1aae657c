import Dispatch
import Foundation
import Model
import PostgresStorage
import Services
import Storage
import Support
import Testing

/// Tests edges, which lie in two tables, while others write.
@Suite(.enabled(if: PostgresServer.shared != nil)) struct HalfEdgeTests {
  private struct Town {
    let server: PostgresServer
    let url: String
    let network: Network

    init() throws {
      server = try #require(PostgresServer.shared)
      url = try server.newDatabase()
      let store = try PostgresStore.create(at: url, patience: Patience(seconds: 30)).store
      network = Network(store: store)
      try server.distribute(url)
      let items = ["ana", "bob"].map { BulkItem(input: $0, value: Handle(stored: $0)) }
      _ = try network.users.create(
        items, draft: { UserDraft(handle: $0, createdAt: Moment(seconds: 1)) }, BulkMode())
    }

    let bob = [BulkItem(input: "bob", value: Handle(stored: "bob"))]
    let ana = Viewer.named(Handle(stored: "ana"))

    func another() throws -> Network {
      Network(store: try PostgresStore.open(at: url, patience: Patience(seconds: 30)))
    }
  }

  @Test(arguments: [
    "INSERT INTO profilectl.follows VALUES (1, 2, 5)",
    "INSERT INTO profilectl.followers VALUES (2, 1, 5)",
    "INSERT INTO profilectl.liked VALUES (1, 1, 2, 5)",
    "UPDATE profilectl.users SET follower_count = 1 WHERE id = 2",
    "DELETE FROM profilectl.handles WHERE id = 1",
  ])
  func `the examination finds a planted half`(statement: String) throws {
    let town = try Town()
    defer { town.server.drop(town.url) }
    #expect(try town.network.file.examine(isDeep: true) == [])
    try town.server.run(statement, in: town.url)
    #expect(try town.network.file.examine(isDeep: true) != [])
  }

  @Test(arguments: [
    "UPDATE profilectl.network SET version = version + 1", "DELETE FROM profilectl.network",
  ])
  func `a network that another program has changed takes no further deed`(change: String) throws {
    let town = try Town()
    defer { town.server.drop(town.url) }
    try town.server.run(change, in: town.url)
    #expect(throws: ServiceError.self) {
      try town.network.follows.follow(
        town.bob, as: town.ana, at: Moment(seconds: 2), BulkMode(keepsGoing: true))
    }
    #expect(try town.server.run("SELECT count(*) FROM profilectl.follows", in: town.url) == "0\n")
  }

  @Test(arguments: ["ana", "bob"])
  func `a follow whose count can't move is not reported as done`(gone: String) throws {
    let town = try Town()
    defer { town.server.drop(town.url) }
    try town.server.run(
      """
      ALTER TABLE profilectl.users ADD CHECK (
        username <> '\(gone)' OR follower_count + following_count = 0)
      """, in: town.url)
    #expect(throws: ServiceError.self) {
      try town.network.follows.follow(town.bob, as: town.ana, at: Moment(seconds: 2), BulkMode())
    }
    for table in ["follows", "followers"] {
      let count = try town.server.run("SELECT count(*) FROM profilectl.\(table)", in: town.url)
      #expect(count == "0\n")
    }
  }

  @Test func `an unfollow waits for a follow that is under way, and removes both halves`() throws {
    let town = try Town()
    defer { town.server.drop(town.url) }
    nonisolated(unsafe) let other = try town.another()
    let done = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var result: Outcome.Result?
    let (bob, ana) = (town.bob, town.ana)
    try town.network.together {
      _ = try town.network.follows.follow(
        town.bob, as: town.ana, at: Moment(seconds: 2), BulkMode())
      Thread.detachNewThread {
        result = try? other.follows.unfollow(bob, as: ana, BulkMode())[0].get().result
        done.signal()
      }
      try waitUntil { try town.server.hasWaiter(in: town.url) }
    }
    done.wait()
    #expect(result == .unfollowed)
    #expect(try town.network.file.examine(isDeep: true) == [])
    #expect(try town.server.run("SELECT count(*) FROM profilectl.follows", in: town.url) == "0\n")
  }

  @Test func `a follow that a deletion of the user overtakes finds no user`() throws {
    let town = try Town()
    defer { town.server.drop(town.url) }
    nonisolated(unsafe) let other = try town.another()
    let done = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var refusal: ServiceError?
    let (bob, ana) = (town.bob, town.ana)
    try town.network.together {
      _ = try town.network.users.delete(Handle(stored: "bob"))
      Thread.detachNewThread {
        do throws(ServiceError) {
          _ = try other.follows.follow(bob, as: ana, at: Moment(seconds: 2), BulkMode())
        } catch {
          refusal = error
        }
        done.signal()
      }
      try waitUntil { try town.server.hasWaiter(in: town.url) }
    }
    done.wait()
    guard case .refused(_, .noSuchUser) = refusal else {
      Issue.record("\(String(describing: refusal))")
      return
    }
    #expect(try town.network.file.examine(isDeep: true) == [])
  }
}
