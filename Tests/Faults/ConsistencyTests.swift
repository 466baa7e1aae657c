import Foundation
import Support
import Testing

/// Consistency judged from outside: workers note when each command began, ended, and what it
/// answered; some are killed in the middle of one.
@Suite struct ConsistencyTests {
  private static let steps =
    Int(ProcessInfo.processInfo.environment["PROFILECTL_STEPS"] ?? "") ?? 12

  @Test func `every history of likes and follows is linearizable, and every count its list`()
    async throws
  {
    let program = try Self.network()
    let start = ContinuousClock.now
    // Six at once on two processors take three times as long.
    let moment = try ContinuousClock().measure { _ = try program.run("follows", "ana", "eve") } * 3
    var notes = try await withThrowingTaskGroup(of: Witness.self) { group in
      for worker in 0..<6 {
        group.addTask {
          var witness = Witness(program, since: start)
          try witness.work(steps: Self.steps, seed: UInt64(worker + 1), killing: moment)
          return witness
        }
      }
      return try await group.reduce(into: Witness(program, since: start), +=)
    }
    try notes.lookAround()
    #expect(try program.run("doctor", "--deep").stdout == "Nothing is wrong.\n")
    #expect(notes.miscounts == [])
    #expect(notes.unexpected == [])
    let found = Set(try program.run("sql", "SELECT id FROM posts").stdout.split(separator: "\n"))
    let posts = Set(found.map(String.init))
    #expect(Set(notes.posts).subtracting(notes.doomed).subtracting(posts) == [])
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
  func `every read of a count that is wrong is noticed`(change: String, reads: [String]) throws {
    let program = try Self.network()
    try RawDatabase(program.home.file("net.db")).run("UPDATE \(change)")
    for line in reads + ["sql \(Witness.miscounted)"] {
      var witness = Witness(program, since: .now)
      try witness.run(line, as: "ana")
      #expect(witness.miscounts.count == 1, "\(line)")
    }
  }

  @Test(arguments: ["follow", "unfollow"])
  func `an answer is taken for what it says, though its process was killed`(deed: String) throws {
    let program = try Self.network()
    _ = try program.run(deed, "eve", "--as", "ana")
    let killed = try program.spoiled(by: "profilectl \"$@\"; kill -9 $$")
    var witness = Witness(killed, since: .now)
    try witness.run("follows ana eve", as: "ana")
    #expect(witness.events.map(\.event.wasOn) == [deed == "follow"])
    var other = Witness(try program.spoiled(by: "profilectl \"$@\"; exit 9"), since: .now)
    try other.run("follows ana eve", as: "ana")
    #expect(other.events.isEmpty && other.unexpected.count == 1)
  }

  /// Eve's post is the one that is liked; ana has one of each kind, and a like for each.
  private static func network() throws -> Program {
    var program = try Program()
    program.environment["PROFILECTL_DB"] = program.home.file("net.db")
    _ = try program.run("create-user", "ana", "bob", "eve")
    _ = try program.run("post", "one", "--as", "eve")
    _ = try program.run("post", "two", "--as", "ana")
    _ = try program.run("post", "three", "--private", "--as", "ana")
    _ = try program.run("like", "2", "3", "--as", "ana")
    var witness = Witness(program, since: .now)
    try witness.lookAround()
    try witness.run("show ana --json", as: "ana")
    #expect(witness.miscounts + witness.unexpected == [])
    return program
  }
}
