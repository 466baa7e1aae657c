import Foundation
import Model
import NetworkSupport
import Services
import Support
import Testing

/// Tests that a salvage reports everything it can't keep.
extension SalvageTests {
  private static func salvage(_ folder: TemporaryFolder) throws -> [Finding] {
    try FileService.salvage(
      folder.file("net.db"), to: folder.file("new.db"), patience: .ofTests)
  }

  /// Flips each bit of the page's row count and of the first row's header.
  @Test func `no flag is lost without a report`() throws {
    let sound = try DamagedFile()
    try sound.write()
    let root = try #require(
      Int(
        RawDatabase(sound.path).column(
          "SELECT rootpage FROM sqlite_schema WHERE name = 'flags'")[0]))
    let page = (root - 1) * DamagedFile.pageSize
    let first = page + Int(sound.bytes[page + 8]) << 8 + Int(sound.bytes[page + 9])
    for place in [page + 3, page + 4, first, first + 1, first + 2, first + 3] {
      for bit in stride(from: 0, to: 8, by: FaultRun.isFull ? 1 : 3) {
        var file = try DamagedFile()
        file.flip(bit: place * 8 + bit)
        try file.write()
        let lost = try Self.salvage(file.folder)
        let kept = try RawDatabase(file.folder.file("new.db")).column("SELECT count(*) FROM flags")
        #expect(kept == ["20"] || !lost.isEmpty, "bit \(bit) of \(place - page)")
      }
    }
  }

  /// Flips one bit of each tree, and one that makes an entry unreadable.
  @Test(arguments: [("follows", "follows_by_followee"), ("likes", "likes_by_user")])
  func `no edge is lost or invented without a report`(table: String, index: String) throws {
    let rows = try DamagedFile.rows.get()[table]
    var generator = SeededGenerator(seed: 11)
    var told = 0
    let rounds = FaultRun.isFull ? 60 : 15
    for round in 0..<rounds {
      var file = try DamagedFile()
      for tree in [table, index] {
        let page = try #require(try file.leaves(of: tree).randomElement(using: &generator))
        let bits = (file.start(of: page) + 1_000) * 8..<(file.start(of: page) + 4_096) * 8
        file.flip(bit: Int.random(in: bits, using: &generator))
      }
      if round % 3 > 0 { try file.spoilEntry(of: round % 3 == 1 ? table : index) }
      try file.write()
      let lost = try Self.salvage(file.folder)
      let kept = try DamagedFile.contents(of: RawDatabase(file.folder.file("new.db")))[table]
      #expect(kept == rows || !lost.isEmpty, "round \(round)")
      told += kept == rows ? 0 : 1
    }
    #expect(told > rounds / 6)
  }

  @Test(arguments: [("follows", "follows_by_followee"), ("likes", "likes_by_user")])
  func `edges with NULL at their ends are reported`(table: String, index: String) throws {
    var file = try DamagedFile()
    for tree in [table, index] {
      for entry in try file.leaves(of: tree).flatMap({ file.entries(on: $0) }) {
        // The type of the first field becomes that of NULL.
        file.set(0, at: entry + 2)
      }
    }
    try file.write()
    #expect(try Self.salvage(file.folder) == [Finding(.lostPart(table: table))])
  }

  @Test func `a picture that a changed row may have shown is reported`() throws {
    let fixture = try Fixture("ana")
    try fixture.network.show(1, by: "ana")
    let ids = try fixture.raw().column("SELECT picture FROM posts").compactMap(Int64.init)
    try fixture.raw().run("UPDATE posts SET picture = NULL")
    #expect(
      try Self.salvage(fixture.folder)
        == [Finding(.changed(.post(1))), Finding(.lost(.picture(ids[0])))])
  }

  /// With a changed and an unchanged picture.
  @Test func `a changed picture without references is reported`() throws {
    let fixture = try Fixture("ana")
    try fixture.network.show(1, by: "ana")
    let ids = try fixture.raw().column("SELECT picture FROM posts").compactMap(Int64.init)
    try fixture.raw().run("UPDATE posts SET picture = NULL; UPDATE pictures SET width = width + 1")
    #expect(try Self.salvage(fixture.folder).contains(Finding(.lost(.picture(ids[0])))))
  }

  /// The other trees lost the post, these indexes hold no number, and another post was changed.
  @Test(arguments: ["posts_by_time", "posts_by_picture"])
  func `a post of which only the time is left is reported`(index: String) throws {
    var file = try DamagedFile()
    try file.write()
    let row = try RawDatabase(file.path).rows(
      "SELECT id, at FROM posts WHERE picture IS NOT NULL")[0]
    try file.run(
      """
      DELETE FROM likes WHERE post = \(row[0]); DELETE FROM flags WHERE post = \(row[0]);
      DELETE FROM posts WHERE id = \(row[0]);
      UPDATE posts SET text = 'changed' WHERE id = (SELECT min(id) FROM posts)
      """, behind: [index])
    try file.write()
    let post = Fault.Object.postOf(time: try #require(Int64(row[1])))
    #expect(try Self.salvage(file.folder).contains(Finding(.lost(post))))
  }

  @Test func `a user whose handle is invalid is reported`() throws {
    let fixture = try Fixture("ana", "bob")
    try fixture.raw().run("UPDATE users SET username = 'b*b' WHERE id = 2")
    #expect(try Self.salvage(fixture.folder) == [Finding(.lost(.user(2, handle: "b*b")))])
  }

  /// With a wrong checksum and with a forged one.
  @Test(arguments: ["", ", checksum = row_checksum(id, 'b*b', name, bio, avatar, created_at)"])
  func `a user with an invalid handle and none in the index is reported`(
    forgery: String
  ) throws {
    let fixture = try Fixture("ana", "bob")
    let raw = try fixture.raw()
    try raw.run(
      "UPDATE users SET username = 'b*b'\(forgery) WHERE id = 2; PRAGMA wal_checkpoint(TRUNCATE)")
    let roots = try raw.column(
      "SELECT rootpage FROM sqlite_schema WHERE name = 'sqlite_autoindex_users_1'")
    var bytes = try fixture.folder.bytes(of: "net.db")
    bytes[(try #require(Int(roots[0])) - 1) * 4_096] = 0
    let folder = try TemporaryFolder()
    try folder.write(bytes, to: "net.db")
    #expect(try Self.salvage(folder) == [Finding(.lostPart(table: "users"))])
  }

  /// Read marks have no checksum and no index.
  @Test func `read marks lost to a copied page are reported`() throws {
    let fixture = try Fixture((1...900).map { "user\($0)" })
    let raw = try fixture.raw()
    try raw.run(
      "INSERT INTO read_marks SELECT id, 1 << 40, 0 FROM users; PRAGMA wal_checkpoint(TRUNCATE)")
    let roots = try raw.column("SELECT rootpage FROM sqlite_schema WHERE name = 'read_marks'")
    var bytes = try fixture.folder.bytes(of: "net.db")
    let root = (try #require(Int(roots[0])) - 1) * 4_096
    let leaves = (0..<2).map { child in
      let cell = root + Int(bytes[root + 12 + 2 * child]) << 8 + Int(bytes[root + 13 + 2 * child])
      return (bytes[cell..<cell + 4].reduce(0) { $0 << 8 | Int($1) } - 1) * 4_096
    }
    try #require(bytes[root] == 5 && leaves.allSatisfy { bytes[$0] == 13 })
    bytes.replaceSubrange(leaves[1]..<leaves[1] + 4_096, with: bytes[leaves[0]..<leaves[0] + 4_096])
    let folder = try TemporaryFolder()
    try folder.write(bytes, to: "net.db")
    #expect(try Self.salvage(folder) == [Finding(.lostPart(table: "read_marks"))])
  }

  @Test(arguments: [
    "DELETE FROM counters WHERE name = 'posts'",
    "UPDATE counters SET value = 0 WHERE name = 'posts'",
  ])
  func `lost counters are reported`(change: String) throws {
    let fixture = try Fixture("ana")
    _ = try fixture.network.post("one", by: "ana")
    try fixture.raw().run(change)
    #expect(try Self.salvage(fixture.folder) == [Finding(.lostPart(table: "counters"))])
  }

  @Test func `a log deleted while a process used it is reported`() throws {
    let fixture = try Fixture("ana")
    _ = try fixture.network.post("one", by: "ana")
    unlink(fixture.folder.file("net.db-wal"))
    #expect(try Self.salvage(fixture.folder) == [Finding(.unread(.log))])
  }

  /// The log starts after a checkpoint and does not contain the first page.
  @Test func `a log of another file is reported, and the file itself is read`() throws {
    let fixture = try Fixture("ana")
    _ = try fixture.network.post("one", by: "ana")
    try fixture.raw().run("PRAGMA wal_checkpoint(TRUNCATE)")
    let other = try RawDatabase(fixture.folder.file("other.db"))
    try other.run(
      """
      PRAGMA journal_mode = WAL; CREATE TABLE t (x); INSERT INTO t VALUES (zeroblob(300000));
      PRAGMA wal_checkpoint(TRUNCATE); UPDATE t SET x = randomblob(300000);
      """)
    let folder = try TemporaryFolder()
    try folder.write(fixture.folder.bytes(of: "net.db"), to: "net.db")
    try folder.write(fixture.folder.bytes(of: "other.db-wal"), to: "net.db-wal")
    #expect(try Self.salvage(folder).contains(Finding(.unread(.log))))
    let posts = try RawDatabase(folder.file("new.db")).column("SELECT text FROM posts")
    #expect(posts == ["one"])
    withExtendedLifetime(other) {}
  }
}
