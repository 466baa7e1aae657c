/// The one connection of a process that writes.
///
/// It opens with the first transaction, and again after a sync has failed. It belongs to one queue.
package final class DatabaseWriter {
  /// To write into a log once more is quicker than to make it longer: 500 follows take 0.91 to 0.96
  /// of what they take with 1,000 frames, and 0.8 of what they take with 4,000 (2026-11-23).
  private static let longLog = 300
  /// How long readers of what was before are waited for until the file shrinks; if they stay
  /// longer, it shrinks when the last one closes.
  private static let shrinkingWait = Duration.seconds(2)

  /// Called with the commit to run, so that signals can be kept away from it.
  package var aroundCommit: (() -> Void) -> Void = { commit in commit() }
  /// Asked while a lock is waited for and while statements run; true ends them with `.interrupted`.
  package var shouldStop: (() -> Bool)?

  private let file: DatabaseFile
  private let acceptsOlder: Bool
  private var lock: FileLock?
  private var current: Connection?
  /// Whether the file was seen to have a log since the connection was opened, which holds it to
  /// that.
  private var hasLog = false
  /// Frames in the log when it was checkpointed last.
  private var checkpointed = 0

  init(_ file: DatabaseFile, acceptsOlder: Bool = false) {
    self.file = file
    self.acceptsOlder = acceptsOlder
  }

  deinit {
    close()
    discard()
  }

  /// Runs `body` in one immediate transaction under the lock, and commits to the disk; or undoes it
  /// all when `body` throws.
  ///
  /// What `body` throws is thrown on unchanged. All other errors are a `DatabaseError`, except a
  /// constraint that is checked at the end, which is an `SQLiteError`; only `saved: .unknown` may
  /// have changed the file.
  package func transaction<T>(
    wait: Duration, _ body: (Connection) throws -> T
  ) throws -> T {
    let lock = try acquiredLock(wait: wait)
    defer { lock.release() }
    try leaveIfLost()
    let connection = try opened()
    defer { if connection.hasFailed { discard() } }
    connection.setBusyTimeout(wait)
    defer { connection.setBusyTimeout(file.wait) }
    // What an undone transaction gave back is in the file again.
    connection.hasShrunk = false
    try begin(on: connection, wait: wait)
    let value: T
    do {
      value = try body(connection)
      try connection.finishPostponed()
      try checkEnd(of: connection)
    } catch {
      connection.rollBack()
      // What was found in a file that others don't see is nobody's answer.
      try leaveIfLost()
      throw error
    }
    try commit(connection, wait: wait)
    lock.announce()
    guard try isInPlace() else { return value }
    if !hasLog { giveLog(to: connection) }
    connection.hasShrunk ? shrink(connection) : checkpointIfLong(connection)
    return value
  }

  /// Closes the connection; the last one of all processes leaves no log behind.
  package func close() {
    guard current != nil, let lock = try? openedLock(),
      lock.acquireToClose(file.look(), wait: file.wait)
    else { return discard() }
    defer { lock.release() }
    leave(file.look())
  }

  /// Puts the log away under the lock, where it may be, and closes the connection.
  ///
  /// One that alone has what nobody else sees stays as long as that can't be brought into the file.
  private func leave(_ standing: Standing) {
    guard standing != .left, let connection = current else { return discard() }
    connection.setBusyTimeout(standing == .hidden ? file.wait : .zero)
    let isEmptied = (try? connection.emptyLog()) != nil
    if standing == .hidden, !isEmptied { return }
    current = nil
    connection.close()
  }

  // MARK: Steps of a transaction

  private func begin(on connection: Connection, wait: Duration) throws(DatabaseError) {
    try translated(wait: wait) {
      let hasLog = try hasLog || connection.hasLogMode()
      // EXTRA syncs the folder when the journal goes, without which a commit in rollback mode can
      // come undone: https://www.sqlite.org/pragma.html#pragma_synchronous
      if !hasLog { try connection.run("PRAGMA synchronous=EXTRA") }
      do throws(SQLiteError) {
        try connection.control("BEGIN IMMEDIATE")
      } catch {
        let isStopped = error.code.primary == .busy && shouldStop?() == true
        throw isStopped ? DatabaseError.interrupted : DatabaseError(error, wait: wait)
      }
      do {
        let found = try connection.confirm(file.judgement, as: file.identity)
        guard acceptsOlder || found.version == file.identity.version else {
          throw DatabaseError.tampered
        }
        if hasLog { try noteLog(of: connection) }
      } catch {
        connection.rollBack()
        throw error
      }
      self.hasLog = hasLog
    }
  }

  /// The transaction must still be open, and the file still the one its path names.
  private func checkEnd(of connection: Connection) throws(DatabaseError) {
    guard connection.isInTransaction else {
      guard let end = connection.transactionEnd else {
        preconditionFailure("The body of a transaction has ended it")
      }
      throw DatabaseError(end, wait: file.wait)
    }
    // The connection's own file was compared when it was opened.
    try file.requireInPlace()
  }

  /// A connection whose log is not known writes nothing.
  private func noteLog(of connection: Connection) throws(DatabaseError) {
    do {
      try file.noteLog(of: connection)
    } catch {
      discard()
      throw error
    }
  }

  /// Refuses where others don't see what the connection does, and lets go of it; the lock is held.
  private func leaveIfLost() throws(DatabaseError) {
    let standing = file.look()
    if standing == .inPlace { return }
    leave(standing)
    throw .moved(saved: .nothing)
  }

  /// Whether others see what was just committed as this process does; false where they find it in
  /// the file, into which it was brought as the log was gone.
  ///
  /// Throws where they may have written over it.
  private func isInPlace() throws(DatabaseError) -> Bool {
    let standing = file.look()
    if standing == .inPlace { return true }
    leave(standing)
    if standing == .left || current != nil { throw .moved(saved: .unknown) }
    return false
  }

  /// Gives a file that was made without a log one, once a change has been made: a refused one
  /// leaves the file as it was.
  ///
  /// Where it can't be done now, the next change does it.
  private func giveLog(to connection: Connection) {
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

  /// A checkpoint that fails loses nothing: the log keeps what it has.
  private func checkpointIfLong(_ connection: Connection) {
    let frames = connection.framesInLog
    if frames < checkpointed { checkpointed = 0 }
    guard frames - checkpointed >= DatabaseWriter.longLog else { return }
    checkpointed = frames
    if connection.checkpoint(.passive).primary == .io { discard() }
    file.look()
  }

  /// Cuts the file where the last commit says that it ends.
  private func shrink(_ connection: Connection) {
    connection.hasShrunk = false
    connection.setBusyTimeout(min(file.wait, DatabaseWriter.shrinkingWait))
    defer { connection.setBusyTimeout(file.wait) }
    if connection.checkpoint(.truncate).primary == .io { discard() }
    file.look()
    checkpointed = 0
  }

  // MARK: What it owns

  private func acquiredLock(wait: Duration) throws(DatabaseError) -> FileLock {
    do {
      let lock = try openedLock()
      try lock.acquire(wait: wait, unless: shouldStop)
      return lock
    } catch .busy where file.isGone {
      // Somebody works on the file that has its name now.
      throw .moved(saved: .nothing)
    } catch {
      throw error
    }
  }

  private func openedLock() throws(DatabaseError) -> FileLock {
    if let lock { return lock }
    // Before one is made beside what is no longer there.
    if file.isGone { throw .moved(saved: .nothing) }
    let opened = try FileLock(file.place)
    lock = opened
    return opened
  }

  private func opened() throws(DatabaseError) -> Connection {
    if let current {
      return current
    }
    let opened = try translated(wait: file.wait) {
      let connection = try Connection(file.place.file, mode: .readWrite, wait: file.wait)
      if let obstacle = file.place.obstacleToWriting { throw obstacle }
      try connection.run("PRAGMA synchronous=FULL")
      try file.requireFile(of: connection)
      connection.stop(when: shouldStop)
      return connection
    }
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
