import Foundation
import SQLite
import Testing

@Suite struct WritingTests {
  struct Refusal: Error, Equatable {}
  private let scratch: Scratch
  private let file: DatabaseFile
  private let writer: DatabaseWriter

  init() throws {
    scratch = try Scratch()
    file = try scratch.create()
    writer = try file.writer()
  }

  private var birds: [String] {
    get throws { try file.reader().birds }
  }

  @Test func `other connections read a commit`() throws {
    try writer.add("wren")
    try writer.add("owl")
    #expect(try birds == ["wren", "owl"])
  }

  @Test func `a body that throws has changed nothing`() throws {
    #expect(throws: Refusal.self) {
      try writer.transaction(wait: Sample.wait) { connection in
        try connection.run("INSERT INTO birds(name) VALUES ('wren')")
        throw Refusal()
      }
    }
    #expect(try birds == [])
  }

  @Test func `a constraint that is checked at the end undoes everything`() throws {
    let error = #expect(throws: SQLiteError.self) {
      try writer.transaction(wait: Sample.wait) { try $0.run("INSERT INTO eggs VALUES (99)") }
    }
    #expect(error?.code == .foreignKeyFailed)
    try writer.add("wren")
    #expect(try birds == ["wren"])
  }

  @Test func `a full file ends the transaction with nothing saved`() throws {
    try writer.add("wren")
    #expect(throws: DatabaseError.diskFull(saved: .nothing)) {
      try writer.transaction(wait: Sample.wait) { connection in
        try connection.run("PRAGMA max_page_count=1")
        try? connection.savepoint {
          try connection.run(
            "INSERT INTO birds(name) VALUES (\(String(repeating: "x", count: 99_999)))")
        }
      }
    }
    try writer.transaction(wait: Sample.wait) { connection in
      try connection.run("PRAGMA max_page_count=1000000")
      try connection.run("INSERT INTO birds(name) VALUES ('owl')")
    }
    #expect(try birds == ["wren", "owl"])
  }

  @Test func `nothing runs outside the transaction that a full file has ended`() throws {
    try writer.add("wren")
    #expect(throws: DatabaseError.diskFull(saved: .nothing)) {
      try writer.transaction(wait: Sample.wait) { connection in
        try connection.run("PRAGMA max_page_count=1")
        let long = String(repeating: "x", count: 99_999)
        try? connection.savepoint { try connection.run("INSERT INTO birds(name) VALUES (\(long))") }
        let error = #expect(throws: SQLiteError.self) {
          try connection.savepoint { try connection.run("DELETE FROM birds") }
        }
        #expect(error?.code == .full)
      }
    }
    #expect(try birds == ["wren"])
  }

  @Test func `a long answer that is stopped ends the transaction with nothing saved`() throws {
    #expect(throws: DatabaseError.interrupted) {
      try writer.transaction(wait: Sample.wait) { connection in
        try connection.run("INSERT INTO birds(name) VALUES ('wren')")
        connection.stop { true }
        try? connection.run(
          """
          WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT 1000000)
          INSERT INTO birds(name) SELECT x FROM c
          """)
        connection.stop(when: nil)
      }
    }
    try writer.add("owl")
    #expect(try birds == ["owl"])
  }

  @Test(arguments: [true, false])
  func `a file that is moved away swallows no change`(isReplaced: Bool) throws {
    try writer.add("wren")
    let moved = scratch.path("moved.db")
    #expect(throws: DatabaseError.moved(saved: .nothing)) {
      try writer.transaction(wait: Sample.wait) { connection in
        try connection.run("INSERT INTO birds(name) VALUES ('owl')")
        rename(file.path, moved)
        if isReplaced {
          try scratch.create("other.db")
          rename(scratch.path("other.db"), file.path)
        }
      }
    }
    rename(moved, file.path)
    #expect(try birds == ["wren"])
  }

  @Test func `a deleted log is noticed and not brought back`() throws {
    try writer.add("wren")
    try file.requireInPlace()
    unlink(scratch.path("birds.db-wal"))
    #expect(throws: DatabaseError.moved(saved: .nothing)) { try file.requireInPlace() }
    // A new connection would share the index of the deleted log.
    #expect(throws: DatabaseError.moved(saved: .nothing)) { try file.reader() }
    #expect(throws: DatabaseError.moved(saved: .nothing)) { try writer.add("owl") }
    #expect(try copiedBirds == [])
    try writer.add("tit")
    #expect(try birds == ["tit"])
  }

  /// The change can't be refused any more, and only the deleted log has it.
  @Test func `a change is not known to be saved when its log is deleted during the commit`() throws
  {
    try writer.add("wren")
    writer.aroundCommit = { commit in
      for ending in ["-wal", "-shm"] { unlink(scratch.path("birds.db\(ending)")) }
      commit()
    }
    #expect(throws: DatabaseError.moved(saved: .unknown)) { try writer.add("owl") }
    #expect(try copiedBirds == [])
  }

  /// The birds in the file alone, as after a crash.
  private var copiedBirds: [String] {
    get throws {
      try FileManager.default.copyItem(atPath: file.path, toPath: scratch.path("copy.db"))
      return try scratch.open("copy.db").reader().birds
    }
  }

  /// Another process may have opened the log with another index and overwritten the change.
  @Test
  func `a change is not known to be saved when the index is deleted during the commit`() throws {
    try writer.add("wren")
    writer.aroundCommit = { commit in
      unlink(scratch.path("birds.db-shm"))
      commit()
    }
    #expect(throws: DatabaseError.moved(saved: .unknown)) { try writer.add("owl") }
    writer.aroundCommit = { commit in commit() }
    try writer.add("tit")
    #expect(try birds == ["wren", "owl", "tit"])
  }

  @Test(arguments: [true, false])
  func `a log that another took the place of swallows no change`(isMeanwhile: Bool) throws {
    try writer.add("wren")
    func exchange() {
      unlink(scratch.path("birds.db-wal"))
      close(creat(scratch.path("birds.db-wal"), 0o600))
    }
    if !isMeanwhile { exchange() }
    #expect(throws: DatabaseError.moved(saved: .nothing)) {
      try writer.transaction(wait: Sample.wait) { connection in
        try connection.run("INSERT INTO birds(name) VALUES ('owl')")
        exchange()
      }
    }
    writer.close()
    #expect(try birds.contains("owl") == false)
  }

  @Test func `a schema that changes under the writer is noticed`() throws {
    try writer.add("wren")
    try scratch.alter(
      "birds.db", "CREATE TRIGGER t AFTER INSERT ON birds BEGIN DELETE FROM birds; END")
    #expect(throws: DatabaseError.tampered) { try writer.add("owl") }
    try scratch.alter("birds.db", "DROP TRIGGER t")
    try writer.add("owl")
    #expect(try birds == ["wren", "owl"])
  }

  @Test func `a version that rises under the writer is noticed`() throws {
    try writer.add("wren")
    try scratch.alter("birds.db", "PRAGMA user_version=2")
    #expect(throws: DatabaseError.newer(version: 2)) { try writer.add("owl") }
  }

  @Test func `closing leaves no log`() throws {
    try writer.add("wren")
    #expect(scratch.mode("birds.db-wal") != nil)
    writer.close()
    #expect(try scratch.names == ["birds.db", "birds.db-lock"])
    #expect(try birds == ["wren"])
  }

  @Test func `a long log is brought into the file`() throws {
    for turn in 0..<3 {
      try writer.transaction(wait: Sample.wait) { connection in
        for bird in 0..<1_200 {
          try connection.run(
            "INSERT INTO birds(name) VALUES (\("\(turn) \(bird) \(String(repeating: "x", count: 4_000))"))"
          )
        }
      }
    }
    let size = try #require(scratch.bytes("birds.db-wal")).count
    #expect(size < 2 * 4 * 1_200 * 4_200)
    #expect(try birds.count == 3_600)
  }

  @Test func `the commit runs inside the shield`() throws {
    var steps: [String] = []
    writer.aroundCommit = { commit in
      steps.append("before")
      commit()
      steps.append("after")
    }
    try writer.transaction(wait: Sample.wait) { connection in
      steps.append("body")
      try connection.run("INSERT INTO birds(name) VALUES ('wren')")
    }
    #expect(steps == ["body", "before", "after"])
  }

  @Test func `a file in rollback mode is written with a log from then on`() throws {
    try scratch.alter("birds.db", "PRAGMA journal_mode=DELETE")
    let writer = try scratch.open().writer()
    try writer.add("wren")
    let mode: String? = try writer.transaction(wait: Sample.wait) { connection in
      try connection.value("PRAGMA journal_mode")
    }
    #expect(mode == "wal")
  }

  @Test func `a change that is refused leaves a file in rollback mode as it was`() throws {
    try scratch.alter("birds.db", "PRAGMA journal_mode=DELETE")
    let before = scratch.bytes("birds.db")
    let writer = try scratch.open().writer()
    struct Refused: Error {}
    #expect(throws: Refused.self) {
      try writer.transaction(wait: Sample.wait) { connection in
        try connection.run("INSERT INTO birds(name) VALUES ('wren')")
        throw Refused()
      }
    }
    writer.close()
    #expect(scratch.bytes("birds.db") == before)
  }
}
