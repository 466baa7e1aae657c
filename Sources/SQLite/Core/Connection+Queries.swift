internal import CSQLite
package import SQLText

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

  // MARK: Rows

  /// The first row of a query for the columns that `read` names, if any.
  package func first<Value>(
    _ query: (_ columns: SQL) -> SQL, as read: (inout ResultRow) -> Value
  ) throws(SQLiteError) -> Value? {
    try first(of: query(ResultRow.columns(of: read)), as: read)
  }

  /// The first row of a query that already contains the columns of `read`, if any.
  package func first<Value>(
    of query: SQL, as read: (inout ResultRow) -> Value
  ) throws(SQLiteError) -> Value? {
    let statement = try start(query)
    defer { statement.rewind() }
    guard try advance(statement) else { return nil }
    var row = ResultRow(statement)
    return row.read(as: read)
  }

  /// All rows of a query for the columns that `read` names, in the order of the query.
  package func all<Value>(
    _ query: (_ columns: SQL) -> SQL, as read: (inout ResultRow) -> Value
  ) throws -> [Value] {
    var values: [Value] = []
    try each(query, as: read) { values.append($0) }
    return values
  }

  /// Calls `body` with each row of a query; an error may follow after some rows.
  package func each<Value>(
    _ query: (_ columns: SQL) -> SQL, as read: (inout ResultRow) -> Value,
    take body: (Value) throws -> Void
  ) throws {
    let statement = try start(query(ResultRow.columns(of: read)))
    defer { statement.rewind() }
    var row = ResultRow(statement)
    while try advance(statement) { try body(row.read(as: read)) }
  }

  /// The first value of a query for one column; nil without a row.
  package func value<Value: Storable>(_ query: SQL) throws(SQLiteError) -> Value? {
    let statement = try start(query)
    defer { statement.rewind() }
    return try advance(statement) ? Value(statement, at: 0) : nil
  }

  /// Calls `body` with each value of a query for one column.
  package func each<Value: Storable>(
    value query: SQL, _ body: (Value) throws -> Void
  ) throws {
    let statement = try start(query)
    defer { statement.rewind() }
    while try advance(statement) { try body(Value(statement, at: 0)) }
  }

  package func hasRow(_ query: SQL) throws(SQLiteError) -> Bool {
    let statement = try start(query)
    defer { statement.rewind() }
    return try advance(statement)
  }

  /// The values of a query for one column.
  package func values<Value: Storable>(_ query: SQL) throws(SQLiteError) -> [Value] {
    let statement = try start(query)
    defer { statement.rewind() }
    var values: [Value] = []
    while try advance(statement) { values.append(Value(statement, at: 0)) }
    return values
  }

  /// Calls `body` with each whole row of a query.
  package func eachRow(_ query: SQL, _ body: (borrowing Row) throws -> Void) throws {
    let statement = try start(query)
    defer { statement.rewind() }
    while try advance(statement) { try statement.withRow(body) }
  }

  /// The number of rows that the last INSERT, UPDATE or DELETE changed.
  package var changes: Int { Int(unsafe sqlite3_changes64(handle)) }

  /// A number that changes with each commit of another connection.
  package var dataVersion: Int64 {
    get throws(SQLiteError) { try value("PRAGMA data_version") ?? 0 }
  }

  /// The lines of `EXPLAIN QUERY PLAN`, in order, each with its depth in the tree.
  package func queryPlan(of sql: SQL) throws -> [(line: String, depth: Int)] {
    let steps = try all {
      _ in
      "EXPLAIN QUERY PLAN \(sql)"
    } as: { row in
      (
        id: row["id"] as Int, parent: row["parent"] as Int, isUnused: row["notused"] as Bool,
        line: row["detail"] as String
      )
    }
    var depths: [Int: Int] = [:]
    return steps.map { step in
      let depth = depths[step.parent].map { $0 + 1 } ?? 0
      depths[step.id] = depth
      return (step.line, depth)
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
    /// SQLite's default, the fastest for a single query: reused memory costs less than new memory.
    case small
    /// For repeated queries: a timeline with a thousand followees reads 600 pages.
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

  // MARK: Disabled protections

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

  /// Runs `body` without foreign key checks and actions; `body` must keep references valid.
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
