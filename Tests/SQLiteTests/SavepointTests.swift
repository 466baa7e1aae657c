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
