import Foundation
import Support
import Synchronization
import Testing

/// Tests that counts equal edges after random, concurrent and killed commands.
@Suite struct ManyDeedsTests {
  private let program: Program
  private let database: String
  private var driver: CommandDriver { CommandDriver(program: program) }

  init() throws {
    var program = try Program()
    database = program.home.file("net.db")
    program.environment["PROFILECTL_DB"] = database
    self.program = program
  }

  @Test(arguments: FaultRun.isFull ? [UInt64(1), 2, 3] : [1])
  func `random deeds, one process each, agree with the model`(seed: UInt64) throws {
    try program.succeed("init")
    try driver.makePictures(5)
    var generator = SeededGenerator(seed: seed)
    var model = NetworkModel()
    for step in 1...(FaultRun.isFull ? 1_000 : 250) {
      let deed = Deed.random(
        in: model, at: 1_000 + Int64(step) * 3, pictures: 5, talks: true, using: &generator)
      let expected = model.apply(deed)
      #expect(try driver.apply(deed) == expected, "step \(step), seed \(seed): \(deed)")
    }
    #expect(try driver.state() == model.state, "seed \(seed)")
    var talks = model.talkState
    talks.threads = talks.threads.mapValues { $0.filter { !$0.hasSuffix(":gone") } }
    #expect(try driver.talkState() == talks, "seed \(seed)")
    #expect(try driver.miscounts() == "")
    #expect(try driver.damage(in: database) == ["ok"])
  }

  @Test(arguments: ["post_count", "follower_count", "following_count", "like_count"])
  func `the check reports a wrong count`(column: String) throws {
    try program.succeed("create-user", "user0")
    #expect(try driver.miscounts() == "")
    try RawDatabase(database).run("UPDATE users SET \(column) = 1")
    #expect(try driver.miscounts() != "")
  }

  @Test(arguments: [UInt64(7)])
  func `eight concurrent processes leave every count right and none is refused as busy`(
    seed: UInt64
  ) async throws {
    try program.succeed("create-user", "user0", "user1", "user2", "user3")
    let answers = try await withThrowingTaskGroup(of: [String].self) { group in
      for number in 0..<8 {
        let driver = driver
        group.addTask {
          var generator = SeededGenerator(seed: seed + UInt64(number))
          var model = NetworkModel()
          for handle in 0..<6 { _ = model.apply(.create("user\(handle)")) }
          return try (1...60).map { step in
            // The model does not know the deeds of others, so results are not compared.
            let deed = Deed.random(
              in: model, at: 1_000 + Int64(step), talks: true, using: &generator)
            _ = model.apply(deed)
            return try driver.apply(deed)
          }
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    let known: Set = [
      "created", "edited", "deleted", "followed", "already_following", "unfollowed",
      "not_following", "liked", "already_liked", "unliked", "not_liked", "posted", "flagged",
      "already_flagged", "user_exists", "no_such_user", "no_such_post", "not_yours", "self",
      "reposted", "already_reposted", "unreposted", "not_reposted", "bookmarked",
      "already_bookmarked", "unbookmarked", "not_bookmarked", "muted", "already_muted", "unmuted",
      "not_muted", "unflagged", "not_flagged", "kept", "removed", "seen", "not_permitted",
      "bad_value",
    ]
    #expect(answers.count == 480)
    #expect(Set(answers).subtracting(known) == [], "seed \(seed)")
    #expect(try driver.miscounts() == "", "seed \(seed)")
    _ = try driver.state()
    #expect(try program.succeed("doctor", "--deep") == "Nothing is wrong.\n", "seed \(seed)")
    #expect(try program.home.names() == ["net.db", "net.db-lock"])
  }

  @Test func `sixteen processes that create the same database make one`() async throws {
    let handles = (0..<16).map { "user\($0)" }
    let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
      for handle in handles {
        let program = program
        group.addTask { try program.run("create-user", handle) }
      }
      return try await group.reduce(into: [Answer]()) { $0.append($1) }
    }
    #expect(answers.allSatisfy { $0.status == 0 && $0.stderr == "" })
    #expect(Set(answers.map(\.stdout)) == Set(handles.map { "\($0)\tcreated\n" }))
    let users = try program.succeed("users", "--all", "--fields", "username")
    #expect(Set(users.split(separator: "\n").map(String.init)) == Set(handles))
    #expect(try program.home.names() == ["net.db", "net.db-lock"])
    #expect(try driver.damage(in: database) == ["ok"])
  }

  /// Each round kills a writer of 600 users at another moment, before, during or after its commits.
  @Test(arguments: [UInt64(3)])
  func `acknowledged lines survive a kill`(seed: UInt64) throws {
    try program.succeed("create-user", "hub")
    var generator = SeededGenerator(seed: seed)
    var acknowledged: Set<String> = []
    for round in 1...15 {
      let handles = (0..<600).map { "r\(round)_\($0)" }
      let running = try program.start("create-user", "-", "--keep-going")
      running.write(handles.map { $0 + "\n" }.joined())
      running.closeInput()
      let limit = Duration.microseconds(Int.random(in: 1_000...60_000, using: &generator))
      // A writer that is not done in time is killed.
      _ = try? running.wait(within: limit)
      let lines = String(decoding: running.stdout, as: UTF8.self)
        .split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      acknowledged.formUnion(lines.map { String($0.prefix { $0 != "\t" }) })
      if !acknowledged.isEmpty {
        let follower = try program.start("follow", "-", "--keep-going", "--as", "hub")
        follower.write(acknowledged.prefix(200).map { $0 + "\n" }.joined())
        follower.closeInput()
        _ = try? follower.wait(within: limit / 4)
      }
      let users = try program.succeed("users", "--all", "--fields", "username")
      let found = Set(users.split(separator: "\n").map(String.init))
      #expect(acknowledged.isSubset(of: found), "round \(round), seed \(seed)")
      #expect(try driver.miscounts() == "", "round \(round), seed \(seed)")
    }
    try program.succeed("post", "still here", "--as", "hub")
    #expect(try driver.damage(in: database) == ["ok"])
  }
}
