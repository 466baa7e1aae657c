import Foundation
import SQLite
import Testing

@Suite struct OpeningTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  /// Expects opening and creating `name` to fail and to change nothing.
  private func expectRefusal(
    of name: String, _ expected: DatabaseError, whenCreating: DatabaseError? = nil
  ) throws {
    let before = (names: try scratch.names, bytes: scratch.bytes(name))
    #expect(throws: expected) { try scratch.open(name) }
    #expect(throws: whenCreating ?? expected) { try scratch.create(name) }
    #expect(try scratch.names == before.names)
    #expect(scratch.bytes(name) == before.bytes)
  }

  @Test func `a missing file is missing`() throws {
    #expect(throws: DatabaseError.missing) { try scratch.open("nothing.db") }
    #expect(throws: DatabaseError.missing) { try scratch.open("no/folder/nothing.db") }
    #expect(try scratch.names == [])
  }

  @Test(arguments: [
    "", "a few words\n", String(repeating: "not a database ", count: 100),
    "\u{89}PNG\r\n\u{1A}\n" + String(repeating: "\0", count: 200), "SQLite format 3\0",
    "SQLite format 3\0" + String(repeating: "\0", count: 4_080),
  ])
  func `a file that is no database is foreign`(text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: scratch.path("x.db")))
    try expectRefusal(of: "x.db", .foreign)
  }

  @Test(arguments: ["DELETE", "WAL"])
  func `another program's database is foreign`(journal: String) throws {
    try scratch.alter("x.db", "PRAGMA journal_mode=\(journal); CREATE TABLE t(a)")
    try expectRefusal(of: "x.db", .foreign)
  }

  @Test func `a folder, a pipe and a device are no files`() throws {
    try FileManager.default.createDirectory(
      atPath: scratch.path("folder"), withIntermediateDirectories: false)
    mkfifo(scratch.path("pipe"), 0o600)
    symlink("/dev/zero", scratch.path("zero"))
    for name in ["folder", "pipe", "zero"] {
      #expect(throws: DatabaseError.notRegular) { try scratch.open(name) }
      #expect(throws: DatabaseError.notRegular) { try scratch.create(name) }
    }
    #expect(try scratch.names == ["folder", "pipe", "zero"])
  }

  @Test func `a link to nothing is not followed`() throws {
    symlink(scratch.path("target"), scratch.path("link"))
    #expect(throws: DatabaseError.missing) { try scratch.open("link") }
    #expect(throws: DatabaseError.cannotCreate(.impossible("it is a link to nothing"))) {
      try scratch.create("link")
    }
    #expect(try scratch.names == ["link"])
  }

  @Test(arguments: [
    "CREATE TRIGGER t AFTER INSERT ON birds BEGIN DELETE FROM eggs; END", "CREATE TABLE more(a)",
    "CREATE VIEW v AS SELECT 1", "ALTER TABLE birds ADD COLUMN extra TEXT",
    "CREATE INDEX more ON birds(name)", "DROP INDEX eggs_by_bird", "PRAGMA user_version=0",
    "CREATE VIRTUAL TABLE words USING fts5(word)",
  ])
  func `a file with another schema was tampered with`(change: String) throws {
    try scratch.create()
    try scratch.alter("birds.db", change)
    try expectRefusal(of: "birds.db", .tampered)
  }

  @Test(arguments: [true, false])
  func `a change that is still in the log is seen`(hasIndex: Bool) throws {
    try scratch.create("origin.db")
    let holder = try scratch.open("origin.db").reader()
    try scratch.alter("origin.db", "PRAGMA wal_autocheckpoint=0; CREATE TABLE more(a)")
    for end in hasIndex ? ["", "-wal", "-shm"] : ["", "-wal"] {
      try FileManager.default.copyItem(
        atPath: scratch.path("origin.db\(end)"), toPath: scratch.path("birds.db\(end)"))
    }
    withExtendedLifetime(holder) {}
    let log = scratch.bytes("birds.db-wal")
    try expectRefusal(of: "birds.db", .tampered)
    #expect(scratch.bytes("birds.db-wal") == log)
  }

  @Test func `a newer version is refused by its number`() throws {
    try scratch.create()
    try scratch.alter("birds.db", "PRAGMA user_version=7")
    try expectRefusal(of: "birds.db", .newer(version: 7))
  }

  @Test(arguments: [0, 3, 0xF4])
  func `a format version that SQLite does not write is damage`(form: UInt8) throws {
    try scratch.create()
    var bytes = try #require(scratch.bytes("birds.db"))
    bytes[18] = form
    try Data(bytes).write(to: URL(fileURLWithPath: scratch.path("birds.db")))
    try expectRefusal(of: "birds.db", .damaged)
  }

  @Test func `a schema that can't be read is damage`() throws {
    try scratch.create()
    let handle = try FileHandle(forUpdating: URL(fileURLWithPath: scratch.path("birds.db")))
    try handle.seek(toOffset: 100)
    try handle.write(contentsOf: Data(repeating: 0xAA, count: 400))
    try handle.close()
    try expectRefusal(of: "birds.db", .damaged)
  }

  /// Tests a first look during a checkpoint.
  ///
  /// A busy machine may mend the file too late, so there are several attempts.
  @Test func `a file that is whole at the second look is opened, however short the wait`() throws {
    try scratch.create()
    let path = scratch.path("birds.db")
    let file = open(path, O_RDWR)
    defer { close(file) }
    var start = [UInt8](repeating: 0, count: 500)
    #expect(pread(file, &start, 500, 0) == 500)
    let whole = start
    let isOpened = try (0..<20).contains { _ in
      pwrite(file, [UInt8](repeating: 0xAA, count: 400), 400, 100)
      let watch = inotify_init1(0)
      inotify_add_watch(watch, path, UInt32(IN_CLOSE_NOWRITE))
      let mending = DispatchGroup()
      DispatchQueue.global().async(group: mending) {
        var event = [UInt8](repeating: 0, count: 4_096)
        _ = read(watch, &event, event.count)
        pwrite(file, whole, whole.count, 0)
      }
      let identity = try Sample.identity()
      let found = try? DatabaseFile.open(path, as: identity, wait: .zero)
      mending.wait()
      close(watch)
      return found != nil
    }
    #expect(isOpened)
  }

  @Test func `what ANALYZE leaves is no tampering`() throws {
    try scratch.create()
    try scratch.alter("birds.db", "INSERT INTO birds(name) VALUES ('wren'); ANALYZE")
    #expect(try scratch.open().reader().birds == ["wren"])
  }

  @Test(arguments: [
    "file:x", ":memory:", "x?mode=memory", "100%41.db", "a b#c.db", "ü.db", "-x", "'",
  ])
  func `an odd name is only a name`(name: String) throws {
    try scratch.create(name).writer().add("wren")
    #expect(try scratch.names == [name, name + "-lock"].sorted())
    #expect(try scratch.open(name).reader().birds == ["wren"])
  }

  @Test func `a link to a database is the database`() throws {
    try scratch.create()
    symlink("birds.db", scratch.path("link.db"))
    let file = try scratch.open("link.db")
    try file.writer().add("wren")
    #expect(file.path == scratch.path("birds.db"))
    #expect(try scratch.names == ["birds.db", "birds.db-lock", "link.db"])
  }

  @Test func `a database with two names is used under neither`() throws {
    _ = try scratch.create("x.db")
    link(scratch.path("x.db"), scratch.path("y.db"))
    for name in ["x.db", "y.db"] {
      try expectRefusal(of: name, .unusable("it has another name, as 'ln' gives one"))
    }
    unlink(scratch.path("y.db"))
    _ = try scratch.open("x.db")
  }

  @Test func `a foreign file is foreign, whatever its names`() throws {
    try scratch.alter("x.db", "CREATE TABLE t(a)")
    link(scratch.path("x.db"), scratch.path("y.db"))
    try expectRefusal(of: "y.db", .foreign)
  }

  @Test func `a name that leaves no room for that of a log is no name`() throws {
    let longest = String(repeating: "x", count: 255 - "-migration".utf8.count)
    _ = try scratch.create(longest)
    _ = try scratch.open(longest)
    let before = try scratch.names
    let refusal = DatabaseError.cannotCreate(.impossible("the name is too long"))
    #expect(throws: refusal) { try scratch.create(longest + "x") }
    #expect(try scratch.names == before)
    rename(scratch.path(longest), scratch.path(longest + "x"))
    #expect(throws: DatabaseError.unusable("the name is too long")) {
      try scratch.open(longest + "x")
    }
  }

  @Test func `an older version is brought to the newest`() throws {
    try scratch.create().writer().add("wren")
    let file = try DatabaseFile.open(
      scratch.path("birds.db"), as: Sample.identity(versions: 2), wait: Sample.wait)
    #expect(throws: DatabaseError.older(version: 1)) { try file.reader() }
    try file.migrate()
    #expect(try file.reader().values("SELECT name FROM birds WHERE colour IS NULL") == ["wren"])
    #expect(throws: DatabaseError.newer(version: 2)) { try scratch.open() }
  }

  @Test func `a file that is put in place of the open one is not read`() throws {
    let file = try scratch.create()
    try scratch.create("other.db")
    rename(scratch.path("other.db"), scratch.path("birds.db"))
    #expect(throws: DatabaseError.moved(saved: .nothing)) { try file.reader() }
  }
}
