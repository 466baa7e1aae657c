internal import CSQLite
internal import Files

/// An error of SQLite: code, message and statement, never a bound value.
package struct SQLiteError: Error, Equatable, Sendable {
  package let code: ResultCode
  package let message: String
  /// Nil if no statement ran.
  package let sql: String?
  /// The `errno` of a failed disk access or open, else 0.
  let systemCode: Int32

  package init(code: ResultCode, message: String, sql: String?) {
    self.init(code: code, message: message, sql: sql, systemCode: 0)
  }

  private init(code: ResultCode, message: String, sql: String?, systemCode: Int32) {
    (self.code, self.message, self.sql, self.systemCode) = (code, message, sql, systemCode)
  }

  /// Whether the file itself could not be opened, rather than a side file.
  var isOfOpening: Bool { code.primary == .cannotOpen && sql == nil }

  /// The error of the last failed read or write of the connection, if any.
  init?(failedOn handle: OpaquePointer?) {
    let number = unsafe csqlite_last_errno(handle)
    guard number != 0 else { return nil }
    self.init(
      code: .io, message: FileError.words(for: number), sql: nil, systemCode: number)
  }

  /// The error of the last call on the connection; copies the text of `sqlite3_errmsg`.
  init(_ code: Int32, on handle: OpaquePointer?, sql: String?) {
    let message = unsafe String(cString: sqlite3_errmsg(handle))
    let code = ResultCode(rawValue: code)
    var systemCode: Int32 = 0
    switch code.primary {
    // The cleanup after a failed write or sync may overwrite the error number of SQLite.
    case .io where ResultCode.ioOfWriting.contains(code):
      let own = unsafe csqlite_last_errno(handle)
      systemCode = own == 0 ? unsafe sqlite3_system_errno(handle) : own
    case .io, .cannotOpen: systemCode = unsafe sqlite3_system_errno(handle)
    case .corrupt: systemCode = unsafe csqlite_last_errno(handle)
    default: break
    }
    let isUnread = code.primary == .corrupt && systemCode != 0
    self.init(code: isUnread ? .io : code, message: message, sql: sql, systemCode: systemCode)
  }
}

/// An extended result code of SQLite, <https://www.sqlite.org/rescode.html>.
package struct ResultCode: RawRepresentable, Hashable, Sendable {
  package let rawValue: Int32

  package init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// The code without its extension: `SQLITE_CONSTRAINT` of `SQLITE_CONSTRAINT_UNIQUE`.
  package var primary: ResultCode { ResultCode(rawValue: rawValue & 0xFF) }

  package static let error = ResultCode(rawValue: SQLITE_ERROR)
  package static let permission = ResultCode(rawValue: SQLITE_PERM)
  package static let busy = ResultCode(rawValue: SQLITE_BUSY)
  package static let outOfMemory = ResultCode(rawValue: SQLITE_NOMEM)
  package static let readOnly = ResultCode(rawValue: SQLITE_READONLY)
  package static let interrupt = ResultCode(rawValue: SQLITE_INTERRUPT)
  package static let io = ResultCode(rawValue: SQLITE_IOERR)
  package static let corrupt = ResultCode(rawValue: SQLITE_CORRUPT)
  /// SQLite gave up waiting for a lock of the log.
  package static let `protocol` = ResultCode(rawValue: SQLITE_PROTOCOL)
  package static let full = ResultCode(rawValue: SQLITE_FULL)
  package static let cannotOpen = ResultCode(rawValue: SQLITE_CANTOPEN)
  package static let tooBig = ResultCode(rawValue: SQLITE_TOOBIG)
  package static let constraint = ResultCode(rawValue: SQLITE_CONSTRAINT)
  package static let mismatch = ResultCode(rawValue: SQLITE_MISMATCH)
  package static let misuse = ResultCode(rawValue: SQLITE_MISUSE)
  package static let notAuthorized = ResultCode(rawValue: SQLITE_AUTH)
  package static let notADatabase = ResultCode(rawValue: SQLITE_NOTADB)

  // Swift does not import the arithmetic of the header: primary code | extension << 8.
  package static let ioWrite = ResultCode(rawValue: SQLITE_IOERR | 3 << 8)
  static let ioMemory = ResultCode(rawValue: SQLITE_IOERR | 12 << 8)
  /// A file could not be written, synced or truncated.
  static let ioOfWriting: Set<ResultCode> = [
    ioWrite, ResultCode(rawValue: SQLITE_IOERR | 4 << 8),
    ResultCode(rawValue: SQLITE_IOERR | 6 << 8),
  ]
}
