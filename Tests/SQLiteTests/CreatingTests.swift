import Dispatch
import Foundation
import SQLText
import SQLite
import Synchronization
import Testing

@Suite struct CreatingTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  @Test func `a new file is whole and alone`() throws {
    let file = try scratch.create()
    #expect(file.wasCreated)
    #expect(try scratch.names == ["birds.db"])
    let reader = try file.reader()
    for (pragma, value) in [
      ("PRAGMA application_id", 0x6269_7264), ("PRAGMA user_version", 1),
      ("PRAGMA page_size", 4_096), ("PRAGMA auto_vacuum", 2),
    ] as [(SQL, Int)] {
      #expect(try reader.value(pragma) == value)
    }
    #expect(try reader.value("PRAGMA journal_mode") == "wal")
  }

  @Test func `a file that is there already is opened`() throws {
    try scratch.create().writer().add("wren")
    let file = try scratch.create()
    #expect(!file.wasCreated)
    #expect(try file.reader().birds == ["wren"])
  }

  @Test func `a missing folder is reported`() throws {
    #expect(throws: DatabaseError.cannotCreate(.folderMissing)) {
      try scratch.create("no/birds.db")
    }
  }

  @Test func `the scratch folder of a killed process is removed, and none in use`() throws {
    for name in [".profilectl-scratch-killed", ".profilectl-scratch-atwork"] {
      mkdir(scratch.path(name), 0o700)
      for end in ["", "-journal", "-wal", "-shm"] {
        let path = scratch.path("\(name)/scratch.db\(end)")
        try Data("rest".utf8).write(to: URL(fileURLWithPath: path))
      }
    }
    let used = open(scratch.path(".profilectl-scratch-atwork"), O_RDONLY | O_DIRECTORY)
    defer { close(used) }
    #expect(flock(used, LOCK_EX | LOCK_NB) == 0)
    try scratch.create()
    #expect(try scratch.names == [".profilectl-scratch-atwork", "birds.db"])
    #expect(scratch.bytes(".profilectl-scratch-atwork/scratch.db") == Data("rest".utf8))
  }

  @Test func `what others made is left alone, and no link in it is followed`() throws {
    let precious = Data("precious".utf8)
    let names = [".profilectl-backup", ".profilectl-scratch-shared", ".profilectl-scratch-linked"]
    for name in names {
      mkdir(scratch.path(name), 0o700)
      try precious.write(to: URL(fileURLWithPath: scratch.path("\(name)/mine")))
    }
    chmod(scratch.path(".profilectl-scratch-shared"), 0o755)
    for name in names.prefix(2) {
      try precious.write(to: URL(fileURLWithPath: scratch.path("\(name)/scratch.db")))
    }
    mkdir(scratch.path(".profilectl-config"), 0o700)
    symlink(
      scratch.path(".profilectl-scratch-linked/mine"),
      scratch.path(".profilectl-scratch-linked/scratch.db"))
    symlink(scratch.path(".profilectl-backup"), scratch.path(".profilectl-scratch-folder"))
    try scratch.create()
    for name in names { #expect(scratch.bytes("\(name)/mine") == precious) }
    for name in names.prefix(2) { #expect(scratch.bytes("\(name)/scratch.db") == precious) }
    let left = names + [".profilectl-config", ".profilectl-scratch-folder", "birds.db"]
    #expect(try scratch.names == left.sorted())
  }

  @Test func `many who create at once agree on one file`() throws {
    let count = 16
    let created = Mutex(0)
    let errors = Mutex<[String]>([])
    let folder = scratch.folder
    DispatchQueue.concurrentPerform(iterations: count) { turn in
      do {
        let file = try DatabaseFile.create(
          folder + "/birds.db", as: Sample.identity(), wait: Sample.wait)
        if file.wasCreated { created.withLock { $0 += 1 } }
        try file.writer().add("bird \(turn)")
      } catch {
        errors.withLock { $0.append("\(error)") }
      }
    }
    #expect(errors.withLock { $0 } == [])
    #expect(created.withLock { $0 } == 1)
    #expect(try scratch.open().reader().birds.count == count)
    #expect(try scratch.names == ["birds.db", "birds.db-lock"])
  }
}
