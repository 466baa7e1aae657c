import Foundation
import Model
import NetworkSupport
import Seeding
import Services
import Storage
import Support
import Synchronization
import Testing

@Suite struct ExaminationTests {
  struct Harm: Sendable, CustomTestStringConvertible {
    let sql: String
    let fault: @Sendable (Fault) -> Bool
    var isDeep = true
    var isMended = true

    var testDescription: String { sql }
  }

  static let harms = [
    Harm(
      sql: "UPDATE users SET follower_count = 7 WHERE id = 1",
      fault: { $0 == .count(.user(1, handle: "ana"), .followers, stored: 7, actual: 1) },
      isDeep: false),
    Harm(
      sql: "UPDATE users SET last_post_at = 1 WHERE id = 1",
      fault: { $0 == .count(.user(1, handle: "ana"), .newestPost, stored: 1, actual: 2) },
      isDeep: false),
    Harm(
      sql: "UPDATE posts SET like_count = 0 WHERE id = 1",
      fault: { $0 == .count(.post(1), .likes, stored: 0, actual: 1) }, isDeep: false),
    Harm(
      sql: "INSERT INTO follows VALUES (1, 99, 1)",
      fault: { $0 == .orphan(.edge(.follow, from: 1, to: 99), missing: .user(99, handle: nil)) },
      isDeep: false),
    Harm(
      sql: """
        PRAGMA ignore_check_constraints = 1; INSERT INTO follows VALUES (1, 1, 1);
        UPDATE users SET follower_count = 7 WHERE id = 2
        """,
      fault: { $0 == .ownEdge(.edge(.follow, from: 1, to: 1)) }, isDeep: false),
    Harm(
      sql: "PRAGMA ignore_check_constraints = 1; UPDATE posts SET private = 2 WHERE id = 2",
      fault: { $0 == .breach(table: "posts") }, isDeep: false, isMended: false),
    Harm(
      sql: "INSERT INTO likes VALUES (99, 1, 1, 1)",
      fault: { $0 == .orphan(.edge(.like, from: 1, to: 99), missing: .post(99)) }, isDeep: false),
    Harm(
      sql: "UPDATE counters SET value = 1 WHERE name = 'users'",
      fault: { $0 == .counter("users", stored: 1, highest: 2) }, isDeep: false),
    Harm(
      sql: "UPDATE counters SET value = \((1 << 53) - 1) WHERE name = 'posts'",
      fault: {
        if case .counter("posts", stored: 9_007_199_254_740_991, _) = $0 { true } else { false }
      },
      isDeep: false),
    Harm(
      sql: "UPDATE counters SET value = \((1 << 53) - 2) WHERE name = 'posts'",
      fault: {
        if case .counter("posts", stored: 9_007_199_254_740_990, _) = $0 { true } else { false }
      },
      isDeep: false),
    Harm(
      sql: "DELETE FROM counters WHERE name = 'posts'",
      fault: { $0 == .damaged(.table("counters")) }, isDeep: false),
    Harm(
      sql: "UPDATE counters SET name = 'postq' WHERE name = 'posts'",
      fault: { $0 == .damaged(.table("counters")) }, isDeep: false),
    Harm(
      sql: "DELETE FROM posts WHERE id = 1",
      fault: { $0 == .orphan(.edge(.like, from: 2, to: 1), missing: .post(1)) }, isDeep: false,
      isMended: true),
    Harm(
      sql: "UPDATE posts SET text = 'two' WHERE id = 1", fault: { $0 == .changed(.post(1)) },
      isMended: false),
    Harm(
      sql: "UPDATE users SET bio = 'x' WHERE id = 2",
      fault: { $0 == .changed(.user(2, handle: "bob")) }, isMended: false),
    Harm(
      sql: "UPDATE flags SET reason = 'x'", fault: { $0 == .changed(.edge(.flag, from: 2, to: 1)) },
      isMended: false),
    Harm(
      sql: "INSERT INTO post_words (rowid, text, alt) VALUES (77, 'ghost', '')",
      fault: { $0 == .words("post_words") }),
    Harm(
      sql: "DELETE FROM user_words_data WHERE id > 10", fault: { $0 == .words("user_words") }),
  ]

  private func fixture() throws -> Fixture {
    let fixture = try Fixture("ana", "bob")
    let network = fixture.network
    _ = try network.follow("bob", "ana")
    _ = try network.post("one", by: "ana", at: 1)
    _ = try network.post("two", by: "ana", at: 2)
    _ = try network.like("bob", 1)
    _ = try network.flag("bob", 1)
    return fixture
  }

  @Test func `a sound file has no fault`() throws {
    let fixture = try fixture()
    #expect(try fixture.network.file.examine(isDeep: true) == [])
    #expect(try fixture.network.file.repair() == Repair(findings: [], copy: nil))
  }

  @Test(arguments: harms)
  func `damage is reported, and derived values are repaired`(harm: Harm) throws {
    let fixture = try fixture()
    let raw = try fixture.raw()
    try raw.run("PRAGMA foreign_keys = 0; \(harm.sql)")
    let file = fixture.network.file
    #expect(try file.examine(isDeep: harm.isDeep).contains { harm.fault($0.fault) })
    let before = try raw.dump()
    let tried = try file.repair(isDryRun: true)
    #expect(tried.copy == nil)
    #expect(try raw.dump() == before, "a rehearsal changes nothing")
    let repair = try file.repair()
    #expect(repair.findings == tried.findings)
    let told = repair.findings.first { harm.fault($0.fault) }
    #expect(told?.isRepaired == harm.isMended)
    let left = try file.examine(isDeep: true).map(\.fault)
    let unrepaired = repair.findings.filter { !$0.isRepaired }.map(\.fault)
    #expect(left == unrepaired)
    if let copy = repair.copy { #expect(try RawDatabase(copy.path).dump() == before) }
  }

  @Test func `a repair reports every count it changes`() throws {
    let fixture = try fixture()
    let file = fixture.network.file
    try fixture.raw().run("PRAGMA foreign_keys = 0; DELETE FROM users WHERE id = 2")
    let tried = try file.repair(isDryRun: true)
    let repair = try file.repair()
    #expect(repair.findings == tried.findings)
    let counts = repair.findings.filter { if case .count = $0.fault { true } else { false } }
    let ana = Fault.Object.user(1, handle: "ana")
    #expect(
      counts == [
        Finding(.count(ana, .followers, stored: 1, actual: 0), .repaired),
        Finding(.count(ana, .likes, stored: 1, actual: 0), .repaired),
        Finding(.count(.post(1), .likes, stored: 1, actual: 0), .repaired),
      ])
  }

  @Test func `a repair reports a count as it was before the change`() throws {
    let fixture = try fixture()
    // The count ignores the follow by a missing user, which the repair deletes.
    try fixture.raw().run("PRAGMA foreign_keys = 0; INSERT INTO follows VALUES (99, 1, 1)")
    let orphan = Fault.orphan(.edge(.follow, from: 99, to: 1), missing: .user(99, handle: nil))
    let repair = try fixture.network.file.repair()
    #expect(repair.findings == [Finding(orphan, .removed)])
  }

  /// SQLite calls the interrupt handler after a fixed number of steps.
  @Test func `twice the missing followers take twice the steps`() throws {
    let steps = try [2_000, 4_000].map { follows in
      let folder = try TemporaryFolder()
      let path = folder.file("net.db")
      let order = try SeedOrder(
        users: follows + 1, posts: 0, follows: follows, likes: 0, shape: .star, seed: 1,
        from: SeedOrder.from, to: SeedOrder.to)
      try Network.create(at: path, patience: .ofTests).network.load(
        try SeedPlan(order) { _ in }.network
      ) { _ in }
      try RawDatabase.run("DELETE FROM follows", on: path, behind: ["follows_by_followee"])
      let count = Mutex(0)
      let interrupts = Interrupts(isAsked: {
        count.withLock { $0 += 1 }
        return false
      })
      let network = try Network.open(at: path, patience: .ofTests, interrupts: interrupts)
      let missing = Fault.Category(.inIndexOnly, in: "follows")
      #expect(try network.file.repair().findings.amount(of: missing) == follows)
      return count.withLock { $0 }
    }
    #expect(steps[1] < steps[0] * 3, "\(steps)")
  }

  @Test func `a failed repair changes nothing and reports what it found`()
    throws
  {
    var undone = 0
    let pages = try DamagedFile().pages
    let isFull = ProcessInfo.processInfo.environment["PROFILECTL_DAMAGES"] != nil
    for page in stride(from: 2, through: pages, by: isFull ? 1 : 5) {
      var file = try DamagedFile()
      file.overwrite(page, with: 0)
      try file.write()
      guard let network = try? Network.open(at: file.path, patience: .ofTests) else { continue }
      let found = try network.file.examine(isDeep: true)
      let tried = try network.file.repair(isDryRun: true)
      let repair = try network.file.repair()
      #expect(repair.findings == tried.findings, "page \(page)")
      let isRepaired = repair.findings.contains(where: \.isRepaired)
      #expect((repair.copy != nil) == isRepaired, "page \(page)")
      if isRepaired { continue }
      undone += found.isEmpty ? 0 : 1
      #expect(repair.findings == found, "page \(page)")
      #expect(try file.folder.bytes(of: "net.db") == file.bytes, "page \(page)")
      #expect(try !file.folder.names().contains { $0.contains("damaged") }, "page \(page)")
    }
    #expect(undone > 0, "no repair was undone")
    print("zeroed pages: \(undone) repairs undone")
  }

  @Test func `a full-text index that can't be opened is damage, not a program error`()
    throws
  {
    let folder: TemporaryFolder
    do { folder = try fixture().folder }
    try RawDatabase(folder.file("net.db")).run("DELETE FROM user_words_config")
    let network = try Network.open(at: folder.file("net.db"), patience: .ofTests)
    let faults = try network.file.examine(isDeep: true).map(\.fault)
    #expect(faults == [.words("user_words")])
    #expect(throws: ServiceError.storage(.file(.damaged))) {
      try network.create("eve")
    }
  }

  @Test(arguments: [
    // Only the index still has the edge, and the counts of both ends include it.
    ("follows_by_followee", "DELETE FROM follows WHERE follower = 2"),
    ("likes_by_user", "DELETE FROM likes WHERE liker = 2"),
    // Only the table has the edge.
    (
      "follows_by_followee",
      "CREATE TABLE f AS SELECT * FROM follows; DELETE FROM follows; INSERT INTO follows SELECT * FROM f; DROP TABLE f"
    ),
    // The table has another edge.
    ("follows_by_followee", "UPDATE follows SET follower = 1, followee = 2"),
    ("posts_by_id", "UPDATE posts SET id = 7 WHERE id = 1; UPDATE posts SET id = 1 WHERE id = 7"),
  ])
  func `rows lost by one of two trees are restored from the other`(
    index: String, sql: String
  ) throws {
    let folder: TemporaryFolder
    let before: [String]
    do {
      let fixture = try fixture()
      folder = fixture.folder
      before = try fixture.raw().dump()
    }
    let path = folder.file("net.db")
    try RawDatabase.run("PRAGMA foreign_keys = 0; \(sql)", on: path, behind: [index])
    let repair = try Network.open(at: path, patience: .ofTests).file.repair()
    let isWhole = repair.findings.allSatisfy(\.isRepaired)
    #expect(isWhole, "\(repair.findings)")
    #expect(try RawDatabase(path).dump() == before)
    #expect(try RawDatabase(path).faults() == [])
  }

  /// The counts of both ends exclude the edge.
  @Test func `an edge that a repair deletes is reported as removed`() throws {
    let folder: TemporaryFolder
    do { folder = try fixture().folder }
    let path = folder.file("net.db")
    try RawDatabase.run(
      "INSERT INTO follows VALUES (1, 2, 1)", on: path, behind: ["follows_by_followee"])
    let edge = Fault.oneSided(.edge(.follow, from: 1, to: 2, at: 1), isInTable: true)
    let findings = try Network.open(at: path, patience: .ofTests).file.repair().findings
    #expect(findings.contains(Finding(edge, .removed)))
    #expect(try RawDatabase(path).faults() == [])
  }

  /// The count shows how many likes are in excess, not which ones.
  @Test func `a repair deletes no like that may be real`() throws {
    let folder: TemporaryFolder
    do {
      let fixture = try Fixture("ana", "bob", "carl", "dora")
      folder = fixture.folder
      _ = try fixture.network.post("one", by: "ana", at: 1)
      for user in ["bob", "carl"] { _ = try fixture.network.like(user, 1) }
    }
    let path = folder.file("net.db")
    try RawDatabase(path).run("DELETE FROM likes WHERE liker = 3")
    try RawDatabase.run(
      "INSERT INTO likes VALUES (1, 3, 1, 1), (1, 4, 1, 1)", on: path, behind: ["likes_by_user"])
    let before = try folder.bytes(of: "net.db")
    let files = try Network.open(at: path, patience: .ofTests).file
    #expect(try files.repair().findings == files.examine(isDeep: true))
    #expect(try folder.bytes(of: "net.db") == before)
  }

  /// It is neither the like of a missing user nor the one with two times.
  @Test func `a repair removes the like that the count excludes`() throws {
    let fixture = try Fixture("ana", "bob", "carl", "dora")
    _ = try fixture.network.post("one", by: "ana", at: 1)
    for user in ["bob", "carl"] { _ = try fixture.network.like(user, 1) }
    let path = fixture.folder.file("net.db")
    try RawDatabase.run(
      "INSERT INTO likes VALUES (1, 4, 1, 1), (1, 99, 1, 1); UPDATE likes SET at = 7 WHERE liker = 2",
      on: path, behind: ["likes_by_user"])
    let repair = try fixture.network.file.repair()
    let isWhole = repair.findings.allSatisfy(\.isRepaired)
    #expect(isWhole, "\(repair.findings)")
    #expect(try RawDatabase(path).column("SELECT liker FROM likes ORDER BY liker") == ["2", "3"])
    #expect(try RawDatabase(path).faults() == [])
  }

  @Test(
    arguments: ["post_words", "user_words"],
    ["data WHERE id = 10", "data", "config", "config; DELETE FROM %_data; DELETE FROM %_idx"])
  func `a full-text index is rebuilt from the rows, whatever is left of it`(
    index: String, rest: String
  ) throws {
    let folder: TemporaryFolder
    do { folder = try fixture().folder }
    let path = folder.file("net.db")
    try RawDatabase(path).run("DELETE FROM %_\(rest)".replacing("%", with: index))
    do {
      let network = try Network.open(at: path, patience: .ofTests)
      let expected = [Finding(.words(index), .repaired)]
      #expect(try network.file.repair(isDryRun: true).findings == expected)
      #expect(try network.file.repair().findings == expected)
      _ = try network.post("three", by: "ana", at: 3)
      _ = try network.deletePost("ana", 3)
      #expect(try network.create("eve") == .created)
    }
    #expect(try RawDatabase(path).faults() == [])
  }

  /// A scan of the whole index finds every word.
  @Test(arguments: [
    // The tree that leads to the words.
    ("post_words", "DELETE FROM post_words_idx"),
    // The number of rows; with 0 none could be deleted.
    ("post_words", "UPDATE post_words_data SET block = x'00' || substr(block, 3) WHERE id = 1"),
    // The number of words.
    ("post_words", "UPDATE post_words_data SET block = substr(block, 1, 3) || x'01' WHERE id = 1"),
  ])
  func `a full-text index that does not find its words is reported and rebuilt`(
    index: String, harm: String
  ) throws {
    let sample = try SampleCopy()
    try RawDatabase(sample.path).run(harm)
    let network = try Network.open(at: sample.path, patience: .ofTests)
    #expect(try network.file.examine(isDeep: true) == [Finding(.words(index))])
    #expect(try network.file.repair().findings == [Finding(.words(index), .repaired)])
    #expect(try network.file.examine(isDeep: true) == [])
  }

  /// Only many names fill pages of their own; each length has its own list.
  @Test(arguments: ["0", "1", "2", "3"])
  func `a missing prefix of names is reported`(length: String) throws {
    let folder: TemporaryFolder
    do {
      let fixture = try Fixture()
      folder = fixture.folder
      _ = try fixture.network.seed(SeedOrder(users: 3_000, posts: 0, seed: 1))
    }
    let path = folder.file("net.db")
    try RawDatabase(path).run(
      "DELETE FROM user_words_idx WHERE CAST(substr(term, 1, 1) AS TEXT) = '\(length)'")
    let network = try Network.open(at: path, patience: .ofTests)
    #expect(try network.file.examine(isDeep: true) == [Finding(.words("user_words"))])
  }

  /// Nine of ten flips hit free space or unused bytes.
  @Test(arguments: [UInt64(5)])
  func `an examination reports 99 of 100 flipped bits that change a row`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let whole = try DamagedFile.rows.get()
    var changes = 0
    var missed: [Int] = []
    let count = Int(ProcessInfo.processInfo.environment["PROFILECTL_FLIPS"] ?? "") ?? 60
    while changes < count {
      var file = try DamagedFile()
      let bit = Int.random(in: 0..<file.bytes.count * 8, using: &generator)
      file.flip(bit: bit)
      try file.write()
      let rows = try? DamagedFile.contents(of: RawDatabase(file.path))
      if rows == whole { continue }
      changes += 1
      if try isNamed(file.path) == false { missed.append(bit) }
    }
    #expect(missed.count * 100 <= changes, "seed \(seed), bits \(missed)")
  }

  /// Whether the file is refused or reported as faulty.
  private func isNamed(_ path: String) throws -> Bool {
    do throws(ServiceError) {
      let network = try Network.open(at: path, patience: .ofTests)
      return try !network.file.examine(isDeep: true).isEmpty
    } catch {
      if case .storage(.file) = error { return true }
      throw error
    }
  }
}
