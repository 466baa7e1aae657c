/// Savepoints and snapshots. The first error wins over anything that undoing says.
extension Connection {
  /// Runs `body`, and undoes what it did when it throws.
  ///
  /// A full disk or an interrupt ends the whole transaction and not the savepoint: then
  /// `isInTransaction` is false afterwards, and everything since the transaction began is undone.
  package func savepoint<T>(_ body: () throws -> T) throws -> T {
    let isOutermost = !isInTransaction
    try run("SAVEPOINT part")
    do {
      let value = try body()
      if !isInTransaction, let transactionEnd { throw transactionEnd }
      try run("RELEASE part")
      return value
    } catch {
      if isInTransaction {
        try? run("ROLLBACK TO part")
        try? run("RELEASE part")
      }
      if isOutermost { forgetTransactionEnd() }
      throw error
    }
  }

  /// Everything `body` reads is of one moment; inside another transaction it joins that one.
  package func snapshot<T>(_ body: () throws -> T) throws -> T {
    guard !isInTransaction else { return try body() }
    try run("BEGIN")
    do {
      let value = try body()
      // It only read: where this fails, as after damage, what was read was read all the same.
      do throws(SQLiteError) { try run("COMMIT") } catch { rollBack() }
      return value
    } catch {
      rollBack()
      throw error
    }
  }

  /// Ends the transaction if one is open; what this says is never worth reporting.
  func rollBack() {
    if isInTransaction { try? run("ROLLBACK") }
    forgetTransactionEnd()
  }
}
