import SQLite
import Testing

@Suite struct SavepointTests {
  struct Refusal: Error, Equatable {}
  private let connection: Connection

  init() throws {
    connection = try Connection.inMemory()
    try connection.run("CREATE TABLE birds(id INTEGER PRIMARY KEY, name TEXT) STRICT")
  }

  private func add(_ name: String) throws {
    try connection.run("INSERT INTO birds(name) VALUES (\(name))")
  }

  @Test func `a body that throws undoes its own part only`() throws {
    try connection.savepoint {
      try add("kept")
      #expect(throws: Refusal.self) {
        try connection.savepoint {
          try add("gone")
          throw Refusal()
        }
      }
      try add("kept too")
    }
    #expect(try connection.birds == ["kept", "kept too"])
    #expect(!connection.isInTransaction)
  }

  @Test func `the outer body undoes what the inner has kept`() throws {
    #expect(throws: Refusal.self) {
      try connection.savepoint {
        try connection.savepoint { try add("gone") }
        throw Refusal()
      }
    }
    #expect(try connection.birds == [])
  }

  @Test func `the first error wins when the whole transaction has ended`() throws {
    try connection.run("PRAGMA max_page_count=3")
    let error = #expect(throws: SQLiteError.self) {
      try connection.savepoint {
        try add("first")
        try connection.savepoint {
          for _ in 0..<1_000 { try add(String(repeating: "x", count: 1_000)) }
        }
      }
    }
    #expect(error?.code == .full)
    #expect(!connection.isInTransaction)
    #expect(try connection.birds == [])
  }

  @Test func `an error that is swallowed comes back when it ended the transaction`() throws {
    try connection.run("PRAGMA max_page_count=3")
    let error = #expect(throws: SQLiteError.self) {
      try connection.savepoint {
        try? add(String(repeating: "x", count: 100_000))
      }
    }
    #expect(error?.code == .full)
  }

  @Test func `deferred statements run at the end or on demand, in order`() throws {
    try connection.savepoint {
      try connection.runAtEnd("INSERT INTO birds(name) VALUES ('first')")
      try add("at once")
      #expect(try connection.birds == ["at once"])
      try connection.runDeferred()
      try connection.runAtEnd("INSERT INTO birds(name) VALUES ('last')")
      #expect(try connection.birds == ["at once", "first"])
    }
    #expect(try connection.birds == ["at once", "first", "last"])
    try connection.runAtEnd("INSERT INTO birds(name) VALUES ('in no transaction')")
    #expect(try connection.birds.count == 4)
  }

  @Test func `a deferred statement that ran in an undone savepoint runs again`() throws {
    try connection.savepoint {
      try connection.runAtEnd("INSERT INTO birds(name) VALUES ('kept')")
      #expect(throws: Refusal.self) {
        try connection.savepoint {
          try connection.runAtEnd("INSERT INTO birds(name) VALUES ('gone')")
          try connection.runDeferred()
          #expect(try connection.birds == ["kept", "gone"])
          throw Refusal()
        }
      }
      #expect(try connection.birds == [])
    }
    #expect(try connection.birds == ["kept"])
  }

  @Test(arguments: [0, 1, 2]) func `thousands that are postponed are all there`(depth: Int) throws {
    func within(_ depth: Int, _ body: () throws -> Void) throws {
      try connection.savepoint { try depth == 0 ? body() : within(depth - 1, body) }
    }
    try within(depth) {
      for number in 0..<2_500 {
        try? connection.savepoint {
          try connection.runAtEnd("INSERT INTO birds(name) VALUES (\(String(number)))")
          if number % 5 == 0 { throw Refusal() }
        }
      }
    }
    let kept = Set((0..<2_500).filter { $0 % 5 != 0 }.map(String.init))
    let birds = try connection.birds
    #expect(birds.count == kept.count && Set(birds) == kept)
  }

  @Test func `thousands of deferred statements survive a later rollback`() throws {
    try connection.savepoint {
      func postpone(_ count: Int) throws {
        for _ in 0..<count { try connection.runAtEnd("INSERT INTO birds(name) VALUES ('tit')") }
      }
      try postpone(600)
      #expect(throws: Refusal.self) {
        try connection.savepoint {
          try postpone(400)
          try connection.savepoint { try add("gone") }
          throw Refusal()
        }
      }
    }
    #expect(try connection.birds.count == 600)
  }

  /// SQLite calls the handler after a fixed number of steps, which repeated runs of a cached
  /// statement reach.
  @Test func `an interrupt leaves nothing open and nothing half done`() throws {
    var isAsked = false
    connection.stop { isAsked }
    try connection.savepoint {
      for number in 0..<5_000 {
        do {
          try connection.savepoint {
            try add("\(number)")
            try connection.runAtEnd("UPDATE birds SET name = name WHERE id = \(number)")
            isAsked = true
          }
        } catch {
          Issue.record("number \(number): \(error)")
          break
        }
        isAsked = false
      }
      isAsked = true
    }
    isAsked = false
    #expect(try connection.birds.count == 5_000)
    #expect(!connection.isInTransaction)
  }

  @Test func `a snapshot inside a snapshot joins it`() throws {
    let depth = try connection.snapshot {
      try connection.snapshot { connection.isInTransaction }
    }
    #expect(depth)
    #expect(!connection.isInTransaction)
  }

  @Test func `a snapshot whose body throws ends`() throws {
    #expect(throws: Refusal.self) { try connection.snapshot { throw Refusal() } }
    #expect(!connection.isInTransaction)
  }
}
