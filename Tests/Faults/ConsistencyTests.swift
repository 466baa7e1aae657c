import Foundation
import Support
import Testing

/// Tests that the answers of concurrent processes are consistent, with some processes killed.
///
/// Workers record the start, the end and the answer of each command.
@Suite struct ConsistencyTests {
  private static let steps =
    Int(ProcessInfo.processInfo.environment["PROFILECTL_STEPS"] ?? "") ?? 12

  @Test func `likes and follows are linearizable, and each count equals its list`()
    async throws
  {
    let program = try Self.network()
    let start = ContinuousClock.now
    // Six processes on two processors take three times as long as one.
    let moment = try ContinuousClock().measure { _ = try program.run("follows", "ana", "eve") } * 3
    var notes = try await withThrowingTaskGroup(of: ConsistencyWorker.self) { group in
      for number in 0..<6 {
        group.addTask {
          var worker = ConsistencyWorker(program, since: start)
          try worker.work(steps: Self.steps, seed: UInt64(number + 1), killing: moment)
          return worker
        }
      }
      return try await group.reduce(into: ConsistencyWorker(program, since: start), +=)
    }
    try notes.readAll()
    #expect(try program.run("doctor", "--deep").stdout == "Nothing is wrong.\n")
    #expect(notes.miscounts == [])
    #expect(notes.unexpected == [])
    let found = Set(try program.run("sql", "SELECT id FROM posts").stdout.split(separator: "\n"))
    let posts = Set(found.map(String.init))
    #expect(Set(notes.posts).subtracting(notes.deletionsRequested).subtracting(posts) == [])
    #expect(posts.intersection(notes.deleted) == [])
    #expect(Set(notes.posts).count == notes.posts.count, "a number was given twice")
    let histories = Dictionary(grouping: notes.events, by: \.key)
    for (key, events) in histories {
      #expect(History(events: events.map(\.event)).isLinearizable, "\(key)")
    }
    let open = notes.events.count { $0.event.end == nil }
    print(
      "histories: \(histories.count), operations: \(notes.events.count), \(open) of them open;",
      "\(notes.kills) killed")
  }

  @Test(arguments: [
    ("users SET post_count = 2", ["show ana --json"]), ("users SET last_post_at = 2", []),
    ("users SET follower_count = 2", []), ("users SET following_count = 2", []),
    ("users SET like_count = 2", ["show ana --json"]),
    ("posts SET like_count = 2", ["view 1 --json", "show ana --json"]),
  ])
  func `the check reports every read of a wrong count`(change: String, reads: [String]) throws {
    let program = try Self.network()
    try RawDatabase(program.home.file("net.db")).run("UPDATE \(change)")
    for line in reads + ["sql \(ConsistencyWorker.miscounted)"] {
      var worker = ConsistencyWorker(program, since: .now)
      try worker.run(line, as: "ana")
      #expect(worker.miscounts.count == 1, "\(line)")
    }
  }

  @Test(arguments: ["follow", "unfollow"])
  func `a complete answer counts even if its process was killed afterwards`(deed: String) throws {
    let program = try Self.network()
    _ = try program.run(deed, "eve", "--as", "ana")
    let killed = try program.replaced(by: "profilectl \"$@\"; kill -9 $$")
    var worker = ConsistencyWorker(killed, since: .now)
    try worker.run("follows ana eve", as: "ana")
    #expect(worker.events.map(\.event.wasOn) == [deed == "follow"])
    var other = ConsistencyWorker(
      try program.replaced(by: "profilectl \"$@\"; exit 9"), since: .now)
    try other.run("follows ana eve", as: "ana")
    #expect(other.events.isEmpty && other.unexpected.count == 1)
  }

  /// A network in which eve has one post, and ana one public and one private post with a like each.
  private static func network() throws -> Program {
    var program = try Program()
    program.environment["PROFILECTL_DB"] = program.home.file("net.db")
    _ = try program.run("create-user", "ana", "bob", "eve")
    _ = try program.run("post", "one", "--as", "eve")
    _ = try program.run("post", "two", "--as", "ana")
    _ = try program.run("post", "three", "--private", "--as", "ana")
    _ = try program.run("like", "2", "3", "--as", "ana")
    var worker = ConsistencyWorker(program, since: .now)
    try worker.readAll()
    try worker.run("show ana --json", as: "ana")
    #expect(worker.miscounts + worker.unexpected == [])
    return program
  }
}
