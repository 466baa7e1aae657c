import CSQLite
import Support

/// A database file in the hands of another program: SQLite without any of our rules.
final class RawDatabase {
  private var handle: OpaquePointer?

  init(_ path: String) throws {
    guard sqlite3_open(path, &handle) == SQLITE_OK else { throw trouble }
  }

  deinit { sqlite3_close_v2(handle) }

  func run(_ sql: String) throws {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw trouble }
  }

  /// The first column of every row, as text.
  func column(_ sql: String) throws -> [String] {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else { throw trouble }
    defer { sqlite3_finalize(statement) }
    var values: [String] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      values.append(sqlite3_column_text(statement, 0).map { String(cString: $0) } ?? "NULL")
    }
    return values
  }

  private var trouble: Trouble { Trouble(message: String(cString: sqlite3_errmsg(handle))) }

  struct Trouble: Error {
    let message: String
  }
}
