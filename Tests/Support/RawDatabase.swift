import CSQLite

/// A database opened with SQLite directly.
package final class RawDatabase {
  private var handle: OpaquePointer?

  package init(_ path: String) throws {
    guard
      sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nil) == SQLITE_OK
    else {
      throw failure
    }
    csqlite_register_checksum(handle)
  }

  deinit {
    sqlite3_close(handle)
  }

  package func run(_ sql: String) throws {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure }
  }

  /// Every row as text; NULL becomes an empty text.
  package func rows(_ sql: String) throws -> [[String]] {
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else { throw failure }
    var rows: [[String]] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      rows.append(
        (0..<sqlite3_column_count(statement)).map { column in
          sqlite3_column_text(statement, column).map { String(cString: $0) } ?? ""
        })
    }
    guard sqlite3_reset(statement) == SQLITE_OK else { throw failure }
    return rows
  }

  package func column(_ sql: String) throws -> [String] {
    try rows(sql).map { $0[0] }
  }

  /// Every row of every table, including those of the full-text index.
  package func dump() throws -> [String] {
    let tables = try column(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%' ORDER BY 1")
    return try tables.flatMap { table in
      let columns = try column("SELECT name FROM pragma_table_info('\(table)')")
      let line = columns.map { "quote(\"\($0)\")" }.joined(separator: " || ',' || ")
      return try column("SELECT '\(table): ' || \(line) FROM \"\(table)\"")
    }
  }

  private var failure: Failure {
    Failure(message: String(cString: sqlite3_errmsg(handle)))
  }

  package struct Failure: Error {
    let message: String
  }
}
