internal import CSQLite

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
  /// The lock of the log could not be had in many tries.
  package static let `protocol` = ResultCode(rawValue: SQLITE_PROTOCOL)
  package static let full = ResultCode(rawValue: SQLITE_FULL)
  package static let cannotOpen = ResultCode(rawValue: SQLITE_CANTOPEN)
  package static let tooBig = ResultCode(rawValue: SQLITE_TOOBIG)
  package static let constraint = ResultCode(rawValue: SQLITE_CONSTRAINT)
  package static let mismatch = ResultCode(rawValue: SQLITE_MISMATCH)
  package static let misuse = ResultCode(rawValue: SQLITE_MISUSE)
  package static let notAuthorized = ResultCode(rawValue: SQLITE_AUTH)
  package static let notADatabase = ResultCode(rawValue: SQLITE_NOTADB)

  // The header spells it with arithmetic, which Swift does not import: primary code | extension <<
  // 8.
  package static let ioWrite = ResultCode(rawValue: SQLITE_IOERR | 3 << 8)
  static let ioMemory = ResultCode(rawValue: SQLITE_IOERR | 12 << 8)
  /// A file could not be written, synced or made shorter.
  static let ioOfWriting: Set<ResultCode> = [
    ioWrite, ResultCode(rawValue: SQLITE_IOERR | 4 << 8),
    ResultCode(rawValue: SQLITE_IOERR | 6 << 8),
  ]
}
