import Model
import NetworkSupport
import Services
import Support
import Testing

/// Tests damage that contradicts sound rows, which a repair must not trust.
@Suite struct CautiousRepairTests {
  /// The index's two changed edges would give both ends of real follows one edge too many.
  @Test func `changed index entries delete no follow`() throws {
    let folder: TemporaryFolder
    let before: [String]
    do {
      let fixture = try Fixture("ana", "bob", "carl", "dora", "eve")
      folder = fixture.folder
      for follower in ["ana", "dora"] { _ = try fixture.network.follow(follower, "bob") }
      before = try fixture.raw().dump()
    }
    let path = folder.file("net.db")
    try RawDatabase(path).run(
      "DELETE FROM follows; INSERT INTO follows VALUES (1, 5, 1000000), (5, 2, 1000000)")
    try RawDatabase.run(
      "DELETE FROM follows; INSERT INTO follows VALUES (1, 2, 1000000), (4, 2, 1000000)", on: path,
      behind: ["follows_by_followee"])
    let repair = try Network.open(at: path, patience: .ofTests).file.repair()
    let isWhole = repair.findings.allSatisfy(\.isRepaired)
    #expect(isWhole, "\(repair.findings)")
    #expect(try RawDatabase(path).dump() == before)
    #expect(try RawDatabase(path).faults() == [])
  }

  /// After damage SQLite refuses writes in the same transaction.
  @Test(arguments: ["likes_by_user", "follows_by_followee"])
  func `a follow that only an index has survives an unreadable entry`(
    unreadable: String
  ) throws {
    var file = try DamagedFile()
    try file.run(
      "DELETE FROM follows WHERE (follower, followee) IN (SELECT follower, followee FROM follows LIMIT 1)",
      behind: ["follows_by_followee"])
    try file.spoilEntry(of: unreadable)
    try file.expectUntouched()
  }

  /// References to the hidden row contradict the remaining rows.
  @Test(arguments: ["users", "posts", "follows", "likes", "flags"], [false, true])
  func `a row hidden by a damaged page deletes no other row`(
    table: String, isIndexUnreadable: Bool
  ) throws {
    for page in try DamagedFile().leaves(of: table) {
      var file = try DamagedFile()
      file.loseEntry(of: page)
      if isIndexUnreadable { try file.spoilEntry(of: "posts_by_picture") }
      try file.expectUntouched()
    }
  }

  @Test func `a handle that only the index has survives an unreadable entry`()
    throws
  {
    var file = try DamagedFile()
    try file.write()
    let row = try RawDatabase(file.path).column("SELECT username || name FROM users WHERE id = 1")
    let places = file.bytes.ranges(of: Array(row[0].utf8))
    try #require(places.count == 1)
    file.flip(bit: places[0].lowerBound * 8)
    try file.spoilEntry(of: "likes_by_user")
    try file.expectUntouched()
  }

  /// The pages of the other tree have another form, but read as a sound tree.
  @Test(arguments: [
    ("users", "read_marks"), ("pictures", "read_marks"), ("likes", "likes_by_user"),
    ("follows", "likes"),
  ])
  func `a tree in place of another deletes no row`(one: String, other: String) throws {
    var file = try DamagedFile()
    try file.exchange(file.root(of: one), file.root(of: other))
    try file.expectUntouched()
  }

  @Test func `a like whose user was changed to a missing one is restored`() throws {
    var file = try DamagedFile()
    try file.run("UPDATE likes SET liker = 999 WHERE liker = 2", behind: ["likes_by_user"])
    try file.expectRepaired(to: DamagedFile.rows.get())
  }

  /// Nothing shows which of the two times is right, so the time in the table stays.
  @Test(arguments: [7, -1, 290_025_997_633_468_760])
  func `a like with two times is reported with both`(changed: Int64) throws {
    let fixture = try Fixture("ana", "bob")
    _ = try fixture.network.post("one", by: "ana", at: 1)
    _ = try fixture.network.like("bob", 1)
    let path = fixture.folder.file("net.db")
    let index = try RawDatabase(path).column("SELECT at FROM likes")
    try RawDatabase.run("UPDATE likes SET at = \(changed)", on: path, behind: ["likes_by_user"])
    let findings = try fixture.network.file.repair(isDryRun: false).findings
    let real = try #require(Int64(index[0]))
    #expect(
      findings.dropFirst() == [
        Finding(
          .oneSided(.edge(.like, from: 2, to: 1, at: changed), isInTable: true), .repaired),
        Finding(
          .oneSided(.edge(.like, from: 2, to: 1, at: real), isInTable: false), .removed),
      ])
    #expect(try RawDatabase(path).column("SELECT at FROM likes") == ["\(changed)"])
  }
}
