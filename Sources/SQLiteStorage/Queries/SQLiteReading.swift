internal import Model
internal import SQLite
internal import Storage

/// One consistent view of a file: every named statement that reads, in the extensions of this type.
///
/// A value of it lives as long as the snapshot or transaction it was made for.
struct SQLiteReading: Reading {
  let connection: Connection
  /// Of the file.
  let path: String
}
