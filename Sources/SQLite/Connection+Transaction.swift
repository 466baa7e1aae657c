/// Savepoints and snapshots. The first error wins over anything that undoing says.
extension Connection {
  /// Runs `body`, and undoes what it did when it throws.
  ///
  /// A full disk or an interrupt ends the whole transaction and not the savepoint: then
  /// `isInTransaction` is false afterwards, and everything since the transaction began is undone.
  package func savepoint<T>(_ body: () throws -> T) throws -> T {
    let isOutermost = !isInTransaction
    if savepoints == 0, postponed.isFull { try finishPostponed() }
    try control("SAVEPOINT part")
    savepoints += 1
    defer { savepoints -= 1 }
    let mark = postponed.mark
    do {
      let value = try body()
      if !isInTransaction, let transactionEnd { throw transactionEnd }
      if isOutermost { try finishPostponed() }
      try control("RELEASE part")
      return value
    } catch {
      postponed.goBack(to: mark)
      if isInTransaction {
        try? control("ROLLBACK TO part")
        try? control("RELEASE part")
      }
      if isOutermost { forgetTransactionEnd() }
      throw error
    }
  }

  /// Runs a statement at the end of the transaction, if it can wait so long: full-text indexes
  /// write what they have gathered whenever a savepoint begins or ends, and merge it.
  ///
  /// What such a statement reads and writes must stay as it is until `runPostponed`.
  package func postpone(_ statement: SQL) throws(SQLiteError) {
    guard isInTransaction, !postponed.isFull else { return try run(statement) }
    postponed.append(statement)
  }

  /// Runs what was postponed, for whoever is to see what it does; nobody who asks to stop leaves it
  /// undone, and all with it.
  package func runPostponed() throws(SQLiteError) {
    while let statement = postponed.next() { try control(statement) }
  }

  /// The same outside of savepoints, where nothing can bring it back.
  func finishPostponed() throws(SQLiteError) {
    try runPostponed()
    postponed.removeAll()
  }

  /// Everything `body` reads is of one moment; inside another transaction it joins that one.
  package func snapshot<T>(_ body: () throws -> T) throws -> T {
    guard !isInTransaction else { return try body() }
    try control("BEGIN")
    isSnapshot = true
    defer { isSnapshot = false }
    do {
      let value = try body()
      // It only read: where this fails, as after damage, what was read was read all the same.
      do throws(SQLiteError) { try control("COMMIT") } catch { rollBack() }
      return value
    } catch {
      rollBack()
      throw error
    }
  }

  /// Goes on reading at a later moment where damage has ended the snapshot; what was written is not
  /// taken up again.
  package func renewSnapshot() throws(SQLiteError) {
    guard isSnapshot, !isInTransaction else { return }
    forgetTransactionEnd()
    try control("BEGIN")
  }

  /// Ends the transaction if one is open; what this says is never worth reporting.
  func rollBack() {
    if isInTransaction { try? control("ROLLBACK") }
    postponed.removeAll()
    forgetTransactionEnd()
  }
}
