internal import CSQLite
package import SQLText

/// Savepoints, snapshots and checkpoints. An error of a rollback never replaces the first error.
extension Connection {
  /// Runs `body` in a savepoint and rolls it back when `body` throws.
  ///
  /// A full disk or an interrupt rolls back the whole transaction; `isInTransaction` is then false.
  package func savepoint<T>(_ body: () throws -> T) throws -> T {
    let isOutermost = !isInTransaction
    if savepoints == 0, deferred.isFull { try finishDeferred() }
    try control("SAVEPOINT part")
    savepoints += 1
    defer { savepoints -= 1 }
    let mark = deferred.mark
    do {
      let value = try body()
      if !isInTransaction, let transactionEnd { throw transactionEnd }
      if isOutermost { try finishDeferred() }
      try control("RELEASE part")
      return value
    } catch {
      deferred.goBack(to: mark)
      if isInTransaction {
        try? control("ROLLBACK TO part")
        try? control("RELEASE part")
      }
      if isOutermost { clearTransactionEnd() }
      throw error
    }
  }

  /// Runs a statement at the end of the transaction, or now if no transaction is open.
  ///
  /// A full-text index writes and merges its buffer at every savepoint, so its statements run
  /// together. Rows that a deferred statement reads or writes must not change until `runDeferred`.
  package func runAtEnd(_ statement: SQL) throws(SQLiteError) {
    guard isInTransaction, !deferred.isFull else { return try run(statement) }
    deferred.append(statement)
  }

  /// Runs deferred statements now.
  ///
  /// Not interruptible: SQLite would roll back the whole transaction.
  package func runDeferred() throws(SQLiteError) {
    while let statement = deferred.next() { try control(statement) }
  }

  /// Runs and removes deferred statements; no open savepoint may roll them back.
  func finishDeferred() throws(SQLiteError) {
    try runDeferred()
    deferred.removeAll()
  }

  /// Runs `body` in one read transaction, or in the open transaction.
  package func snapshot<T>(_ body: () throws -> T) throws -> T {
    guard !isInTransaction else { return try body() }
    try control("BEGIN")
    isSnapshot = true
    defer { isSnapshot = false }
    do {
      let value = try body()
      // The rows are valid even if the commit fails, as after damage.
      do throws(SQLiteError) { try control("COMMIT") } catch { rollBack() }
      return value
    } catch {
      rollBack()
      throw error
    }
  }

  /// Begins a new snapshot if damage ended the current one; does nothing for write transactions.
  package func renewSnapshot() throws(SQLiteError) {
    guard isSnapshot, !isInTransaction else { return }
    clearTransactionEnd()
    try control("BEGIN")
  }

  /// Ends an open transaction; errors of the rollback are ignored.
  func rollBack() {
    if isInTransaction { try? control("ROLLBACK") }
    deferred.removeAll()
    clearTransactionEnd()
  }

  // MARK: The file and its log

  /// The kinds of checkpoint, <https://www.sqlite.org/c3ref/c_checkpoint_full.html>.
  enum Checkpoint {
    case passive, truncate
  }

  /// Wraps `sqlite3_wal_checkpoint_v2`; the caller holds the lock of the file.
  func checkpoint(_ kind: Checkpoint) -> ResultCode {
    let mode = kind == .passive ? SQLITE_CHECKPOINT_PASSIVE : SQLITE_CHECKPOINT_TRUNCATE
    let status = unsafe sqlite3_wal_checkpoint_v2(handle, "main", mode, nil, nil)
    return ResultCode(rawValue: status)
  }

  /// Moves the whole log into the file, or throws.
  func emptyLog() throws(SQLiteError) {
    let code = checkpoint(.truncate)
    guard code.rawValue == SQLITE_OK else {
      throw unsafe SQLiteError(code.rawValue, on: handle, sql: nil)
    }
  }

  /// Removes free pages from the file, in the caller's transaction.
  ///
  /// <https://www.sqlite.org/pragma.html#pragma_incremental_vacuum>. The file shrinks at the
  /// checkpoint that the writer makes after the commit.
  package func giveBackFreePages() throws(SQLiteError) {
    try run("PRAGMA incremental_vacuum")
    hasShrunk = true
  }

  /// Whether the file was moved, renamed or removed since it was opened.
  var hasMoved: Bool { unsafe csqlite_has_moved(handle) != 0 }

  /// Up to `count` bytes from `offset` on, fewer at the end of the file.
  ///
  /// Reads through SQLite's own descriptor: closing another descriptor would drop the locks of this
  /// process.
  func bytes(at offset: Int64, count: Int) throws(SQLiteError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let found = unsafe csqlite_read_at(handle, &bytes, Int32(count), offset)
    guard found >= 0 else { throw SQLiteError(code: .io, message: "disk I/O error", sql: nil) }
    bytes.removeLast(count - Int(found))
    return bytes
  }
}

/// Statements that a transaction runs at its end, or earlier when their effect is needed.
///
/// A rollback to a savepoint removes the statements deferred since, and statements that ran since
/// run again:
///
///     append(A); let mark = mark; append(B); next(); next()  // A and B
///     goBack(to: mark); next()                               // A again
struct DeferredStatements {
  /// Limits the memory of a transaction.
  private static let most = 1_000

  /// A state to go back to: the numbers of deferred statements and of those that ran.
  struct Mark {
    fileprivate let count: Int
    fileprivate let runCount: Int
  }

  private var statements: [SQL] = []
  private var runCount = 0

  var mark: Mark { Mark(count: statements.count, runCount: runCount) }
  var isFull: Bool { statements.count >= DeferredStatements.most }

  mutating func append(_ statement: SQL) {
    statements.append(statement)
  }

  /// Takes the next statement to run.
  mutating func next() -> SQL? {
    guard runCount < statements.count else { return nil }
    defer { runCount += 1 }
    return statements[runCount]
  }

  mutating func goBack(to mark: Mark) {
    statements.removeLast(max(0, statements.count - mark.count))
    runCount = min(mark.runCount, statements.count)
  }

  mutating func removeAll() {
    self = DeferredStatements()
  }
}
