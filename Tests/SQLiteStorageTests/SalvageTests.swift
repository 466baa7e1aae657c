import Foundation
import Model
import NetworkSupport
import Seeding
import Services
import Storage
import Support
import Synchronization
import Testing

@Suite struct SalvageTests {
  struct Harm: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The lowest percentage of rows of each table that survive.
    let kept: Int
    /// Whether the salvage reports a loss even if all rows survive.
    var isDoubtful = false
    let damage: @Sendable (inout DamagedFile) -> Void
  }

  static let harms = [
    Harm(testDescription: "none", kept: 100) { _ in },
    Harm(testDescription: "no header", kept: 100) { file in
      for offset in 0..<100 { file.flip(bit: offset * 8) }
    },
    Harm(testDescription: "another page size in the header", kept: 100) { file in
      file.flip(bit: 16 * 8)
    },
    Harm(testDescription: "a letter of the schema", kept: 100) { $0.flip(bit: 2_000 * 8) },
    Harm(testDescription: "a fifth cut off", kept: 0) { $0.cut(to: $0.bytes.count * 4 / 5 + 77) },
    Harm(testDescription: "cut at its end", kept: 90) { $0.cut(to: $0.bytes.count - 9_000) },
    Harm(testDescription: "pages exchanged", kept: 80) { $0.exchange(9, 40) },
    Harm(testDescription: "too many cells in every leaf", kept: 100, isDoubtful: true) { file in
      for page in 1..<file.bytes.count / 4_096 where file.bytes[page * 4_096] == 0x0D {
        file.flip(bit: (page * 4_096 + 3) * 8 + 7)
      }
    },
    Harm(testDescription: "a page of noise", kept: 70) { $0.overwrite(40, with: 0xA7) },
    Harm(testDescription: "a page of zeros", kept: 70) { $0.overwrite(31, with: 0) },
  ]

  @Test(arguments: harms)
  func `the new file is sound and holds most of the old rows and no others`(harm: Harm) throws {
    try expectSalvaged(harm)
  }

  /// Salvages a damaged file and checks the result; `spoil` changes it first, to test the check.
  func expectSalvaged(
    _ harm: Harm, spoiledBy spoil: (TemporaryFolder, inout [Finding]) throws -> Void = { _, _ in }
  ) throws {
    var file = try DamagedFile()
    harm.damage(&file)
    try file.write()
    let before = file.bytes
    let target = file.folder.file("new.db")
    var lost = try FileService.salvage(file.path, to: target, patience: .ofTests)
    try spoil(file.folder, &lost)
    let isAsBefore = try file.folder.bytes(of: "net.db") == before
    #expect(isAsBefore)
    #expect(try file.folder.names() == ["net.db", "new.db"])
    #expect(try Network.open(at: target, patience: .ofTests).file.examine(isDeep: true) == [])
    let raw = try RawDatabase(target)
    #expect(try raw.faultsOfSeeded() == [])
    let whole = try DamagedFile.rows.get()
    let found = try DamagedFile.contents(of: raw)
    var missing = 0
    for (table, rows) in whole {
      let kept = found[table, default: []].intersection(rows).count
      missing += rows.count - kept
      #expect(kept * 100 >= rows.count * harm.kept, "\(table): \(kept) of \(rows.count)")
    }
    #expect((missing == 0 && !harm.isDoubtful) == lost.isEmpty, "\(missing) missing, \(lost)")
  }

  @Test func `changes that are only in the log survive`() throws {
    let fixture = try Fixture("ana")
    _ = try fixture.network.post("in the log", by: "ana")
    let copy = try TemporaryFolder()
    // The files as after a crash.
    for name in ["net.db", "net.db-wal"] {
      try copy.write(fixture.folder.bytes(of: name), to: name)
    }
    let lost = try FileService.salvage(
      copy.file("net.db"), to: copy.file("new.db"), patience: .ofTests)
    #expect(lost == [])
    #expect(try RawDatabase(copy.file("new.db")).column("SELECT text FROM posts") == ["in the log"])
  }

  /// A reader keeps the checkpoint from truncating the file, so older pages follow its new end.
  @Test func `pages after the end recorded in the log are ignored`() throws {
    let fixture = try Fixture("ana")
    let text = String(repeating: "loaf ", count: 100)
    for number in 1...90 { _ = try fixture.network.post("\(text)\(number)", by: "ana") }
    try fixture.delete(1...30)
    let reader = try fixture.raw()
    try reader.run("PRAGMA wal_checkpoint; BEGIN; SELECT count(*) FROM posts")
    _ = try fixture.network.pictures.clearCache()
    try fixture.delete(61...90)
    let target = fixture.folder.file("new.db")
    #expect(try FileService.salvage(fixture.path, to: target, patience: .ofTests) == [])
    let posts = "SELECT id FROM posts"
    #expect(try RawDatabase(target).column(posts) == fixture.raw().column(posts))
    try reader.run("END")
  }

  @Test func `changes made while the salvage waits survive`() throws {
    let whole = try DamagedFile()
    var file = whole
    file.cut(to: whole.bytes.count / 2)
    try file.write()
    let (path, target) = (file.path, file.folder.file("new.db"))
    let lost = Mutex<[Finding]?>(nil)
    let done = DispatchGroup()
    let lock = DatabaseLock(of: path)
    done.enter()
    Thread.detachNewThread {
      defer { done.leave() }
      let findings = try? FileService.salvage(path, to: target, patience: .ofTests)
      lost.withLock { $0 = findings }
    }
    #expect(lock.waitUntilWanted())
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try handle.write(contentsOf: Data(whole.bytes))
    lock.release()
    done.wait()
    #expect(lost.withLock { $0 } == [])
  }

  @Test func `changes made during the salvage survive`() throws {
    let file = try DamagedFile()
    try file.write()
    let (path, target) = (file.path, file.folder.file("new.db"))
    let handles = try RawDatabase(path).column("SELECT username FROM users LIMIT 1")
    let author = try #require(handles.first)
    let isWritten = Mutex(false)
    let interrupts = Interrupts(isAsked: {
      let isFirst = isWritten.withLock { wasWritten in
        defer { wasWritten = true }
        return !wasWritten
      }
      if isFirst { _ = try? Network.open(at: path, patience: .ofTests).post("late", by: author) }
      return false
    })
    let lost = try FileService.salvage(
      path, to: target, patience: .ofTests, interrupts: interrupts)
    #expect(lost == [])
    let late = try RawDatabase(target).column("SELECT count(*) FROM posts WHERE text = 'late'")
    #expect(late == ["1"])
  }

  /// A lock file with other content is not opened, like that of another user.
  @Test func `a change during a salvage without a lock restarts the salvage`() throws {
    let file = try DamagedFile()
    try file.write()
    try file.folder.write("not a lock", to: "net.db-lock")
    let (path, target) = (file.path, file.folder.file("new.db"))
    let count = Mutex(0)
    let interrupts = Interrupts(isAsked: {
      let isHalfway = count.withLock { count in
        count += 1
        return count == 1_000
      }
      let change = """
        DELETE FROM mentions; DELETE FROM hashtags; DELETE FROM bookmarks; DELETE FROM gone_posts;
        DELETE FROM posts; DELETE FROM likes; DELETE FROM flags;
        DELETE FROM pictures WHERE id NOT IN (SELECT avatar FROM users WHERE avatar IS NOT NULL)
        """
      if isHalfway { try? RawDatabase(path).run(change) }
      return false
    })
    let lost = try FileService.salvage(
      path, to: target, patience: .ofTests, interrupts: interrupts)
    #expect(lost == [])
    #expect(try DamagedFile.contents(of: RawDatabase(target))["posts"] == [])
  }

  @Test func `a file that changes all the time during such a salvage is busy`() throws {
    let file = try DamagedFile()
    try file.write()
    try file.folder.write("not a lock", to: "net.db-lock")
    let path = file.path
    let count = Mutex(0)
    let interrupts = Interrupts(isAsked: {
      let second = count.withLock { count in
        count += 1
        return count
      }
      utimes(path, [timeval(tv_sec: second, tv_usec: 0), timeval(tv_sec: second, tv_usec: 0)])
      return false
    })
    #expect(throws: ServiceError.storage(.busy(seconds: 0))) {
      try FileService.salvage(
        path, to: file.folder.file("new.db"), patience: Patience(seconds: 0),
        interrupts: interrupts)
    }
    #expect(try file.folder.names() == ["net.db", "net.db-lock"])
  }

  /// SQLite calls the interrupt handler after a fixed number of steps.
  @Test func `twice the edges take twice the steps`() throws {
    let steps = try [3_000, 6_000].map { edges in
      let folder = try TemporaryFolder()
      let order = try SeedOrder(
        users: 200, posts: 200, follows: edges, likes: edges, shape: .scaleFree, seed: 1,
        from: SeedOrder.from, to: SeedOrder.to)
      try Network.create(at: folder.file("net.db"), patience: .ofTests).network.load(
        try SeedPlan(order) { _ in }.network
      ) { _ in }
      let count = Mutex(0)
      let interrupts = Interrupts(isAsked: {
        count.withLock { $0 += 1 }
        return false
      })
      let lost = try FileService.salvage(
        folder.file("net.db"), to: folder.file("new.db"), patience: .ofTests,
        interrupts: interrupts)
      #expect(lost == [])
      return count.withLock { $0 }
    }
    // A search among all edges for each edge would take 2.5 times as many steps.
    #expect(steps[1] * 10 < steps[0] * 22, "\(steps)")
  }

  @Test(arguments: [
    "PRAGMA user_version = 6", "CREATE TABLE notes (text); INSERT INTO notes VALUES ('mine')",
    "ALTER TABLE users ADD COLUMN mood TEXT DEFAULT 'calm'",
  ])
  func `unknown objects of the schema are reported as left out`(change: String) throws {
    let sample = try SampleCopy()
    try RawDatabase(sample.path).run(change)
    let target = sample.path + ".new"
    let lost = try FileService.salvage(sample.path, to: target, patience: .ofTests)
    #expect(lost == [Finding(.otherForm)])
    #expect(try Network.open(at: target, patience: .ofTests).file.examine(isDeep: true) == [])
  }

  @Test(arguments: [
    "UPDATE posts SET id = 9223372036854775806 WHERE id = 2",
    "UPDATE posts SET id = (1 << 53) - 1 WHERE id = 2",
    "UPDATE posts SET id = (1 << 53) - 2 WHERE id = 2",
    "UPDATE users SET id = (1 << 53) - 2 WHERE username = 'bob'",
    "UPDATE users SET id = 1 << 60 WHERE username = 'bob'",
    """
    INSERT INTO pictures VALUES (7, zeroblob(32), 1, 1, 9, 0, x'414243');
    UPDATE posts SET picture = 7 WHERE id = 1
    """,
  ])
  func `later writes to the new file work despite changed rows`(
    change: String
  ) throws {
    let folder: TemporaryFolder
    do {
      let fixture = try Fixture("ana", "bob")
      folder = fixture.folder
      for text in ["one", "two"] { _ = try fixture.network.post(text, by: "ana") }
    }
    try RawDatabase(folder.file("net.db")).run(change)
    let target = folder.file("new.db")
    #expect(
      try !FileService.salvage(folder.file("net.db"), to: target, patience: .ofTests).isEmpty)
    let network = try Network.open(at: target, patience: .ofTests)
    #expect(try network.file.examine(isDeep: true) == [])
    _ = try network.post("next", by: "ana")
  }

  @Test(arguments: [
    ("follows_by_followee", "UPDATE follows SET followee = 3"),
    ("likes_by_user", "UPDATE likes SET at = at + 1"),
  ])
  func `an edge changed in one of its two trees is reported`(
    index: String, change: String
  ) throws {
    let folder: TemporaryFolder
    do {
      let fixture = try Fixture("ana", "bob", "carl")
      folder = fixture.folder
      _ = try fixture.network.follow("ana", "bob")
      _ = try fixture.network.post("one", by: "ana")
      _ = try fixture.network.like("bob", 1)
    }
    try RawDatabase.run(change, on: folder.file("net.db"), behind: [index])
    let lost = try FileService.salvage(
      folder.file("net.db"), to: folder.file("new.db"), patience: .ofTests)
    #expect(lost.count == 2, "\(lost)")
    #expect(
      lost.allSatisfy { if case .oneSided = $0.fault { true } else { false } }, "\(lost)")
  }

  @Test(arguments: FaultRun.isFull ? [0, 1, 2, 3, 4, 5] : [0])
  func `a salvage survives 300 random bytes anywhere`(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<8 {
      var file = try DamagedFile()
      let start = Int.random(in: 0..<file.bytes.count - 300, using: &generator)
      for bit in 0..<2_400 where Bool.random(using: &generator) { file.flip(bit: start * 8 + bit) }
      try file.write()
      let target = file.folder.file("new.db")
      _ = try FileService.salvage(file.path, to: target, patience: .ofTests)
      #expect(try RawDatabase(target).faultsOfSeeded() == [], "seed \(seed), at \(start)")
    }
  }

  @Test func `a file without any of our rows is refused`() throws {
    let folder = try TemporaryFolder()
    try RawDatabase(folder.file("other.db")).run(
      "CREATE TABLE users (x); INSERT INTO users VALUES (1)")
    // This file has rows of the same form where our tables would begin.
    let many = (1...60).map {
      "CREATE TABLE t\($0) (id INTEGER PRIMARY KEY, x); INSERT INTO t\($0) VALUES (1, 5);"
    }
    try RawDatabase(folder.file("many.db")).run("PRAGMA auto_vacuum = 2; " + many.joined())
    let others = [folder.file("many.db"), folder.file("other.db")]
    for path in [try folder.write("Dear diary", to: "text")] + others {
      #expect(throws: ServiceError.storage(.file(.foreign))) {
        _ = try FileService.salvage(path, to: folder.file("new.db"), patience: .ofTests)
      }
    }
    #expect(try folder.names() == ["many.db", "other.db", "text"])
  }

  @Test(arguments: [4_096, 8_192])
  func `a file of ours without any readable row is lost`(length: Int) throws {
    let sample = try SampleCopy()
    truncate(sample.path, off_t(length))
    #expect(throws: ServiceError.storage(.file(.lost))) {
      _ = try FileService.salvage(
        sample.path, to: sample.folder.file("new.db"), patience: .ofTests)
    }
    #expect(try sample.folder.names() == ["sample.db"])
  }

  @Test func `an existing file is not overwritten`() throws {
    let file = try DamagedFile()
    try file.write()
    let taken = try file.folder.write("mine", to: "new.db")
    #expect(throws: ServiceError.storage(.target(path: taken, .exists))) {
      try FileService.salvage(file.path, to: taken, patience: .ofTests)
    }
    #expect(try file.folder.bytes(of: "new.db") == Array("mine".utf8))
  }
}

extension Fixture {
  /// Deletes posts of ana.
  fileprivate func delete(_ posts: ClosedRange<Int>) throws {
    let report = try network.posts.delete(posts.map(item), as: "ana", BulkMode())
    for outcome in report { _ = try outcome.get() }
  }
}
