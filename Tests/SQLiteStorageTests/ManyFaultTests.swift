import Model
import NetworkSupport
import Services
import Support
import Testing

/// Tests files with more faults than a report lists.
@Suite struct ManyFaultTests {
  private let bound = 200

  /// A network in which bob likes a post of ana, after an SQL script.
  private func file(after harm: String) throws -> (network: Network, raw: RawDatabase, Fixture) {
    let fixture = try Fixture("ana", "bob")
    _ = try fixture.network.post("one", by: "ana", at: 1)
    _ = try fixture.network.like("bob", 1)
    let raw = try fixture.raw()
    try raw.run("PRAGMA foreign_keys = 0; \(harm)")
    return (fixture.network, raw, fixture)
  }

  private static let numbers = """
    (WITH RECURSIVE n(value) AS (SELECT 100 UNION ALL SELECT value + 1 FROM n WHERE value < 799)
    SELECT value FROM n)
    """

  struct Harm: Sendable, CustomTestStringConvertible {
    let sql: String
    let category: Fault.Category
    var resolution = Finding.Resolution.removed

    var testDescription: String { "\(category)" }
  }

  static let harms = [
    Harm(
      sql: "INSERT INTO likes SELECT value, 2, 1, 1 FROM \(numbers)",
      category: Fault.Category(.orphan, in: "likes")),
    Harm(
      sql: "INSERT INTO follows SELECT value, 1, 1 FROM \(numbers)",
      category: Fault.Category(.orphan, in: "follows")),
    Harm(
      sql: "INSERT INTO read_marks SELECT value, 1, 0 FROM \(numbers)",
      category: Fault.Category(.orphan, in: "read_marks")),
    Harm(
      sql: "INSERT INTO thumbnails (picture, pixels) SELECT value, x'' FROM \(numbers)",
      category: Fault.Category(.withoutPicture, in: "thumbnails")),
    Harm(
      sql: """
        INSERT INTO pictures SELECT value, randomblob(32), 1, 1, 1, 0, x'00' FROM \(numbers);
        UPDATE pictures SET checksum = row_checksum(id, hash, width, height, bytes, content)
        """, category: Fault.Category(.unshown, in: "pictures")),
    Harm(
      sql: """
        INSERT INTO users (id, username, name, bio, created_at, checksum, post_count)
        SELECT value, 'u' || value, '', '', 1, row_checksum(value, 'u' || value, '', '', NULL, 1), 7
        FROM \(numbers)
        """, category: Fault.Category(.count(.posts), in: "users"), resolution: .repaired),
  ]

  @Test(arguments: harms)
  func `some faults are listed, the rest is counted, and all are repaired`(harm: Harm) throws {
    let (network, raw, fixture) = try file(after: harm.sql)
    let found = try network.file.examine(isDeep: false).filter {
      $0.fault.category == harm.category
    }
    #expect(found.count == bound + 1)
    #expect(found.last == Finding(.rest(harm.category, count: Int64(700 - bound))))
    let tried = try network.file.repair(isDryRun: true)
    let repair = try network.file.repair()
    #expect(repair.findings == tried.findings)
    let mended = repair.findings.filter { $0.fault.category == harm.category }
    #expect(mended == found.map { Finding($0.fault, harm.resolution) })
    #expect(try network.file.examine(isDeep: true) == [])
    #expect(try raw.faults() == [])
    withExtendedLifetime(fixture) {}
  }

  @Test func `faults without a repair don't prevent other repairs`() throws {
    let (network, raw, fixture) = try file(
      after: """
        INSERT INTO posts (author, private, at, id, text, checksum)
        SELECT value, 0, value, value, 'x', row_checksum(value, 0, value, value, 'x', NULL, NULL)
        FROM \(Self.numbers);
        UPDATE posts SET text = 'y' WHERE id > 150;
        UPDATE users SET post_count = 9
        """)
    let before = try network.file.examine(isDeep: true)
    let repair = try network.file.repair()
    for category in [Fault.Category(.orphan, in: "posts"), Fault.Category(.changed, in: "posts")] {
      let told = repair.findings.filter { $0.fault.category == category }
      #expect(told.count == bound + 1 && told == before.filter { $0.fault.category == category })
    }
    #expect(try raw.column("SELECT post_count FROM users") == ["1", "0"])
    #expect(
      try network.file.examine(isDeep: true) == repair.findings.filter { !$0.isRepaired })
    withExtendedLifetime(fixture) {}
  }

  /// The table lost edges that the index and the counts still have.
  @Test(arguments: ["follows", "likes"])
  func `edges are restored even if most are not listed`(table: String) throws {
    let folder: TemporaryFolder
    let before: [String]
    do {
      let (_, raw, fixture) = try file(
        after: """
          INSERT INTO users (id, username, name, bio, created_at, checksum, following_count)
          SELECT value, 'u' || value, '', '', 1, row_checksum(value, 'u' || value, '', '', NULL, 1), 1
          FROM \(Self.numbers);
          INSERT INTO user_words (rowid, username, name) SELECT value, 'u' || value, ''
          FROM \(Self.numbers);
          UPDATE counters SET value = 799 WHERE name = 'users';
          INSERT INTO follows SELECT value, 1, 1 FROM \(Self.numbers);
          INSERT INTO likes SELECT 1, value, 5, 1 FROM \(Self.numbers);
          UPDATE posts SET like_count = 701;
          UPDATE users SET follower_count = 700, like_count = 701 WHERE id = 1
          """)
      folder = fixture.folder
      before = try raw.dump()
      #expect(try fixture.network.file.examine(isDeep: true) == [])
    }
    let path = folder.file("net.db")
    let index = table == "follows" ? "follows_by_followee" : "likes_by_user"
    try RawDatabase.run("DELETE FROM \(table)", on: path, behind: [index])
    let repair = try Network.open(at: path, patience: .ofTests).file.repair()
    #expect(repair.findings.amount(of: Fault.Category(.inIndexOnly, in: table)) >= 700)
    let isWhole = repair.findings.allSatisfy { $0.resolution == .repaired }
    #expect(isWhole && repair.findings.count < 1_500, "\(repair.findings.count)")
    #expect(try RawDatabase(path).dump() == before)
  }
}

extension [Finding] {
  /// The number of faults of a category, listed or not.
  func amount(of category: Fault.Category) -> Int {
    reduce(0) { amount, finding in
      if finding.fault.category != category { return amount }
      if case .rest(_, let count) = finding.fault { return amount + Int(count) }
      return amount + 1
    }
  }
}
