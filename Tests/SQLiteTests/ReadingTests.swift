import Foundation
import SQLite
import Testing

@Suite struct ReadingTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try scratch.create().writer().add("wren")
    unlink(scratch.path("birds.db-lock"))
  }

  @Test(arguments: ["DELETE", "WAL"])
  func `a reader leaves no files`(journal: String) throws {
    try scratch.alter("birds.db", "PRAGMA journal_mode=\(journal)")
    let before = scratch.bytes("birds.db")
    do {
      let reader = try scratch.open().reader()
      #expect(try reader.birds == ["wren"])
    }
    #expect(try scratch.names == ["birds.db"])
    #expect(scratch.bytes("birds.db") == before)
  }

  @Test func `a reader can't write`() throws {
    let reader = try scratch.open().reader()
    let error = #expect(throws: SQLiteError.self) { try reader.run("DELETE FROM birds") }
    #expect(error?.code.primary == .readOnly)
  }

  @Test func `a snapshot does not see what came later`() throws {
    let file = try scratch.open()
    let reader = try file.reader()
    let writer = try file.writer()
    let seen = try reader.snapshot {
      let first = try reader.birds
      try writer.add("owl")
      return [first, try reader.birds]
    }
    #expect(seen == [["wren"], ["wren"]])
    #expect(try reader.birds == ["wren", "owl"])
  }

  @Test func `the data version changes with commits of other connections`() throws {
    let file = try scratch.open()
    let reader = try file.reader()
    let before = try reader.dataVersion
    #expect(try reader.dataVersion == before)
    try file.writer().add("owl")
    #expect(try reader.dataVersion != before)
  }

  @Test func `the last reader brings a log into the file`() throws {
    let file = try scratch.open()
    var reader: Connection? = try file.reader()
    _ = try reader?.birds
    let writer = try file.writer()
    try writer.add("owl")
    try scratch.copyAsAfterCrash("birds.db", to: "crashed.db")
    reader = nil
    do {
      let reader = try scratch.open("crashed.db").reader()
      #expect(try reader.birds == ["wren", "owl"])
    }
    #expect(scratch.mode("crashed.db-wal") == nil)
    #expect(try scratch.open("crashed.db").reader().birds == ["wren", "owl"])
  }

  @Test func `the last reader leaves the log to a writer who holds the lock`() throws {
    let file = try scratch.open()
    let writer = try file.writer()
    try writer.add("owl")
    try scratch.copyAsAfterCrash("birds.db", to: "crashed.db")
    let descriptor = Glibc.open(scratch.path("crashed.db-lock"), O_RDWR)
    defer { close(descriptor) }
    #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
    do {
      let reader = try scratch.open("crashed.db").reader()
      #expect(try reader.birds == ["wren", "owl"])
    }
    #expect(scratch.bytes("crashed.db-wal")?.isEmpty == false)
  }

  @Test(.enabled(if: geteuid() != 0, "root may write anywhere"), arguments: ["DELETE", "WAL"])
  func `a read-only folder is read without a trace`(journal: String) throws {
    try scratch.alter("birds.db", "PRAGMA journal_mode=\(journal)")
    chmod(scratch.folder, 0o500)
    let file = try scratch.open()
    #expect(try file.reader().birds == ["wren"])
    #expect(throws: DatabaseError.notPermitted) { try file.writer() }
    #expect(try scratch.names == ["birds.db"])
  }

  @Test(.enabled(if: geteuid() != 0, "root may write anywhere"))
  func `a read-only file is read without a trace`() throws {
    chmod(scratch.path("birds.db"), 0o400)
    #expect(try scratch.open().reader().birds == ["wren"])
    #expect(try scratch.names == ["birds.db"])
  }
}

extension Scratch {
  /// Copies the file and its log as a crash of every process would leave them.
  func copyAsAfterCrash(_ name: String, to copy: String) throws {
    for end in ["", "-wal", "-shm", "-lock"] where bytes(name + end) != nil {
      try FileManager.default.copyItem(atPath: path(name + end), toPath: path(copy + end))
    }
  }
}
