internal import CSQLite
internal import Files
internal import Glibc
package import SQLText

/// The current row of a statement, borrowed for one step: it can't be copied or kept.
///
/// Columns count from zero. Values convert as in SQLite: NULL reads as 0, an empty text or an empty
/// blob.
@safe package struct Row: ~Copyable {
  private let statement: OpaquePointer?

  init(of statement: OpaquePointer?) {
    unsafe self.statement = statement
  }

  package var columnCount: Int { Int(unsafe sqlite3_column_count(statement)) }

  package func columnName(_ column: Int) -> String {
    guard let name = unsafe sqlite3_column_name(statement, Int32(column)) else { return "" }
    return unsafe String(cString: name)
  }

  package func isNull(_ column: Int) -> Bool {
    unsafe sqlite3_column_type(statement, Int32(column)) == SQLITE_NULL
  }

  package func int64(_ column: Int) -> Int64 {
    unsafe sqlite3_column_int64(statement, Int32(column))
  }

  package func double(_ column: Int) -> Double {
    unsafe sqlite3_column_double(statement, Int32(column))
  }

  /// The text with all its bytes, even NUL; invalid UTF-8 becomes U+FFFD.
  package func text(_ column: Int) -> String {
    guard let bytes = unsafe sqlite3_column_text(statement, Int32(column)) else { return "" }
    let count = Int(unsafe sqlite3_column_bytes(statement, Int32(column)))
    return unsafe String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  /// Whether the text has exactly these bytes.
  func hasText(_ expected: String, at column: Int) -> Bool {
    var expected = expected
    return expected.withUTF8 { wanted in
      guard let bytes = unsafe sqlite3_column_text(statement, Int32(column)) else { return false }
      let count = Int(unsafe sqlite3_column_bytes(statement, Int32(column)))
      guard count == wanted.count else { return false }
      return unsafe wanted.baseAddress.map { unsafe memcmp($0, bytes, count) == 0 } ?? true
    }
  }

  package func blob(_ column: Int) -> [UInt8] {
    guard let bytes = unsafe sqlite3_column_blob(statement, Int32(column)) else { return [] }
    let count = Int(unsafe sqlite3_column_bytes(statement, Int32(column)))
    return unsafe Array(UnsafeRawBufferPointer(start: bytes, count: count))
  }

  /// The number of bytes of all texts and blobs.
  package var weight: Int {
    (0..<Int32(columnCount)).reduce(0) { sum, column in
      switch unsafe sqlite3_column_type(statement, column) {
      case SQLITE_TEXT, SQLITE_BLOB: sum + Int(unsafe sqlite3_column_bytes(statement, column))
      default: sum
      }
    }
  }

  /// Whether the system has memory for that many copies of all texts and blobs.
  package func hasMemory(forCopies copies: Int) -> Bool { Memory.hasRoom(for: weight * copies) }

  package func value(_ column: Int) -> SQLValue {
    switch unsafe sqlite3_column_type(statement, Int32(column)) {
    case SQLITE_INTEGER: .integer(int64(column))
    case SQLITE_FLOAT: .real(double(column))
    case SQLITE_TEXT: .text(text(column))
    case SQLITE_BLOB: .blob(blob(column))
    default: .null
    }
  }
}
