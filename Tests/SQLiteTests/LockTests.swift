import Dispatch
import Foundation
import SQLite
import Testing

@Suite struct LockTests {
  private let scratch: Scratch
  private let file: DatabaseFile

  init() throws {
    scratch = try Scratch()
    file = try scratch.create()
  }

  @Test func `everything is for its owner only`() throws {
    let writer = try file.writer()
    try writer.add("wren")
    let modes = ["birds.db", "birds.db-wal", "birds.db-shm", "birds.db-lock"].map {
      scratch.mode($0)
    }
    #expect(modes == [0o600, 0o600, 0o600, 0o600])
  }

  @Test(arguments: ["symbolic", "hard"])
  func `a link planted as the lock is not followed`(kind: String) throws {
    let victim = scratch.path("victim")
    let expected = DatabaseError.badSideFile(
      path: scratch.path("birds.db-lock"), kind == "hard" ? .foreign : .link)
    try Data().write(to: URL(fileURLWithPath: victim))
    if kind == "hard" {
      link(victim, scratch.path("birds.db-lock"))
    } else {
      symlink(victim, scratch.path("birds.db-lock"))
    }
    #expect(throws: expected) { try file.writer().add("wren") }
    #expect(scratch.bytes("victim") == Data())
    #expect(try file.reader().birds == [])
  }

  @Test func `a timeout reports how many seconds the wait was`() throws {
    try file.writer().add("wren")
    let descriptor = open(scratch.path("birds.db-lock"), O_RDWR)
    defer { close(descriptor) }
    flock(descriptor, LOCK_EX)
    let writer = try file.writer()
    #expect(throws: DatabaseError.busy(seconds: 1)) {
      try writer.transaction(wait: .milliseconds(30)) { _ in }
    }
    flock(descriptor, LOCK_UN)
    try writer.add("owl")
    #expect(try file.reader().birds == ["wren", "owl"])
  }

  @Test func `a wait for the lock can be stopped`() throws {
    try file.writer().add("wren")
    let descriptor = open(scratch.path("birds.db-lock"), O_RDWR)
    defer { close(descriptor) }
    flock(descriptor, LOCK_EX)
    let writer = try file.writer()
    var asked = 0
    writer.shouldStop = {
      asked += 1
      return asked > 1
    }
    #expect(throws: DatabaseError.interrupted) {
      try writer.transaction(wait: Sample.wait) { _ in }
    }
  }

  @Test func `a lock file that was removed is made again`() throws {
    let writer = try file.writer()
    try writer.add("wren")
    unlink(scratch.path("birds.db-lock"))
    try writer.add("owl")
    #expect(scratch.mode("birds.db-lock") == 0o600)
  }

  @Test func `writers at once lose nothing`() throws {
    let errors = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 8) { [file] writer in
      do {
        let connection = try file.writer()
        for turn in 0..<25 { try connection.add("\(writer) \(turn)") }
      } catch {
        errors.withLock { $0.append("\(error)") }
      }
    }
    #expect(errors.withLock { $0 } == [])
    #expect(try file.reader().birds.count == 200)
    #expect(try scratch.names == ["birds.db", "birds.db-lock"])
  }

  @Test func `a watch reports each commit and nothing else`() throws {
    let writer = try file.writer()
    let watch = try file.watch()
    #expect(!watch.drain())
    try writer.add("wren")
    #expect(watch.drain())
    #expect(!watch.drain())
    let refusal = #expect(throws: SQLiteError.self) { try writer.add("wren") }
    #expect(refusal?.code.primary == .constraint)
    #expect(!watch.drain())
  }

  @Test func `a watch goes on where the lock is removed`() throws {
    let watch = try file.watch()
    for name in ["wren", "owl"] {
      unlink(file.path + "-lock")
      #expect(watch.drain())
      #expect(!watch.drain())
      try file.writer().add(name)
      #expect(watch.drain())
    }
  }
}
