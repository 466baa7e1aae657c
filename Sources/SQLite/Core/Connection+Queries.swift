internal import CSQLite
package import SQLText

/// Runs statements and reads their rows.
extension Connection {
  /// Runs the statement to its end and ignores its rows.
  package func run(_ sql: SQL) throws(SQLiteError) {
    let statement = try start(sql)
    defer { statement.rewind() }
    while try advance(statement) {}
  }

  /// Runs the statements in order and stops at the first that fails.
  package func script(_ statements: [SQL]) throws(SQLiteError) {
    for statement in statements { try run(statement) }
  }

  /// The first row, decoded; nil without one.
  package func first<T>(_ sql: SQL, _ decode: (borrowing Row) throws -> T) throws -> T? {
    let statement = try start(sql)
    defer { statement.rewind() }
    guard try advance(statement) else { return nil }
    return try statement.withRow(decode)
  }

  /// All rows, decoded, in the order of the statement.
  ///
  /// Inlinable, so that a caller of another target gets code for its type of value.
  @inlinable package func all<T>(_ sql: SQL, _ decode: (borrowing Row) throws -> T) throws -> [T] {
    var values: [T] = []
    try each(sql) { values.append(try decode($0)) }
    return values
  }

  /// Calls `body` with each row; an error may follow rows already given.
  package func each(_ sql: SQL, _ body: (borrowing Row) throws -> Void) throws {
    let statement = try start(sql)
    defer { statement.rewind() }
    while try advance(statement) { try statement.withRow(body) }
  }

  /// The single integer of a statement, 0 without a row.
  func number(_ sql: SQL) throws(SQLiteError) -> Int64 {
    let statement = try start(sql)
    defer { statement.rewind() }
    guard try advance(statement) else { return 0 }
    return statement.withRow { $0.int64(0) }
  }

  /// Rows inserted, updated or deleted by the last such statement.
  package var changes: Int { Int(unsafe sqlite3_changes64(handle)) }

  /// A number that changes with each commit of another connection.
  package var dataVersion: Int64 {
    get throws(SQLiteError) { try number("PRAGMA data_version") }
  }

  /// The lines of `EXPLAIN QUERY PLAN`, in order, each with its depth in the tree.
  package func queryPlan(of sql: SQL) throws -> [(line: String, depth: Int)] {
    var depths: [Int: Int] = [:]
    return try all("EXPLAIN QUERY PLAN \(sql)") { row in
      let depth = depths[row.int(1)].map { $0 + 1 } ?? 0
      depths[row.int(0)] = depth
      return (row.text(3), depth)
    }
  }

  /// Throws if the disk failed any request since the connection opened.
  package func checkDisk() throws(SQLiteError) {
    guard let error = unsafe SQLiteError(failedOn: handle) else { return }
    hasFailed = true
    throw error
  }

  /// The part of the file that stays in memory.
  package enum Cache {
    /// SQLite's default, the fastest for a single answer: reused memory costs less than new memory.
    case small
    /// For repeated answers: a timeline page with a thousand followees touches 600 pages.
    case usual
    /// For rebuilding indexes and comparing them with their tables.
    case large
  }

  package func keep(_ cache: Cache) throws(SQLiteError) {
    switch cache {
    case .small: try run("PRAGMA cache_size = -2000")
    case .usual: try run("PRAGMA cache_size = -16384")
    case .large: try run("PRAGMA cache_size = -32768")
    }
  }

  // MARK: Lifted protections

  /// Runs `body` with the shadow tables of virtual tables writable,
  /// <https://www.sqlite.org/vtab.html#xshadowname>.
  package func writingShadows(_ body: () throws -> Void) throws {
    try with(SQLITE_DBCONFIG_DEFENSIVE, 0, body)
  }

  /// Runs `body` without reporting rows that have no index entry as damage,
  /// <https://www.sqlite.org/opcode.html#IdxDelete>.
  package func passingOverLostEntries(_ body: () throws -> Void) throws {
    try with(SQLITE_DBCONFIG_DEFENSIVE, 0) {
      try with(SQLITE_DBCONFIG_WRITABLE_SCHEMA, 1, body)
    }
  }

  /// Runs `body` without foreign key checks and actions; `body` keeps references valid itself.
  ///
  /// Unlike `PRAGMA foreign_keys` this also works within a transaction.
  package func withoutReferences(_ body: () throws -> Void) throws {
    try with(SQLITE_DBCONFIG_ENABLE_FKEY, 0, body)
  }

  /// Runs `body` with a switch of `sqlite3_db_config` set, and sets it back.
  private func with(_ name: Int32, _ value: Int32, _ body: () throws -> Void) throws {
    unsafe csqlite_dbconfig(handle, name, value)
    defer { unsafe csqlite_dbconfig(handle, name, 1 - value) }
    try body()
  }
}
