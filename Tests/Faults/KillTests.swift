import Foundation
import Support
import Testing

/// Processes that are killed over and over, at moments that lie evenly over what they do.
///
/// One at a time, for each kills by what it took undisturbed.
@Suite(.serialized) struct KillTests {
  private static let rounds =
    Int(ProcessInfo.processInfo.environment["PROFILECTL_KILLS"] ?? "") ?? 2

  @Test(arguments: [1, 8])
  func `what was acknowledged survives, whoever dies when`(processes: Int) throws {
    var loop = try KillLoop(processes: processes, rounds: Self.rounds)
    for round in 0..<Self.rounds {
      try loop.run()
      #expect(loop.lost.isEmpty, "round \(round)")
      #expect(loop.invented.isEmpty, "round \(round)")
    }
    loop.sweep.expectBothSides()
    print("kills: \(Self.rounds * processes), acknowledged and found: \(loop.acknowledged.count)")
  }

  /// The loop's own control.
  ///
  /// Whoever is killed before the disk lies has lost nothing.
  @Test func `a disk that lies is found out`() throws {
    var loop = try KillLoop(processes: 1, rounds: 20)
    for _ in 1...20 where loop.lost.isEmpty {
      try loop.run(on: { try FaultLibrary.watching($0, at: 40, .lose, isLasting: true) })
    }
    #expect(!loop.lost.isEmpty)
  }

  @Test func `a network that is being seeded is there or not`() throws {
    let program = try KillTests.village()
    let path = program.home.file("net.db")
    let seed = { (number: Int) in ["seed", "--users", "200", "--seed", "\(number)", "-q"] }
    var sweep = try KillSweep(rounds: Self.rounds) { _ = try program.run(seed(Self.rounds)) }
    var posts = try Judge.posts(in: path).count
    for round in 0..<Self.rounds {
      _ = try sweep.kill([try program.start(seed(round))], in: round)
      let found = try Judge.posts(in: path).count
      // Ten posts for each of two hundred people.
      #expect([posts, posts + 2_000].contains(found), "round \(round)")
      sweep.note(hasEnded: found > posts)
      posts = found
    }
    sweep.expectBothSides()
  }

  @Test func `a repair that is killed can be made again`() throws {
    let program = try KillTests.village()
    let path = program.home.file("net.db")
    let posts = try Judge.posts(in: path)
    let harm = {
      try RawDatabase(path).run(
        """
        UPDATE users SET follower_count = follower_count + 1, post_count = 0;
        DELETE FROM post_words_data WHERE id > 10;
        """)
    }
    let repair = ["doctor", "--deep", "--repair"]
    try harm()
    var sweep = try KillSweep(rounds: Self.rounds) { _ = try program.run(repair) }
    for round in 0..<Self.rounds {
      try harm()
      _ = try sweep.kill([try program.start(repair)], in: round)
      let again = try program.run(repair).status
      #expect([0, 1].contains(again), "round \(round)")
      #expect(try Judge.posts(in: path) == posts, "round \(round)")
      sweep.note(hasEnded: again == 0)
    }
    sweep.expectBothSides()
  }

  @Test func `a salvage that is killed leaves the whole new file or nothing`() throws {
    let program = try KillTests.village()
    let path = program.home.file("net.db")
    let posts = try Judge.posts(in: path)
    // The new file is right where the old one is not.
    try RawDatabase(path).run("UPDATE users SET follower_count = follower_count + 1")
    let harmed = try Judge.rows(in: path)
    let salvage = { (name: String) in ["doctor", "--salvage", name] }
    var sweep = try KillSweep(rounds: Self.rounds) { _ = try program.run(salvage("first.db")) }
    for round in 0..<Self.rounds {
      let name = "new\(round).db"
      _ = try sweep.kill([try program.start(salvage(name))], in: round)
      let isThere = try program.home.names().contains(name)
      if isThere {
        #expect(try Judge.posts(in: program.home.file(name)) == posts, "round \(round)")
      }
      #expect(try Judge.rows(in: path) == harmed, "round \(round)")
      sweep.note(hasEnded: isThere)
      // Whoever comes next makes it, unless it is there.
      #expect(try program.run(salvage(name)).status == (isThere ? 73 : 0), "round \(round)")
    }
    // And clears away what was left.
    #expect(try program.run("backup", "last.db").status == 0)
    #expect(try program.home.names().filter { $0.hasPrefix(".") } == [])
    sweep.expectBothSides()
  }

  private static func village() throws -> Program {
    var program = try Program()
    program.environment["PROFILECTL_DB"] = program.home.file("net.db")
    _ = try program.run("seed", "--users", "100", "--seed", "99")
    return program
  }
}
