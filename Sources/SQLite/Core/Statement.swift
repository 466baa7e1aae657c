internal import CSQLite
internal import Glibc
internal import SQLText

/// One prepared statement, finalized in `deinit`.
///
/// `isRunning` is true from `start` until `rewind()`, so that the cache does not return it twice.
@safe final class Statement {
  let text: String
  var isRunning = false
  private let connection: OpaquePointer?
  private var handle: OpaquePointer?

  private init(_ text: String, _ handle: OpaquePointer?, on connection: OpaquePointer?) {
    self.text = text
    unsafe self.handle = handle
    unsafe self.connection = connection
  }

  /// Prepares `text`, which must be one statement.
  static func prepare(
    _ text: String, on connection: OpaquePointer?
  ) throws(SQLiteError) -> Statement {
    let compiled = try unsafe compile(text, on: connection, flags: SQLITE_PREPARE_PERSISTENT)
    return unsafe Statement(text, compiled.handle, on: connection)
  }

  /// Prepares the first statement of `text`; also returns the text after it.
  ///
  /// The statement is nil if `text` has only space and comments.
  static func first(
    of text: String, on connection: OpaquePointer?
  ) throws(SQLiteError) -> (statement: Statement?, rest: String) {
    let (handle, end) = try unsafe compile(text, on: connection, flags: 0)
    let rest = String(decoding: text.utf8.dropFirst(end), as: UTF8.self)
    guard unsafe handle != nil else { return (nil, rest) }
    return unsafe (Statement(text, handle, on: connection), rest)
  }

  /// Wraps `sqlite3_prepare_v3`; the caller owns the statement.
  ///
  /// `end` is the offset after its text.
  private static func compile(
    _ text: String, on connection: OpaquePointer?, flags: Int32
  ) throws(SQLiteError) -> (handle: OpaquePointer?, end: Int) {
    var text = text
    var prepared: OpaquePointer?
    var end = text.utf8.count
    let status = text.withUTF8 { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
        var tail: UnsafePointer<CChar>?
        let status = unsafe sqlite3_prepare_v3(
          connection, characters.baseAddress, Int32(clamping: characters.count), UInt32(flags),
          &prepared, &tail)
        if let start = characters.baseAddress, let tail = unsafe tail {
          end = unsafe tail - start
        }
        return status
      }
    }
    guard status == SQLITE_OK else {
      throw unsafe SQLiteError(status, on: connection, sql: text)
    }
    return unsafe (prepared, end)
  }

  deinit {
    unsafe sqlite3_finalize(handle)
  }

  /// Finalizes the statement before its connection closes; later use is an error, not a crash.
  func finalize() {
    unsafe sqlite3_finalize(handle)
    unsafe handle = nil
  }

  var isReadOnly: Bool { unsafe sqlite3_stmt_readonly(handle) != 0 }

  var columnNames: [String] {
    let row = unsafe Row(of: handle)
    return (0..<row.columnCount).map { row.columnName($0) }
  }

  func bind(_ values: [SQLValue]) throws(SQLiteError) {
    let expected = Int(unsafe sqlite3_bind_parameter_count(handle))
    precondition(expected == values.count, "A statement has another number of bindings: \(text)")
    var index: Int32 = 0
    for value in values {
      index += 1
      let status = bind(value, at: index)
      guard status == SQLITE_OK else { throw error(status) }
    }
  }

  private func bind(_ value: SQLValue, at index: Int32) -> Int32 {
    switch value {
    case .null:
      return unsafe sqlite3_bind_null(handle, index)
    case .integer(let number):
      return unsafe sqlite3_bind_int64(handle, index, number)
    case .real(let number):
      return unsafe sqlite3_bind_double(handle, index, number)
    case .text(var text):
      return text.withUTF8 { bytes in
        unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
          unsafe csqlite_bind_text(
            handle, index, characters.baseAddress, UInt64(characters.count))
        }
      }
    case .blob(let blob):
      return unsafe blob.withUnsafeBytes { bytes in
        unsafe csqlite_bind_blob(handle, index, bytes.baseAddress, UInt64(bytes.count))
      }
    case .list:
      return SQLITE_MISMATCH
    }
  }

  /// Moves to the next row; false after the last.
  func step() throws(SQLiteError) -> Bool {
    // sqlite3_step() does not reset errno.
    errno = 0
    let status = unsafe sqlite3_step(handle)
    switch status {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw failure(status, after: errno)
    }
  }

  func withRow<T>(_ body: (borrowing Row) throws -> T) rethrows -> T {
    try body(unsafe Row(of: handle))
  }

  /// Resets the statement for its next use; the last step has reported its error.
  func rewind() {
    unsafe sqlite3_reset(handle)
    unsafe sqlite3_clear_bindings(handle)
    isRunning = false
  }

  /// The error of a failed step that set `errno` to `number`.
  ///
  /// A damaged page may have a page number or a row length that SQLite reports as a full disk or a
  /// lack of memory, although no system call failed. Then the whole file is checked.
  private func failure(_ status: Int32, after number: Int32) -> SQLiteError {
    let error = error(status)
    guard [.full, .outOfMemory].contains(error.code.primary),
      ![ENOSPC, EDQUOT, ENOMEM].contains(number), fileHasDamage
    else { return error }
    return SQLiteError(code: .corrupt, message: error.message, sql: error.sql)
  }

  /// Whether a check of the whole file finds damage; a failed read is no damage.
  private var fileHasDamage: Bool {
    guard let check = unsafe try? Statement.prepare("PRAGMA quick_check(1)", on: connection) else {
      return false
    }
    // `step` would call this check again.
    let isSound =
      switch unsafe sqlite3_step(check.handle) {
      case SQLITE_CORRUPT: false
      case SQLITE_ROW: check.withRow { $0.text(0) == "ok" }
      default: true
      }
    return unsafe !isSound && csqlite_last_errno(connection) == 0
  }

  private func error(_ status: Int32) -> SQLiteError {
    unsafe SQLiteError(status, on: connection, sql: text)
  }
}

/// A bounded number of prepared statements, by the form of their text.
struct StatementCache {
  private let capacity: Int
  /// The least recently used statement is first.
  private var entries: [(form: SQLForm, statement: Statement)] = []

  init(capacity: Int) {
    self.capacity = capacity
  }

  /// The statement of this form, unless it is running.
  mutating func idle(_ form: SQLForm) -> Statement? {
    guard let index = entries.lastIndex(where: { $0.form == form }),
      !entries[index].statement.isRunning
    else { return nil }
    let entry = entries.remove(at: index)
    entries.append(entry)
    return entry.statement
  }

  /// Adds the statement; a full cache drops the least recently used one.
  mutating func insert(_ statement: Statement, as form: SQLForm) {
    if entries.contains(where: { $0.form == form }) { return }
    if entries.count >= capacity {
      guard let oldest = entries.firstIndex(where: { !$0.statement.isRunning }) else { return }
      entries.remove(at: oldest)
    }
    entries.append((form, statement))
  }

  mutating func remove(_ statement: Statement) {
    entries.removeAll { $0.statement === statement }
  }

  mutating func removeAll() {
    for entry in entries { entry.statement.finalize() }
    entries.removeAll()
  }
}

/// The values of the current row.
extension Statement: RowValues {
  func isNull(_ place: Int32) -> Bool { withRow { $0.isNull(Int(place)) } }
  func int64(_ place: Int32) -> Int64 { withRow { $0.int64(Int(place)) } }
  func double(_ place: Int32) -> Double { withRow { $0.double(Int(place)) } }
  func text(_ place: Int32) -> String { withRow { $0.text(Int(place)) } }
  func bytes(_ place: Int32) -> [UInt8] { withRow { $0.blob(Int(place)) } }
}
