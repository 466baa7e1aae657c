import Foundation
import Support
import Testing

/// Processes that are killed over and over, at moments that lie evenly over what they do.
///
/// One at a time: the moments of the kills are taken from an undisturbed run, which others would
/// slow down.
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
    try seeds(by: try KillTests.village(), rounds: Self.rounds).expectBothSides()
  }

  /// Kills whoever seeds, and looks that nobody has left a part.
  @discardableResult
  private func seeds(by program: Program, rounds: Int) throws -> KillSweep {
    let path = program.home.file("net.db")
    let seed = { (number: Int) in ["seed", "--users", "200", "--seed", "\(number)", "-q"] }
    var sweep = try KillSweep(rounds: rounds) { _ = try program.run(seed(rounds)) }
    var posts = try Judge.posts(in: path).count
    for round in 0..<rounds {
      _ = try sweep.kill([try program.start(seed(round))], in: round)
      let found = try Judge.posts(in: path).count
      // Ten posts for each of two hundred people.
      #expect([posts, posts + 2_000].contains(found), "round \(round): a part of a seed")
      sweep.note(hasEnded: found > posts)
      posts = found
    }
    return sweep
  }

  @Test func `a repair that is killed can be made again`() throws {
    let program = try KillTests.village()
    try repairs(by: program, before: program, rounds: Self.rounds).expectBothSides()
  }

  /// Kills whoever repairs, and looks that the next one can, and finds all posts.
  @discardableResult
  private func repairs(
    by program: Program, before next: Program, rounds: Int
  ) throws -> KillSweep {
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
    var sweep = try KillSweep(rounds: rounds) { _ = try next.run(repair) }
    for round in 0..<rounds {
      try harm()
      _ = try sweep.kill([try program.start(repair)], in: round)
      let again = try next.run(repair).status
      try #require([0, 1].contains(again), "round \(round): no repair")
      #expect(try Judge.posts(in: path) == posts, "round \(round): other posts")
      sweep.note(hasEnded: again == 0)
    }
    return sweep
  }

  @Test func `a salvage that is killed leaves the whole new file or nothing`() throws {
    let program = try KillTests.village()
    try salvages(by: program, before: program, rounds: Self.rounds).expectBothSides()
  }

  /// Kills whoever salvages, and looks at the old file, the new one, and what is left for the next.
  @discardableResult
  private func salvages(
    by program: Program, before next: Program, rounds: Int
  ) throws -> KillSweep {
    let path = program.home.file("net.db")
    let posts = try Judge.posts(in: path)
    // The new file is right where the old one is not.
    try RawDatabase(path).run("UPDATE users SET follower_count = follower_count + 1")
    let harmed = try Judge.rows(in: path)
    let salvage = { (name: String) in ["doctor", "--salvage", name] }
    var sweep = try KillSweep(rounds: rounds) { _ = try next.run(salvage("first.db")) }
    for round in 0..<rounds {
      let name = "new\(round).db"
      _ = try sweep.kill([try program.start(salvage(name))], in: round)
      #expect(try Judge.rows(in: path) == harmed, "round \(round): another old file")
      let isThere = try next.home.names().contains(name)
      if isThere {
        #expect(try Judge.posts(in: next.home.file(name)) == posts, "round \(round): other posts")
      }
      sweep.note(hasEnded: isThere)
      // Whoever comes next makes it, unless it is there.
      #expect(try next.run(salvage(name)).status == (isThere ? 73 : 0), "round \(round)")
    }
    // And clears away what was left.
    #expect(try next.run("backup", "last.db").status == 0)
    #expect(try next.home.names().filter { $0.hasPrefix(".") } == [], "left behind")
    return sweep
  }

  private static func village() throws -> Program {
    var program = try Program()
    program.environment["PROFILECTL_DB"] = program.home.file("net.db")
    _ = try program.run("seed", "--users", "100", "--seed", "99")
    return program
  }

  /// Only the shell is killed: a seed that it has begun may come to its end while it is judged, so
  /// that not each round shows the part.
  @Test func `a part of a seed is found`() throws {
    let program = try KillTests.village().spoiled(
      by: """
        profilectl seed --users 100 --seed "$5" -q
        sleep 0.3
        profilectl seed --users 100 --seed "1$5" -q
        """)
    try expectFound("a part of a seed") { try seeds(by: program, rounds: 2) }
  }

  @Test(arguments: [
    ("head -c 40960 empty.db >net.db", "no repair"), ("cat empty.db >net.db", "other posts"),
  ])
  func `a repair that leaves nothing to be repaired is found`(plant: String, words: String) throws {
    let program = try KillTests.village()
    _ = try program.run("init", "--db", "empty.db")
    let spoiled = try program.spoiled(by: "\(plant)\nsleep 0.3")
    try expectFound(words) { try repairs(by: spoiled, before: program, rounds: 2) }
  }

  @Test(arguments: [
    (#"head -c 40960 net.db >"$3""#, "damaged"), (#"cat empty.db >"$3""#, "other posts"),
    ("cat empty.db >net.db", "another old file"), ("touch .profilectl-left", "left behind"),
  ])
  func `a salvage that leaves a part, or harms the old file, is found`(
    plant: String, words: String
  ) throws {
    let program = try KillTests.village()
    _ = try program.run("init", "--db", "empty.db")
    let spoiled = try program.spoiled(by: "\(plant)\nsleep 0.3")
    try expectFound(words) { try salvages(by: spoiled, before: program, rounds: 2) }
  }
}
