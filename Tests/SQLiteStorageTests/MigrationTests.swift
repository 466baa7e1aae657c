import Foundation
import Model
import NetworkSupport
import Services
import Storage
import Support
import Synchronization
import Testing

/// Tests the migration of the repository's sample file of version 1.
@Suite struct MigrationTests {
  let folder: TemporaryFolder
  var path: String { folder.file("old.db") }

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(MigrationTests.old(), to: "old.db")
  }

  private static func old() throws -> [UInt8] {
    let path = "\(Repository.path)/Tests/Fixtures/sample-version-1.db"
    return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  private func open() throws -> Network { try Network.open(at: path, patience: .ofTests) }

  @Test func `reads and dry runs refuse version 1 and leave it as it is`() throws {
    let older = ServiceError.storage(.file(.older(version: 1)))
    let network = try open()
    #expect(throws: older) { try network.users.count(nil, as: .nobody) }
    #expect(throws: older) {
      try network.follows.follow(
        [item("carol")], as: "bob", at: Moment(seconds: 1), BulkMode(isDryRun: true))
    }
    #expect(try folder.bytes(of: "old.db") == MigrationTests.old())
    #expect(try folder.names() == ["old.db"])
  }

  @Test func `a refused write leaves version 1 as it is`() throws {
    let network = try open()
    network.migratesToRead = true
    #expect(throws: ServiceError.self) { try network.post("words", by: "nobody") }
    #expect(throws: ServiceError.self) { try network.like("bob", 999_999) }
    #expect(throws: ServiceError.self) { try network.users.expectActor(.nobody) }
    #expect(try folder.bytes(of: "old.db") == MigrationTests.old())
    #expect(try folder.names().filter { $0.contains("migration") } == [])
    // A read of a command that writes migrates.
    #expect(try network.users.count(nil, as: .nobody) > 0)
    #expect(try RawDatabase(path).column("PRAGMA user_version") == ["4"])
  }

  @Test func `the first write migrates, and all that was there stays`() throws {
    let before = try RawDatabase(path).rows(
      "SELECT id, author, at, text, alt, like_count, checksum FROM posts ORDER BY id")
    let likes = try RawDatabase(path).rows("SELECT post, user, at FROM likes ORDER BY 1, 2")
    do {
      let network = try open()
      _ = try network.post("now", by: "bob", at: 9_000_000_000_000_000)
      #expect(try network.file.examine(isDeep: true) == [])
    }
    let raw = try RawDatabase(path)
    #expect(
      try raw.rows(
        """
        SELECT id, author, at, text, alt, like_count, checksum FROM posts WHERE text <> 'now'
        ORDER BY id
        """) == before)
    #expect(try raw.rows("SELECT post, liker, at FROM likes ORDER BY 1, 2") == likes)
    #expect(try raw.faults() == [])
    #expect(try !folder.names().contains { $0.contains("migration") })
  }

  @Test func `old mentions, hashtags and follows are found, and nothing old is new`() throws {
    let network = try open()
    try network.migrate()
    #expect(try network.notices.unseen(by: "bob").count() == 0)
    let kinds = Set(
      try all { try network.notices.page(for: "bob", NoticeService.allKinds, $0) }.map(\.kind))
    #expect(kinds == [.mention, .like, .follow])
    #expect(
      try network.posts.hashtags(PageRequest(limit: 3)).items.map(\.tag.spelling).contains("bridge")
    )
    let raw = try RawDatabase(path)
    #expect(
      try raw.rows(
        """
        SELECT count(*) FROM follows AS f JOIN users AS a ON a.id = follower
        JOIN users AS b ON b.id = followee WHERE f.at <> max(a.created_at, b.created_at)
        """) == [["0"]])
    _ = try network.post("hello @bob", by: "carol", at: 9_000_000_000_000_000)
    #expect(try network.notices.unseen(by: "bob").count() == 1)
  }

  @Test(arguments: ["old.db", "version-2.db"])
  func `no old post is new, except after a mark or with a time ahead`(name: String) throws {
    _ = try file(ofVersion: 2)
    let raw = try RawDatabase(folder.file(name))
    let users = try raw.column("SELECT username FROM users ORDER BY id")
    try raw.run(
      """
      INSERT INTO read_marks (user, at) SELECT 1, min(at) FROM posts;
      UPDATE posts SET at = 4102444800000000 WHERE at = (SELECT max(at) FROM posts)
      """)
    let network = try Network.open(at: folder.file(name), patience: .ofTests)
    try network.migrate()
    func new(at seconds: Int64) throws -> [Int] {
      try users.map {
        try network.timeline.unseenCount(
          by: .named(Handle(stored: $0)), now: Moment(seconds: seconds))
      }
    }
    let today = try new(at: 1_800_000_000)
    #expect(today[0] > 0 && today.dropFirst().allSatisfy { $0 == 0 })
    #expect(try new(at: 4_102_444_800).dropFirst().contains(1))
  }

  /// The next write removes the copy of a killed process.
  @Test func `a copy that a killed migration left is removed`() throws {
    try folder.write(MigrationTests.old(), to: "old.db-migration")
    try open().migrate()
    #expect(try !folder.names().contains("old.db-migration"))
    try folder.write([1, 2, 3], to: "old.db-migration")
    _ = try open().post("now", by: "bob", at: 9_000_000_000_000_000)
    #expect(try !folder.names().contains("old.db-migration"))
  }

  @Test func `two at once migrate once`() throws {
    let path = path
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      try? Network.open(at: path, patience: .ofTests).migrate()
    }
    #expect(try open().file.examine(isDeep: true) == [])
  }

  /// SQLite calls the handler after about a thousand steps, so the interrupts hit different places.
  @Test(arguments: [1, 3, 10, 30, 60, 100, 150, 250])
  func `a migration that is interrupted leaves the old file`(looks: Int) throws {
    let count = Mutex(0)
    let interrupts = Interrupts(isAsked: {
      count.withLock { count in
        count += 1
        return count > looks
      }
    })
    do {
      try Network.open(at: path, patience: .ofTests, interrupts: interrupts).migrate()
      return
    } catch {
      #expect(error == ServiceError.storage(.interrupted))
    }
    #expect(throws: ServiceError.storage(.file(.older(version: 1)))) {
      try open().users.count(nil, as: .nobody)
    }
    #expect(try !folder.names().contains { $0.contains("migration") })
    try open().migrate()
    #expect(try open().file.examine(isDeep: true) == [])
  }

  @Test func `version 2 gets a table of origins, and keeps its rows`() throws {
    let copy = try file(ofVersion: 2)
    let posts = "SELECT * FROM posts ORDER BY id"
    let before = try RawDatabase(copy).rows(posts)
    let network = try Network.open(at: copy, patience: .ofTests)
    #expect(throws: ServiceError.storage(.file(.older(version: 2)))) {
      try network.users.count(nil, as: .nobody)
    }
    try network.migrate()
    #expect(try network.file.examine(isDeep: true) == [])
    #expect(try RawDatabase(copy).rows(posts) == before)
    #expect(try RawDatabase(copy).column("SELECT count(*) FROM origins") == ["0"])
  }

  @Test func `version 3 gets the names that columns have on a server, and keeps its rows`() throws {
    let copy = try file(ofVersion: 3)
    let before = try rows(of: copy)
    let network = try Network.open(at: copy, patience: .ofTests)
    #expect(throws: ServiceError.storage(.file(.older(version: 3)))) {
      try network.users.count(nil, as: .nobody)
    }
    try network.migrate()
    #expect(try network.file.examine(isDeep: true) == [])
    #expect(try rows(of: copy) == before)
    let columns = try RawDatabase(copy).column(
      """
      SELECT t.name || '.' || c.name FROM sqlite_schema AS t, pragma_table_info(t.name) AS c
      WHERE c.name IN ('liker', 'mentioned', 'owner', 'reader', 'user') ORDER BY 1
      """)
    #expect(
      columns == [
        "bookmarks.reader", "likes.liker", "mentions.mentioned", "origins.owner",
        "read_marks.reader",
      ])
  }

  @Test(arguments: [2, 3]) func `an older version is salvaged whole`(version: Int) throws {
    let target = folder.file("new.db")
    let lost = try FileService.salvage(
      file(ofVersion: version), to: target, patience: .ofTests)
    #expect(lost == [])
    let network = try Network.open(at: target, patience: .ofTests)
    #expect(try network.file.examine(isDeep: true) == [])
  }

  /// A file without a schema has its trees where a new file of every version has them.
  @Test func `version 3 is salvaged without its schema`() throws {
    let copy = try file(ofVersion: 3)
    let before = try rows(of: copy)
    let bytes = try folder.bytes(of: "version-3.db")
    try folder.write([UInt8](repeating: 0, count: 4_096) + bytes[4_096...], to: "version-3.db")
    let target = folder.file("new.db")
    _ = try FileService.salvage(copy, to: target, patience: .ofTests)
    #expect(try rows(of: target) == before)
  }

  /// The rows of the tables whose columns version 4 renames.
  private func rows(of path: String) throws -> [[[String]]] {
    try ["likes", "bookmarks", "mentions", "read_marks", "origins"].map {
      try RawDatabase(path).rows("SELECT * FROM \($0)")
    }
  }

  private func file(ofVersion version: Int) throws -> String {
    let name = "version-\(version).db"
    let path = "\(Repository.path)/Tests/Fixtures/\(name)"
    return try folder.write(Array(try Data(contentsOf: URL(fileURLWithPath: path))), to: name)
  }

  @Test func `version 1 is salvaged with its conversations`() throws {
    let target = folder.file("new.db")
    let lost = try FileService.salvage(path, to: target, patience: .ofTests)
    #expect(lost == [])
    let network = try Network.open(at: target, patience: .ofTests)
    #expect(try network.file.examine(isDeep: true) == [])
    #expect(try network.notices.count(for: "bob") > 100)
    #expect(try network.timeline.unseenCount(by: "bob", now: Moment(seconds: 1_800_000_000)) == 0)
  }
}
