internal import CSQLite

/// What SQLite refused: code, message, statement, and never a bound value.
package struct SQLiteError: Error, Equatable, Sendable {
  package let code: ResultCode
  package let message: String
  package let sql: String?

  package init(code: ResultCode, message: String, sql: String?) {
    self.code = code
    self.message = message
    self.sql = sql
  }

  /// What `sqlite3_errmsg` says about the latest call on this connection; SQLite owns that text.
  init(_ code: Int32, on handle: OpaquePointer?, sql: String?) {
    let message = unsafe String(cString: sqlite3_errmsg(handle))
    self.init(code: ResultCode(rawValue: code), message: message, sql: sql)
  }
}
