internal import SQLite
internal import Storage

/// The transactions that the write queue runs, on the one connection of a store that writes.
final class SQLiteTransactions: TransactionSource {
  /// From this many transactions on, the writer gets a larger cache, because a script, a prompt or
  /// the browser runs.
  private static let manyTransactions = 3

  private let file: DatabaseFile
  private let interrupts: Interrupts
  private let sharing: SharedWritingMaker?
  private var writer: DatabaseWriter?
  private var transactions = 0

  init(file: DatabaseFile, interrupts: Interrupts, sharing: SharedWritingMaker?) {
    self.file = file
    self.interrupts = interrupts
    self.sharing = sharing
  }

  /// The lock that a transaction begins with keeps all others out, so it never repeats.
  func transaction<Value>(
    wait: Duration, mayRepeat: Bool, _ body: (any Writing) throws -> Value
  ) throws -> Value {
    transactions += 1
    let writer = try opened()
    return try writer.transaction(wait: wait) { connection in
      if transactions == SQLiteTransactions.manyTransactions { try? connection.keep(.usual) }
      let writing = SQLiteWriting(connection: connection, path: file.path)
      let isShared = writer.version == SharedSchema.version
      return try body(isShared ? sharing?(writing) ?? writing : writing)
    }
  }

  func close() {
    writer?.close()
  }

  private func opened() throws -> DatabaseWriter {
    if let writer { return writer }
    let opened = try writable()
    opened.aroundCommit = { [interrupts] commit in
      interrupts.beforeCommit()
      commit()
    }
    opened.shouldStop = interrupts.isAsked
    writer = opened
    return opened
  }

  /// Opens the writer; a file that this process may read but not write is read-only.
  private func writable() throws(DatabaseError) -> DatabaseWriter {
    do {
      return try file.writer()
    } catch .notPermitted {
      throw .readOnly
    } catch {
      throw error
    }
  }
}
