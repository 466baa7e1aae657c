import Foundation
import Model
import NetworkSupport
import Services
import Support
import Testing

/// Tests rows that only the indexes still have, as after a page was not written.
@Suite struct LostRowTests {
  struct Loss: Sendable, CustomTestStringConvertible {
    let table: String
    let key: String
    let indexes: [String]
    var testDescription: String { table }

    func subject(_ key: [String]) throws -> Fault.Object {
      let numbers = key.compactMap(Int64.init)
      return switch table {
      case "users": .user(numbers[0], handle: key[1])
      case "pictures": .picture(numbers[0])
      case "posts": .post(numbers[0])
      default: .edge(.flag, from: numbers[1], to: numbers[0])
      }
    }
  }

  static let losses = [
    Loss(table: "users", key: "id, username", indexes: ["sqlite_autoindex_users_1"]),
    Loss(table: "pictures", key: "id, hex(hash)", indexes: ["sqlite_autoindex_pictures_1"]),
    Loss(
      table: "posts", key: "id, author",
      indexes: ["posts_by_id", "posts_by_time", "posts_by_picture"]),
    Loss(
      table: "flags", key: "post, reporter", indexes: ["flags_by_reporter", "flags_by_time"]),
  ]

  /// With and without references and counts; a picture always has a reference.
  @Test(
    arguments: losses.map { ($0, false) }
      + losses.filter { $0.table != "pictures" }.map { ($0, true) })
  func `a row that only indexes have is reported, and the indexes keep it`(
    loss: Loss, isAlone: Bool
  ) throws {
    for key in try sample(of: loss) {
      let file = try file(without: key, loss, isAlone: isAlone)
      try expectKept(loss.subject(key), in: file)
      try file.expectSalvage(tells: loss.subject(key))
    }
  }

  @Test(arguments: ["flags_by_reporter", "flags_by_time"])
  func `a flag that only one index has is reported`(index: String) throws {
    var file = try DamagedFile()
    try file.run("DELETE FROM flags WHERE reporter = 9", behind: [index])
    try file.expectSalvage(tells: .edge(.flag, from: 9, to: 3))
  }

  /// The unreadable index is ignored; the other one agrees with all other rows.
  @Test(arguments: [
    ("posts", "posts_by_id"), ("posts", "posts_by_time"), ("flags", "flags_by_reporter"),
    ("flags", "flags_by_time"), ("users", nil),
  ])
  func `a row that one index names is reported if the other index is unreadable`(
    table: String, unreadable: String?
  ) throws {
    let loss = try #require(Self.losses.first { $0.table == table })
    var file = try file(without: try sample(of: loss)[0], loss, isAlone: true)
    if let unreadable {
      try file.spoilEntry(of: unreadable)
    } else {
      try file.run("UPDATE user_words_config SET v = 9", behind: [])
    }
    try file.write()
    let found = try file.expectUntouched()
    let isTold = found.contains { $0.fault.category == Fault.Category(.gone, in: table) }
    #expect(isTold, "\(found)")
  }

  /// The row was changed in the table, or its other trace is missing too.
  @Test(arguments: [
    (
      "DELETE FROM user_words_data WHERE id > 10; DELETE FROM users WHERE id = 2",
      "sqlite_autoindex_users_1", "users"
    ),
    ("UPDATE posts SET id = 999 WHERE id = (SELECT max(post) FROM likes)", "posts_by_id", "posts"),
    (
      "UPDATE pictures SET id = 999 WHERE id = (SELECT min(id) FROM pictures)",
      "sqlite_autoindex_pictures_1", "pictures"
    ),
  ])
  func `a lost row with an index entry and references is reported`(
    change: String, index: String, table: String
  ) throws {
    var file = try DamagedFile()
    try file.run(change, behind: [index])
    let found = try file.expectUntouched()
    #expect(found.count { $0.fault.category == Fault.Category(.gone, in: table) } == 1, "\(found)")
  }

  @Test(arguments: ["private = 1 - private", "author = author % 100 + 1", "at = at + 1"])
  func `a post whose key changed is reported as changed`(change: String) throws {
    var file = try DamagedFile()
    let loss = try #require(Self.losses.first { $0.table == "posts" })
    try file.run("UPDATE posts SET \(change) WHERE id = 3", behind: loss.indexes)
    let network = try Network.open(at: file.path, patience: .ofTests)
    let repair = try network.file.repair(isDryRun: false)
    let left = [Finding(.changed(.post(3)))]
    #expect(repair.findings.filter { !$0.isRepaired } == left)
    #expect(try network.file.examine(isDeep: true) == left)
  }

  /// The table and the other indexes are unchanged.
  @Test(arguments: [
    ("users", "id", "sqlite_autoindex_users_1"),
    ("pictures", "id", "sqlite_autoindex_pictures_1"),
    ("posts", "id", "posts_by_id"), ("posts", "at", "posts_by_id"),
    ("posts", "at", "posts_by_time"), ("flags", "reporter", "flags_by_reporter"),
    ("flags", "reporter", "flags_by_time"),
  ])
  func `a changed index entry is not taken for a lost row`(
    table: String, column: String, index: String
  ) throws {
    var file = try DamagedFile()
    try file.write()
    let lowest = try RawDatabase(file.path).column("SELECT min(\(column)) FROM \(table)")[0]
    let loss = try #require(Self.losses.first { $0.table == table })
    try file.run(
      "UPDATE \(table) SET \(column) = \(lowest) + 7777 WHERE \(column) = \(lowest)",
      behind: loss.indexes.filter { $0 != index })
    try file.run(
      "UPDATE \(table) SET \(column) = \(lowest) WHERE \(column) = \(lowest) + 7777",
      behind: loss.indexes)
    #expect(
      try file.expectRepaired(to: DamagedFile.rows.get())
        == [Finding(.index(index), .repaired)])
  }

  /// The old page is from before one row was deleted and another inserted.
  @Test(arguments: losses) func `an old page of a table does not make a repair drop a row`(
    loss: Loss
  ) throws {
    for key in try sample(of: loss) {
      var file = try file(without: key, loss, isAlone: loss.table != "pictures")
      try file.run(Self.addition(to: loss.table), behind: loss.indexes)
      try expectKept(loss.subject(key), in: file)
      try file.expectSalvage(tells: loss.subject(key))
    }
  }

  private static func addition(to table: String) -> String {
    switch table {
    case "users":
      """
      INSERT INTO users (id, username, name, bio, created_at, checksum)
      VALUES (990, 'past', '', '', 1, row_checksum(990, 'past', '', '', NULL, 1))
      """
    case "pictures":
      """
      INSERT INTO pictures (id, hash, width, height, bytes, content, checksum)
      VALUES (990, zeroblob(32), 1, 1, 1, x'00',
        row_checksum(990, zeroblob(32), 1, 1, 1, x'00'))
      """
    case "posts":
      """
      INSERT INTO posts (author, private, at, id, text, checksum)
      VALUES (1, 0, 990, 990, 'past', row_checksum(1, 0, 990, 990, 'past', NULL, NULL))
      """
    default:
      """
      INSERT INTO flags (post, reporter, at, checksum)
      VALUES (4, 1, 990, row_checksum(4, 1, 990, NULL))
      """
    }
  }

  /// The old page is from before a row was deleted from the table and the other indexes.
  @Test(arguments: [
    "sqlite_autoindex_users_1", "sqlite_autoindex_pictures_1", "posts_by_id", "posts_by_time",
    "posts_by_picture", "flags_by_reporter", "flags_by_time",
  ])
  func `an old page of an index is not taken for a lost row`(index: String) throws {
    var file = try DamagedFile()
    let old = file
    try file.write()
    do {
      let network = try Network.open(at: file.path, patience: .ofTests)
      let posts = try RawDatabase(file.path).rows(
        "SELECT username, posts.id FROM posts JOIN users ON users.id = posts.author "
          + "WHERE posts.id = 3 OR picture IS NOT NULL")
      for post in posts { _ = try network.deletePost(post[0], try #require(Int(post[1]))) }
      let handle = try RawDatabase(file.path).column("SELECT username FROM users WHERE id = 7")[0]
      _ = try network.users.delete(Handle(stored: handle))
    }
    try file.read()
    let rows = try DamagedFile.contents(of: RawDatabase(file.path))
    try file.restore(Set(old.leaves(of: index)).intersection(file.leaves(of: index)), of: old)
    let findings = try file.expectRepaired(to: rows)
    #expect(findings.contains { $0.fault == .index(index) })
  }

  /// The other table's page has neither numbers nor times.
  @Test func `posts are reported whose page holds rows of another table`() throws {
    var file = try DamagedFile()
    let page = try #require(try file.leaves(of: "posts").last)
    file.exchange(page, try #require(try file.leaves(of: "follows").last))
    let found = try file.expectUntouched()
    #expect(found.contains { $0.fault.category == Fault.Category(.gone, in: "posts") })
  }

  /// The exchanged entries have another form, or are in no other tree.
  @Test(arguments: [
    ("sqlite_autoindex_users_1", "sqlite_autoindex_pictures_1"),
    ("sqlite_autoindex_users_1", "likes_by_user"),
    ("sqlite_autoindex_pictures_1", "likes_by_user"), ("flags_by_time", "likes_by_user"),
    ("flags_by_reporter", "posts_by_id"), ("posts_by_id", "likes_by_user"),
    ("posts_by_time", "flags_by_time"), ("posts_by_picture", "follows_by_followee"),
  ])
  func `exchanged pages of two indexes are not taken for lost rows`(one: String, other: String)
    throws
  {
    var file = try DamagedFile()
    let (first, last) = try (file.leaves(of: one).first, file.leaves(of: other).last)
    file.exchange(try #require(first), try #require(last))
    try file.expectRepaired(to: DamagedFile.rows.get())
  }

  /// Eight random rows of the table.
  private func sample(of loss: Loss) throws -> [[String]] {
    let file = try DamagedFile()
    try file.write()
    var generator = SeededGenerator(seed: 3)
    return try RawDatabase(file.path).rows("SELECT \(loss.key) FROM \(loss.table)")
      .shuffled(using: &generator).prefix(8).map { $0 }
  }

  private func file(
    without key: [String], _ loss: Loss, isAlone: Bool
  ) throws -> DamagedFile {
    var file = try DamagedFile()
    if isAlone { try file.run(Self.untying(loss.table, key), behind: []) }
    let names = loss.key.split(separator: ", ")
    try file.run(
      "DELETE FROM \(loss.table) WHERE \(names[0]) = \(key[0]) AND \(names[1]) = '\(key[1])'",
      behind: loss.indexes)
    return file
  }

  private static let recount = """
    UPDATE users AS u SET
      post_count = (SELECT count(*) FROM posts WHERE author = u.id AND private = 0),
      like_count = (SELECT count(*) FROM posts JOIN likes ON post = posts.id
        WHERE posts.author = u.id AND private = 0),
      follower_count = (SELECT count(*) FROM follows WHERE followee = u.id),
      following_count = (SELECT count(*) FROM follows WHERE follower = u.id),
      last_post_at = (SELECT coalesce(max(at), 0) FROM posts WHERE author = u.id AND private = 0);
    UPDATE posts AS p SET like_count = (SELECT count(*) FROM likes WHERE post = p.id);
    """

  /// Deletes all references to a row and corrects the counts.
  private static func untying(_ table: String, _ key: [String]) -> String {
    let id = key[0]
    switch table {
    case "users":
      return """
        DELETE FROM likes WHERE liker = \(id) OR post IN (SELECT id FROM posts WHERE author = \(id));
        DELETE FROM flags WHERE reporter = \(id)
          OR post IN (SELECT id FROM posts WHERE author = \(id));
        DELETE FROM follows WHERE follower = \(id) OR followee = \(id);
        DELETE FROM read_marks WHERE reader = \(id);
        DELETE FROM posts WHERE author = \(id);
        \(recount)
        """
    case "posts":
      // A private post does not change counts.
      return """
        DELETE FROM likes WHERE post = \(id); DELETE FROM flags WHERE post = \(id);
        UPDATE posts SET private = 1,
          checksum = row_checksum(author, 1, at, id, text, picture, alt) WHERE id = \(id);
        \(recount)
        """
    default:
      // No row refers to a flag, and all flags have different times.
      return """
        UPDATE flags SET at = at + reporter,
          checksum = row_checksum(post, reporter, at + reporter, reason)
        """
    }
  }

  private func expectKept(_ subject: Fault.Object, in file: DamagedFile) throws {
    let found = try file.expectUntouched()
    #expect(found.filter { $0.fault.category?.form == .gone } == [Finding(.gone(subject))])
  }
}

extension DamagedFile {
  fileprivate func expectSalvage(tells subject: Fault.Object) throws {
    let lost = try FileService.salvage(path, to: folder.file("new.db"), patience: .ofTests)
    let isTold = lost.contains { [.lost(subject), .bare(subject)].contains($0.fault) }
    #expect(isTold, "\(subject): \(lost)")
  }
}
