internal import CSQLite

/// Running statements and reading their rows.
extension Connection {
  /// Runs the statement to its end; rows it may give are passed over.
  package func run(_ sql: SQL) throws(SQLiteError) {
    let statement = try start(sql)
    defer { statement.rewind() }
    while try advance(statement) {}
  }

  /// How much of the file stays in memory.
  package enum Cache {
    /// What SQLite takes by itself, and the quickest for whoever asks once: memory that is used
    /// again costs less than new memory.
    case small
    /// For whoever asks again: a page of the timeline of somebody who follows a thousand touches
    /// six hundred pages of the file.
    case usual
    /// For indexes that are made anew, or held against their tables.
    case large
  }

  package func keep(_ cache: Cache) throws(SQLiteError) {
    switch cache {
    case .small: try run("PRAGMA cache_size = -2000")
    case .usual: try run("PRAGMA cache_size = -16384")
    case .large: try run("PRAGMA cache_size = -32768")
    }
  }

  /// Rows inserted, updated or deleted by the last such statement.
  package var changes: Int { Int(unsafe sqlite3_changes64(handle)) }

  /// The first row, decoded; nil when there is none.
  package func first<T>(_ sql: SQL, _ decode: (borrowing Row) throws -> T) throws -> T? {
    let statement = try start(sql)
    defer { statement.rewind() }
    guard try advance(statement) else { return nil }
    return try statement.withRow(decode)
  }

  /// All rows, decoded, in the order of the statement.
  package func all<T>(_ sql: SQL, _ decode: (borrowing Row) throws -> T) throws -> [T] {
    var values: [T] = []
    try each(sql) { values.append(try decode($0)) }
    return values
  }

  /// Each row as it comes; those before an error were given.
  package func each(_ sql: SQL, _ body: (borrowing Row) throws -> Void) throws {
    let statement = try start(sql)
    defer { statement.rewind() }
    while try advance(statement) { try statement.withRow(body) }
  }

  /// Throws if the disk has refused anything since the connection was opened.
  package func checkDisk() throws(SQLiteError) {
    guard let error = unsafe SQLiteError(failedOn: handle) else { return }
    hasFailed = true
    throw error
  }

  /// Runs the statements one after the other and stops at the first that fails.
  package func script(_ statements: [SQL]) throws(SQLiteError) {
    for statement in statements { try run(statement) }
  }

  /// Runs `body` while the tables that virtual tables keep their content in may be written,
  /// <https://www.sqlite.org/vtab.html#xshadowname>.
  package func writingShadows(_ body: () throws -> Void) throws {
    unsafe csqlite_dbconfig(handle, SQLITE_DBCONFIG_DEFENSIVE, 0)
    defer { unsafe csqlite_dbconfig(handle, SQLITE_DBCONFIG_DEFENSIVE, 1) }
    try body()
  }

  /// Runs `body` while rows may be changed that an index has no entry for; without this such a row
  /// counts as damage, <https://www.sqlite.org/opcode.html#IdxDelete>.
  package func passingOverLostEntries(_ body: () throws -> Void) throws {
    unsafe csqlite_dbconfig(handle, SQLITE_DBCONFIG_DEFENSIVE, 0)
    unsafe csqlite_dbconfig(handle, SQLITE_DBCONFIG_WRITABLE_SCHEMA, 1)
    defer {
      unsafe csqlite_dbconfig(handle, SQLITE_DBCONFIG_WRITABLE_SCHEMA, 0)
      unsafe csqlite_dbconfig(handle, SQLITE_DBCONFIG_DEFENSIVE, 1)
    }
    try body()
  }

  /// Runs `body` while nobody looks whether what it deletes is referred to; it has to know by
  /// itself.
  ///
  /// Unlike `PRAGMA foreign_keys` this has its effect within a transaction, too.
  package func withoutReferences(_ body: () throws -> Void) throws {
    unsafe csqlite_dbconfig(handle, SQLITE_DBCONFIG_ENABLE_FKEY, 0)
    defer { unsafe csqlite_dbconfig(handle, SQLITE_DBCONFIG_ENABLE_FKEY, 1) }
    try body()
  }

  /// The single integer of a statement, 0 when there is none.
  func number(_ sql: SQL) throws(SQLiteError) -> Int64 {
    let statement = try start(sql)
    defer { statement.rewind() }
    guard try advance(statement) else { return 0 }
    return statement.withRow { $0.int64(0) }
  }

  /// Changes whenever another connection has committed; only differences mean anything.
  package var dataVersion: Int64 {
    get throws(SQLiteError) { try number("PRAGMA data_version") }
  }

  /// The lines of `EXPLAIN QUERY PLAN`, in order, each with how deep it lies in their tree.
  package func queryPlan(of sql: SQL) throws -> [(line: String, depth: Int)] {
    var depths: [Int: Int] = [:]
    return try all("EXPLAIN QUERY PLAN \(sql)") { row in
      let depth = depths[row.int(1)].map { $0 + 1 } ?? 0
      depths[row.int(0)] = depth
      return (row.text(3), depth)
    }
  }
}
