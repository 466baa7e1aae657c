import Foundation
import Support
import Testing

/// Tests that a process can be killed at any moment of its work.
///
/// The tests run one at a time, because each measures an undisturbed run first.
@Suite(.serialized) struct KillTests {
  static let rounds =
    Int(ProcessInfo.processInfo.environment["PROFILECTL_KILLS"] ?? "") ?? 2

  @Test(arguments: [1, 8])
  func `every acknowledged post survives a kill at any moment`(processes: Int) throws {
    var loop = try KillLoop(processes: processes, rounds: Self.rounds)
    for round in 0..<Self.rounds {
      try loop.run()
      #expect(loop.lost.isEmpty, "round \(round)")
      #expect(loop.invented.isEmpty, "round \(round)")
    }
    loop.sweep.expectBothSides()
    print("kills: \(Self.rounds * processes), acknowledged and found: \(loop.acknowledged.count)")
  }

  /// Tests the loop itself.
  ///
  /// A process killed before the faulty operation loses nothing, so several rounds may be needed.
  @Test func `the loop reports posts lost by a disk that drops confirmed writes`() throws {
    // The moments of the kills fit the executable with faults.
    var loop = try KillLoop(
      processes: 1, rounds: 20, executable: Program.path(of: "profilectl"))
    for _ in 1...20 where loop.lost.isEmpty {
      try loop.run(on: { try FaultLibrary.watching($0, at: 40, .lose, isLasting: true) })
    }
    #expect(!loop.lost.isEmpty)
  }

  @Test func `a network seeded by a killed process is whole or missing`() throws {
    try seeds(by: try KillTests.seededProgram(), rounds: Self.rounds).expectBothSides()
  }

  /// Kills seeding processes and expects no partial seed.
  @discardableResult
  private func seeds(
    by program: Program, rounds: Int, isPlanted: Bool = false
  ) throws -> KillSweep {
    let path = program.home.file("net.db")
    let seed = { (number: Int) in ["seed", "--users", "200", "--seed", "\(number)", "-q"] }
    var sweep = try KillSweep(rounds: rounds, isPlanted: isPlanted) {
      _ = try program.run(seed(rounds))
    }
    var posts = try NetworkContents.posts(in: path).count
    for round in 0..<rounds {
      _ = try sweep.kill([try program.start(seed(round))], in: round)
      let found = try NetworkContents.posts(in: path).count
      // Two hundred users with ten posts, six answers and one repost each.
      #expect([posts, posts + 3_400].contains(found), "round \(round): a partial seed")
      sweep.note(hasEnded: found > posts)
      posts = found
    }
    return sweep
  }

  @Test func `a killed repair can be run again`() throws {
    let program = try KillTests.seededProgram()
    try repairs(by: program, before: program, rounds: Self.rounds).expectBothSides()
  }

  /// Kills repairing processes and expects that the next repair succeeds and finds all posts.
  @discardableResult
  private func repairs(
    by program: Program, before next: Program, rounds: Int, isPlanted: Bool = false
  ) throws -> KillSweep {
    let path = program.home.file("net.db")
    let posts = try NetworkContents.posts(in: path)
    let damage = {
      try RawDatabase(path).run(
        """
        UPDATE users SET follower_count = follower_count + 1, post_count = 0;
        DELETE FROM post_words_data WHERE id > 10;
        """)
    }
    let repair = ["doctor", "--deep", "--repair"]
    try damage()
    var sweep = try KillSweep(rounds: rounds, isPlanted: isPlanted) { _ = try next.run(repair) }
    for round in 0..<rounds {
      try damage()
      _ = try sweep.kill([try program.start(repair)], in: round)
      let again = try next.run(repair).status
      try #require([0, 1].contains(again), "round \(round): repair failed")
      #expect(try NetworkContents.posts(in: path) == posts, "round \(round): posts differ")
      sweep.note(hasEnded: again == 0)
    }
    return sweep
  }

  @Test func `a killed salvage leaves the whole new file or none`() throws {
    let program = try KillTests.seededProgram()
    try salvages(by: program, before: program, rounds: Self.rounds).expectBothSides()
  }

  /// Kills salvaging processes and checks the old file, the new one and the next salvage.
  @discardableResult
  private func salvages(
    by program: Program, before next: Program, rounds: Int, isPlanted: Bool = false
  ) throws -> KillSweep {
    let path = program.home.file("net.db")
    let posts = try NetworkContents.posts(in: path)
    // A wrong count, which the new file must not have.
    try RawDatabase(path).run("UPDATE users SET follower_count = follower_count + 1")
    let damaged = try NetworkContents.rows(in: path)
    let salvage = { (name: String) in ["doctor", "--salvage", name] }
    var sweep = try KillSweep(rounds: rounds, isPlanted: isPlanted) {
      _ = try next.run(salvage("first.db"))
    }
    for round in 0..<rounds {
      let name = "new\(round).db"
      _ = try sweep.kill([try program.start(salvage(name))], in: round)
      #expect(try NetworkContents.rows(in: path) == damaged, "round \(round): old file changed")
      let isThere = try next.home.names().contains(name)
      if isThere {
        #expect(
          try NetworkContents.posts(in: next.home.file(name)) == posts,
          "round \(round): posts differ")
      }
      sweep.note(hasEnded: isThere)
      // The next salvage makes the file, unless it is there already.
      #expect(try next.run(salvage(name)).status == (isThere ? 73 : 0), "round \(round)")
    }
    // The next new file removes the leftovers.
    #expect(try next.run("backup", "last.db").status == 0)
    #expect(try next.home.names().filter { $0.hasPrefix(".") } == [], "leftover files")
    return sweep
  }

  private static func seededProgram() throws -> Program {
    var program = try Program()
    program.environment["PROFILECTL_DB"] = program.home.file("net.db")
    _ = try program.run("seed", "--users", "100", "--seed", "99")
    return program
  }

  @Test func `the check reports a partial seed`() throws {
    let program = try KillTests.seededProgram().replaced(
      by: #"profilectl seed --users 100 --seed "$5" -q"# + KillSweep.plantEnd)
    try expectFound("a partial seed") { try seeds(by: program, rounds: 2, isPlanted: true) }
  }

  @Test(arguments: [
    ("head -c 40960 empty.db >net.db", "repair failed"), ("cat empty.db >net.db", "posts differ"),
  ])
  func `the check reports a repair that truncates or empties the file`(plant: String, words: String)
    throws
  {
    let program = try KillTests.seededProgram()
    _ = try program.run("init", "--db", "empty.db")
    let replaced = try program.replaced(by: plant + KillSweep.plantEnd)
    try expectFound(words) {
      try repairs(by: replaced, before: program, rounds: 2, isPlanted: true)
    }
  }

  @Test(arguments: [
    (#"head -c 40960 net.db >"$3""#, "damaged"), (#"cat empty.db >"$3""#, "posts differ"),
    ("cat empty.db >net.db", "old file changed"), ("touch .profilectl-left", "leftover files"),
  ])
  func `the check reports a salvage that leaves a partial file or a changed old one`(
    plant: String, words: String
  ) throws {
    let program = try KillTests.seededProgram()
    _ = try program.run("init", "--db", "empty.db")
    let replaced = try program.replaced(by: plant + KillSweep.plantEnd)
    try expectFound(words) {
      try salvages(by: replaced, before: program, rounds: 2, isPlanted: true)
    }
  }
}
