internal import SQLText

/// The one connection of a process that writes.
///
/// It opens at the first transaction, and again after an error of the disk. It belongs to one
/// queue.
package final class DatabaseWriter {
  /// The number of frames after which the log is checkpointed and overwritten.
  ///
  /// A longer log is slower: 500 follows take 4 to 9 % less time than with 1,000 frames, and 20 %
  /// less than with 4,000 (2026-11-23).
  private static let longLog = 300
  /// Limits the wait for readers of older content before the file shrinks.
  ///
  /// Otherwise the file shrinks when the last connection closes.
  private static let shrinkingWait = Duration.seconds(2)

  /// Called with the commit to run, so that a caller can hold signals meanwhile.
  package var aroundCommit: (() -> Void) -> Void = { commit in commit() }
  /// Called during waits for locks and while statements run; true ends them with `.interrupted`.
  package var shouldStop: (() -> Bool)?

  /// The version of the schema that the last transaction found.
  package private(set) var version: Int32 = 0

  private let file: DatabaseFile
  private let acceptsOlder: Bool
  private var lock: FileLock?
  private var current: Connection?
  /// Whether the connection found the file in WAL mode, which can't end while it is open.
  private var hasLog = false
  /// The number of frames in the log at its last checkpoint.
  private var checkpointed = 0

  init(_ file: DatabaseFile, acceptsOlder: Bool = false) {
    (self.file, self.acceptsOlder) = (file, acceptsOlder)
  }

  deinit {
    close()
  }

  /// Runs `body` in one immediate transaction under the lock; rolls back if `body` throws.
  ///
  /// The commit is on the disk when this returns.
  ///
  /// Errors of `body` pass unchanged. Other errors are a `DatabaseError`, or an `SQLiteError` for a
  /// constraint that the commit checks. After an error the file may have changed only if `saved` is
  /// `.unknown`.
  package func transaction<T>(
    wait: Duration, _ body: (Connection) throws -> T
  ) throws -> T {
    let lock = try acquiredLock(wait: wait)
    defer { lock.release() }
    try requireInPlace()
    let connection = try opened()
    // Runs after the reset of the timeout below.
    defer { if connection.hasFailed { discard() } }
    connection.setBusyTimeout(wait)
    defer { connection.setBusyTimeout(file.wait) }
    // A transaction that rolled back may have set it.
    connection.hasShrunk = false
    try begin(on: connection, wait: wait)
    let value = try run(body, on: connection)
    try commit(connection, wait: wait)
    lock.announce()
    try requireInPlace(saved: .unknown)
    if !hasLog { startLog(of: connection) }
    if connection.hasShrunk {
      shrink(connection)
    } else {
      checkpointIfLong(connection)
    }
    return value
  }

  /// Runs `body` to the end of its transaction, or rolls back.
  private func run<T>(_ body: (Connection) throws -> T, on connection: Connection) throws -> T {
    do {
      let value = try body(connection)
      try connection.finishDeferred()
      try checkEnd(of: connection)
      return value
    } catch {
      connection.rollBack()
      // An error of a replaced file says nothing about its replacement.
      try requireInPlace()
      throw error
    }
  }

  /// Closes the connection; the last one of all processes deletes the log.
  package func close() {
    guard let connection = current, file.isInPlace, let lock = try? openedLock(),
      lock.acquireAtOnce()
    else { return discard() }
    defer { lock.release() }
    guard file.isInPlace else { return discard() }
    connection.setBusyTimeout(.zero)
    try? connection.emptyLog()
    current = nil
    connection.close()
  }

  // MARK: Steps of a transaction

  private func begin(on connection: Connection, wait: Duration) throws(DatabaseError) {
    try translated(wait: wait) {
      let hasLog = try hasLog || connection.hasLogMode()
      // EXTRA syncs the folder after the journal is deleted; without it a power failure can undo a
      // commit in rollback mode: https://www.sqlite.org/pragma.html#pragma_synchronous
      if !hasLog { try connection.run("PRAGMA synchronous=EXTRA") }
      do throws(SQLiteError) {
        try connection.control("BEGIN IMMEDIATE")
      } catch {
        let isStopped = error.code.primary == .busy && shouldStop?() == true
        throw isStopped ? DatabaseError.interrupted : DatabaseError(error, wait: wait)
      }
      do {
        let found = try connection.confirm(file.version, as: file.identity)
        if !acceptsOlder { try file.require(found) }
        version = found.number
        if hasLog { try trackLog(of: connection) }
      } catch {
        connection.rollBack()
        throw error
      }
      self.hasLog = hasLog
    }
  }

  /// Throws unless the transaction is still open and its files still have their names.
  private func checkEnd(of connection: Connection) throws(DatabaseError) {
    guard connection.isInTransaction else {
      guard let end = connection.transactionEnd else {
        preconditionFailure("The body of a transaction has ended it")
      }
      throw DatabaseError(end, wait: file.wait)
    }
    try file.requireInPlace()
  }

  private func trackLog(of connection: Connection) throws(DatabaseError) {
    do {
      try file.trackLog(of: connection)
    } catch {
      discard()
      throw error
    }
  }

  /// Drops the connection and throws `.moved` if its files were replaced.
  private func requireInPlace(saved: DatabaseError.Saved = .nothing) throws(DatabaseError) {
    if file.isInPlace { return }
    discard()
    throw .moved(saved: saved)
  }

  /// Switches a file in rollback mode to WAL after its first commit.
  ///
  /// A refused transaction does not switch the mode. After a failure the next commit retries.
  private func startLog(of connection: Connection) {
    connection.setBusyTimeout(.zero)
    defer { connection.setBusyTimeout(file.wait) }
    try? connection.run("PRAGMA journal_mode=WAL")
    try? connection.run("PRAGMA synchronous=FULL")
  }

  private func commit(_ connection: Connection, wait: Duration) throws {
    var failure: SQLiteError?
    aroundCommit {
      do throws(SQLiteError) {
        try connection.control("COMMIT")
      } catch {
        failure = error
      }
    }
    guard let failure else { return }
    let saved: DatabaseError.Saved = connection.isInTransaction ? .nothing : failure.savedAtCommit
    connection.rollBack()
    if failure.code.primary == .constraint { throw failure }
    if saved == .unknown { discard() }
    if failure.code.primary == .busy, shouldStop?() == true { throw DatabaseError.interrupted }
    throw DatabaseError(failure, saved: saved, wait: wait)
  }

  /// Checkpoints a long log; a failure loses nothing, because the log keeps its content.
  private func checkpointIfLong(_ connection: Connection) {
    let frames = connection.framesInLog
    if frames < checkpointed { checkpointed = 0 }
    guard frames - checkpointed >= DatabaseWriter.longLog else { return }
    checkpointed = frames
    if connection.checkpoint(.passive).primary == .io { discard() }
  }

  /// Truncates the file to its size after the last commit.
  private func shrink(_ connection: Connection) {
    connection.setBusyTimeout(min(file.wait, DatabaseWriter.shrinkingWait))
    defer { connection.setBusyTimeout(file.wait) }
    if connection.checkpoint(.truncate).primary == .io { discard() }
    checkpointed = 0
  }

  // MARK: Resources

  private func acquiredLock(wait: Duration) throws(DatabaseError) -> FileLock {
    do {
      let lock = try openedLock()
      try lock.acquire(wait: wait, unless: shouldStop)
      return lock
    } catch .busy where file.isGone {
      // A writer of the replacement has the lock.
      throw .moved(saved: .nothing)
    } catch {
      throw error
    }
  }

  private func openedLock() throws(DatabaseError) -> FileLock {
    if let lock { return lock }
    // No lock file is created beside a missing database.
    if file.isGone { throw .moved(saved: .nothing) }
    let opened = try FileLock(file.place)
    lock = opened
    return opened
  }

  private func opened() throws(DatabaseError) -> Connection {
    if let current { return current }
    let opened = try translated(wait: file.wait) {
      let connection = try Connection(file.place.file, mode: .readWrite, wait: file.wait)
      if let obstacle = file.place.obstacleToWriting { throw obstacle }
      try connection.run("PRAGMA synchronous=FULL")
      try file.requireFile(of: connection)
      connection.stop(when: shouldStop)
      return connection
    }
    FileCopy.removeOld(beside: file.place)
    (checkpointed, hasLog) = (0, false)
    current = opened
    return opened
  }

  /// Drops the connection without touching the log.
  private func discard() {
    current?.close(keepingLog: true)
    current = nil
  }
}
