import Foundation
import Model
import NetworkSupport
import Services
import Support
import Testing

/// Tests logs truncated by a killed process or by damage.
extension SalvageTests {
  /// A file of sixty posts, with a log that deletes most, shortens the file and adds some.
  private static let logged = Result { () throws -> (file: [UInt8], log: [UInt8]) in
    let fixture = try Fixture("ana")
    for number in 1...60 { _ = try fixture.network.post("\(number) \(long)", by: "ana") }
    let reader = try RawDatabase(fixture.path)
    try reader.run("PRAGMA wal_checkpoint(TRUNCATE); BEGIN; SELECT * FROM users")
    let report = try fixture.network.posts.delete((1...55).map(item), as: "ana", BulkMode())
    for outcome in report { _ = try outcome.get() }
    _ = try fixture.network.pictures.clearCache()
    for number in 61...66 { _ = try fixture.network.post("\(number)", by: "ana") }
    return (try fixture.folder.bytes(of: "net.db"), try fixture.folder.bytes(of: "net.db-wal"))
  }

  private static let long = String(repeating: "x", count: 1_500)
  private static let frame = 4_120

  /// The salvaged rows of file and log.
  private static func salvage(
    _ file: [UInt8], _ log: [UInt8]
  ) throws -> (lost: [Finding], contents: [String: Set<[String]>]) {
    let folder = try TemporaryFolder()
    let path = try folder.write(file, to: "net.db")
    try folder.write(log, to: "net.db-wal")
    let target = folder.file("new.db")
    let lost = try FileService.salvage(path, to: target, patience: .ofTests)
    return (lost, try DamagedFile.contents(of: RawDatabase(target)))
  }

  /// The rows that SQLite reads from file and log.
  private static func read(_ file: [UInt8], _ log: [UInt8]) throws -> [String: Set<[String]>] {
    let folder = try TemporaryFolder()
    let path = try folder.write(file, to: "net.db")
    try folder.write(log, to: "net.db-wal")
    return try DamagedFile.contents(of: RawDatabase(path))
  }

  @Test func `an interrupted commit leaves earlier commits intact`() throws {
    let (file, log) = try Self.logged.get()
    let read = try Self.read(file, log)
    #expect(read["posts"]?.count == 11)
    // Three frames and the end of a commit with a wrong checksum.
    let salvaged = try Self.salvage(file, log + log.suffix(4 * Self.frame))
    #expect(salvaged.lost == [Finding(.unread(.log))])
    #expect(salvaged.contents == read)
  }

  /// A page of the file equals a frame after the last commit, which does not make it newer.
  @Test func `rows that a killed process deleted without a commit are kept`() throws {
    let fixture = try Fixture("ana", "bob")
    _ = try fixture.network.post("one", by: "ana")
    let reader = try RawDatabase(fixture.path)
    try reader.run("PRAGMA wal_checkpoint(TRUNCATE); BEGIN; SELECT * FROM users")
    _ = try fixture.network.like("bob", 1)
    let file = try fixture.folder.bytes(of: "net.db")
    let log = try fixture.folder.bytes(of: "net.db-wal")
    _ = try fixture.network.unlike("bob", 1)
    let killed = try fixture.folder.bytes(of: "net.db-wal")
    // The next writer overwrites the beginning of those frames.
    let folder = try TemporaryFolder()
    let next = try RawDatabase(folder.write(file, to: "net.db"))
    try folder.write(log, to: "net.db-wal")
    try next.run("INSERT INTO read_marks VALUES (2, 1, 0)")
    let written = try folder.bytes(of: "net.db-wal")
    try #require(written.starts(with: log) && written.count < killed.count)
    let found = written + killed.dropFirst(written.count)
    let salvaged = try Self.salvage(file, found)
    #expect(salvaged.lost == [Finding(.unread(.log))])
    #expect(try salvaged.contents == Self.read(file, found))
    #expect(salvaged.contents["likes"]?.count == 1)
    withExtendedLifetime(next) {}
  }

  @Test(arguments: [8, 12])
  func `a last commit without a valid time is reported`(
    place: Int
  ) throws {
    var (file, log) = try Self.logged.get()
    log[log.count - Self.frame + place] ^= 1
    let salvaged = try Self.salvage(file, log)
    #expect(salvaged.lost == [Finding(.unread(.log))])
    #expect(try salvaged.contents == Self.read(file, log))
  }

  @Test(arguments: [1, 100, 4_000, 4_121])
  func `a truncated commit was never acknowledged and is not reported`(length: Int) throws {
    let (file, log) = try Self.logged.get()
    let cut = Array(log.dropLast(length))
    let salvaged = try Self.salvage(file, cut)
    #expect(salvaged.lost == [])
    #expect(try salvaged.contents == Self.read(file, cut))
  }

  @Test(arguments: [10, 13, 17, 25, 32 + 24 + 100])
  func `a log that is unreadable from its start is reported`(place: Int) throws {
    var (file, log) = try Self.logged.get()
    log[place] ^= 4
    let salvaged = try Self.salvage(file, log)
    #expect(salvaged.lost == [Finding(.unread(.log))])
    #expect(try salvaged.contents == Self.read(file, []))
  }

  /// The file holds all commits of the log after a passive checkpoint, which leaves the log.
  @Test(arguments: [true, false])
  func `a log with a broken frame takes nothing from the file`(
    grows: Bool
  ) throws {
    let fixture = try Fixture("ana")
    let reader = try RawDatabase(fixture.path)
    try reader.run("BEGIN; SELECT * FROM users")
    for number in 1...200 {
      if grows {
        _ = try fixture.network.post("post \(number)", by: "ana")
      } else {
        let changes = ProfileChanges(bio: try Bio("bio \(number)"))
        _ = try fixture.network.users.edit(changes, as: "ana")
      }
    }
    try reader.run("COMMIT; PRAGMA wal_checkpoint")
    let file = try fixture.folder.bytes(of: "net.db")
    var log = try fixture.folder.bytes(of: "net.db-wal")
    log[32 + Self.frame * 20 + 100] ^= 1
    let salvaged = try Self.salvage(file, log)
    #expect(salvaged.lost == [Finding(.unread(.log))])
    #expect(try salvaged.contents == Self.read(file, []))
  }

  /// Damages each frame of the last two commits of a checkpointed log, and zeros a block.
  @Test func `a checkpointed log, damaged anywhere, takes nothing from the file`() throws {
    let fixture = try Fixture("ana")
    let reader = try RawDatabase(fixture.path)
    try reader.run("BEGIN; SELECT * FROM users")
    var lengths: [Int] = []
    for number in 1...12 {
      _ = try fixture.network.post("post \(number)", by: "ana")
      lengths.append(try fixture.folder.bytes(of: "net.db-wal").count)
    }
    try reader.run("COMMIT; PRAGMA wal_checkpoint")
    let file = try fixture.folder.bytes(of: "net.db")
    let log = try fixture.folder.bytes(of: "net.db-wal")
    let first = lengths[9]
    // Damage to the last frame alone can't be detected.
    let step = Self.frame * (FaultRun.isFull ? 1 : 5)
    for start in stride(from: first, to: log.count - Self.frame, by: step) {
      // Each number of a frame's header, and its content.
      for place in [3, 7, 11, 15, 19, 23, 100] {
        var damaged = log
        damaged[start + place] ^= 1
        let salvaged = try Self.salvage(file, damaged)
        #expect(salvaged.lost == [Finding(.unread(.log))])
        #expect(salvaged.contents["posts"]?.count == 12, "byte \(place) of the frame at \(start)")
      }
    }
    var zeroed = log
    for place in first..<first + 4_096 { zeroed[place + 2_000] = 0 }
    #expect(try Self.salvage(file, zeroed).contents["posts"]?.count == 12)
  }

  @Test func `a log without its header is reported`() throws {
    var (file, log) = try Self.logged.get()
    log.replaceSubrange(..<32, with: [UInt8](repeating: 0, count: 32))
    #expect(try Self.salvage(file, log).lost == [Finding(.unread(.log))])
  }

  @Test func `a log with a hole is read to its end at once`() throws {
    let (file, log) = try Self.logged.get()
    let folder = try TemporaryFolder()
    let path = try folder.write(file, to: "net.db")
    truncate(try folder.write(log, to: "net.db-wal"), 1 << 40)
    let lost = try FileService.salvage(path, to: folder.file("new.db"), patience: .ofTests)
    #expect(lost == [])
  }

  /// A file of one post whose like was removed, with an empty log that a reader keeps.
  private static func likedAndNot() throws -> (Fixture, reader: RawDatabase) {
    let fixture = try Fixture("ana", "bob")
    _ = try fixture.network.post("one", by: "ana")
    _ = try fixture.network.like("bob", 1)
    _ = try fixture.network.unlike("bob", 1)
    let reader = try RawDatabase(fixture.path)
    try reader.run("PRAGMA wal_checkpoint(TRUNCATE); BEGIN; SELECT * FROM users")
    return (fixture, reader)
  }

  /// An unlike makes the pages of a like equal to those in the file again.
  @Test(arguments: [1, 2, 4, 6, 8, 12, 16])
  func `after missing frames the newer frames of the log win over older pages of the file`(
    blocks: Int
  ) throws {
    let (fixture, reader) = try Self.likedAndNot()
    _ = try fixture.network.like("bob", 1)
    _ = try fixture.network.post("two", by: "ana")
    let end = try fixture.folder.bytes(of: "net.db-wal").count
    for _ in 1...8 {
      _ = try fixture.network.unlike("bob", 1)
      _ = try fixture.network.like("bob", 1)
    }
    _ = try fixture.network.unlike("bob", 1)
    let file = try fixture.folder.bytes(of: "net.db")
    var log = try fixture.folder.bytes(of: "net.db-wal")
    for place in end..<end + blocks * 4_096 { log[place] = 0 }
    let salvaged = try Self.salvage(file, log)
    #expect(salvaged.lost == [Finding(.unread(.log))])
    #expect(try salvaged.contents == Self.read(file, log))
    #expect(salvaged.contents["posts"]?.count == 2)
    withExtendedLifetime(reader) {}
  }

  /// The like and the unlike leave the other pages as they are in the file.
  @Test func `after a broken frame the newer frames of the log win over older pages of the file`()
    throws
  {
    let (fixture, reader) = try Self.likedAndNot()
    let writer = try RawDatabase(fixture.path)
    try writer.run("INSERT INTO read_marks VALUES (2, 1, 0), (1, 7, 0)")
    let end = try fixture.folder.bytes(of: "net.db-wal").count
    try writer.run("UPDATE read_marks SET at = 2 WHERE reader = 2")
    _ = try fixture.network.like("bob", 1)
    _ = try fixture.network.unlike("bob", 1)
    let file = try fixture.folder.bytes(of: "net.db")
    var log = try fixture.folder.bytes(of: "net.db-wal")
    log[end + 1_000] ^= 1
    let salvaged = try Self.salvage(file, log)
    #expect(salvaged.lost == [Finding(.unread(.log))])
    #expect(salvaged.contents["read_marks"]?.count == 2)
    #expect(try salvaged.contents == Self.read(file, log))
    withExtendedLifetime(reader) {}
  }

  /// The file with the pages of the log written to it, at its old length.
  private static func applied(_ log: [UInt8], to file: [UInt8]) -> [UInt8] {
    var file = file
    for frame in stride(from: 32, to: log.count, by: Self.frame) {
      let number = log[frame..<frame + 4].reduce(0) { $0 << 8 | Int($1) }
      let place = (number - 1) * 4_096
      guard place + 4_096 <= file.count else { continue }
      file.replaceSubrange(place..<place + 4_096, with: log[frame + 24..<frame + Self.frame])
    }
    return file
  }

  /// Every page of the file equals the log, and the pages after the log's end are older.
  @Test func `deleted rows don't return from a file that could not be truncated`() throws {
    let (old, log) = try Self.logged.get()
    let file = Self.applied(log, to: old)
    let salvaged = try Self.salvage(file, log + log.suffix(4 * Self.frame))
    #expect(salvaged.lost == [Finding(.unread(.log))])
    #expect(salvaged.contents["posts"]?.count == 11)
    #expect(try salvaged.contents == Self.read(old, log))
  }

  @Test func `a file shorter than a broken log is still newer`() throws {
    let fixture = try Fixture("ana")
    let reader = try RawDatabase(fixture.path)
    try reader.run("BEGIN; SELECT * FROM users")
    for number in 1...60 { _ = try fixture.network.post("\(number) \(Self.long)", by: "ana") }
    let grown = try fixture.folder.bytes(of: "net.db-wal").count
    let report = try fixture.network.posts.delete((1...55).map(item), as: "ana", BulkMode())
    for outcome in report { _ = try outcome.get() }
    _ = try fixture.network.pictures.clearCache()
    try reader.run("COMMIT; PRAGMA wal_checkpoint")
    let file = try fixture.folder.bytes(of: "net.db")
    var log = try fixture.folder.bytes(of: "net.db-wal")
    try #require(file.count < 60 * 4_096, "the file is not shorter")
    log[grown + 100] ^= 1
    let salvaged = try Self.salvage(file, log)
    #expect(salvaged.lost == [Finding(.unread(.log))])
    #expect(salvaged.contents["posts"]?.count == 5)
  }
}
