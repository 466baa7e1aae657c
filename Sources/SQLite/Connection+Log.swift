internal import CSQLite

/// What a connection can ask about its file and its log.
extension Connection {
  /// How far a checkpoint goes, <https://www.sqlite.org/c3ref/c_checkpoint_full.html>.
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

  /// Takes the pages that hold nothing out of the file, in the caller's transaction.
  ///
  /// <https://www.sqlite.org/pragma.html#pragma_incremental_vacuum>. The file itself shrinks at the
  /// checkpoint that the writer makes after the commit.
  package func giveBackFreePages() throws(SQLiteError) {
    try run("PRAGMA incremental_vacuum")
    hasShrunk = true
  }

  /// Whether the file was moved, renamed or removed since it was opened.
  var hasMoved: Bool { unsafe csqlite_has_moved(handle) != 0 }
}
