internal import CSQLite
internal import Glibc

/// Writing a copy of what a connection reads.
extension DatabaseFile {
  /// Whether a backup to `path` would take the place of something; refuses where it would do harm.
  package func backupReplaces(_ path: String) throws(TargetError) -> Bool {
    try BackupTarget.replaces(path, besides: self)
  }

  /// Copies the database that `source` reads to `path`, and returns how many bytes that are.
  ///
  /// The copy grows under a hidden name in the same folder, is synced, opened and given to `check`;
  /// only then does it get its name, in the place of another file only if it `mayReplace` one.
  /// `check` says whether it is what it should be.
  package func backUp(
    _ source: Connection, to path: String, mayReplace: Bool,
    unless shouldStop: @escaping () -> Bool,
    check: (Connection) throws -> Bool
  ) throws -> Int64 {
    let target = try BackupTarget(path, besides: self, mayReplace: mayReplace, wait: wait)
    try copy(source, to: target, unless: shouldStop)
    let isSound = try tellingOf(target) {
      let copy = try Connection(target.unfinished, mode: .immutable, wait: .zero)
      copy.stop(when: shouldStop)
      try copy.judgeHeader(as: identity)
      guard try copy.judge(as: identity).version == identity.version else { return false }
      return try check(copy)
    }
    guard isSound else { throw TargetError(path: path, reason: .unreadable) }
    if shouldStop() { throw DatabaseError.interrupted }
    return try target.takePlace(unless: shouldStop)
  }

  /// Trouble with the copy is trouble with the target.
  private func tellingOf<Value>(_ target: BackupTarget, _ body: () throws -> Value) throws -> Value
  {
    do {
      return try translated(body)
    } catch {
      throw TargetError(path: target.path, naming: error) ?? error
    }
  }

  /// Wraps `sqlite3_backup_init`, `_step` and `_finish`.
  private func copy(
    _ source: Connection, to target: BackupTarget, unless shouldStop: () -> Bool
  ) throws {
    let copy = try tellingOf(target) {
      let copy = try Connection(target.unfinished, mode: .readWrite, wait: .zero)
      try copy.run("PRAGMA journal_mode=MEMORY")
      try copy.run("PRAGMA synchronous=OFF")
      return copy
    }
    guard
      let backup = unsafe sqlite3_backup_init(copy.handle, "main", source.handle, "main")
    else {
      throw DatabaseError(unsafe SQLiteError(SQLITE_ERROR, on: copy.handle, sql: nil))
    }
    var status = SQLITE_OK
    while status == SQLITE_OK, !shouldStop() {
      status = unsafe sqlite3_backup_step(backup, 1_000)
    }
    let end = unsafe sqlite3_backup_finish(backup)
    if status == SQLITE_OK { throw DatabaseError.interrupted }
    guard status == SQLITE_DONE, end == SQLITE_OK else {
      let code = status == SQLITE_DONE ? end : status
      let found = unsafe SQLiteError(code, on: copy.handle, sql: nil)
      let error = DatabaseError(found)
      // The source is only read.
      if error.isLackOfRoom || ResultCode.ioOfWriting.contains(found.code) {
        throw TargetError(path: target.path, naming: error) ?? error
      }
      throw error
    }
    copy.close()
  }
}
