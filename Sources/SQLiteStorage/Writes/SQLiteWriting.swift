internal import SQLText
internal import SQLite
internal import Storage

/// A file inside a write transaction; extensions of this type hold the statements that write.
struct SQLiteWriting: Writing {
  let connection: Connection
  /// The path of the file; only `FileFacts` needs it.
  var path = ""

  var read: SQLiteReading { SQLiteReading(connection: connection, path: path) }
  var reading: any Reading { read }
  var isOpen: Bool { connection.isInTransaction }

  func savepoint<Value>(_ body: () throws -> Value) throws -> Value {
    try connection.savepoint(body)
  }

  /// The next number of a kind, never given out before.
  func nextNumber(of counter: Counter) throws -> Int64 {
    try connection.run("UPDATE counters SET value = value + 1 WHERE name = \(counter.rawValue)")
    let number: Int64? = try connection.value(
      "SELECT value FROM counters WHERE name = \(counter.rawValue)")
    guard let number, number <= Counter.exhausted else { throw StorageError.file(.damaged) }
    return number
  }
}

extension SQLiteWriting {
  /// Casts the transaction of this engine; throws for that of another one.
  init(_ writing: any Writing) throws {
    guard let writing = writing.engine as? SQLiteWriting else {
      throw StorageError.internal("A transaction is not one of a file.")
    }
    self = writing
  }
}
