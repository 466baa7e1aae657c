internal import Model
internal import Postgres
internal import SQLText
internal import Storage

/// A network on a server inside a transaction: every named statement that changes something, in the
/// extensions of this type.
///
/// Deletions first lock the users they affect, in ascending order of numbers. Each deed
/// compares what it changed in both halves of an edge, and throws a `Conflict` where they differ:
/// the transaction is run again then.
struct PostgresWriting {
  let session: PostgresSession
  /// The place as it is shown.
  let place: String
  let outcome: DeedOutcome
  /// What an import noted in this or an earlier transaction.
  var notes = ImportNotes()

  var read: PostgresReading { PostgresReading(session: session, place: place) }

  var isOpen: Bool { session.canContinue && !outcome.isDoomed }

  /// A conflict ends the whole transaction, which runs again.
  func savepoint<Value>(_ body: () throws -> Value) throws -> Value {
    try session.run("SAVEPOINT deed")
    do {
      let value = try body()
      try session.run("RELEASE SAVEPOINT deed")
      return value
    } catch {
      let mayPass = error is Conflict || (error as? PostgresError)?.mayPass == true
      if mayPass { outcome.isDoomed = true }
      if !outcome.isDoomed, session.isUsable {
        try session.run(["ROLLBACK TO SAVEPOINT deed", "RELEASE SAVEPOINT deed"])
      }
      throw error
    }
  }

  /// Ends the transaction, unless a statement changed as many rows as it had to.
  func expect(_ count: Int, toBe expected: Int = 1) throws {
    if count != expected { throw conflict() }
  }

  /// Another transaction came between two statements of one deed.
  func conflict() -> Conflict {
    outcome.isDoomed = true
    return Conflict()
  }

  /// Waits for other imports and loads to end, and keeps further ones waiting.
  ///
  /// They add many keys, and can't run again.
  func lockBulkLoads() throws {
    try session.run("SELECT 1 FROM profilectl.network FOR NO KEY UPDATE")
  }

  /// The next number of a sequence, never given out before.
  func nextNumber(_ sequence: SQL) throws -> Int64 {
    guard let number = try session.first("SELECT nextval(\(sequence))", { $0.int64(0) }) else {
      throw StorageError.internal("A sequence gave no number.")
    }
    return number
  }
}

/// Whether a transaction can still be committed.
final class DeedOutcome {
  var isDoomed = false
}

/// Thrown where another transaction came between two statements of one deed.
struct Conflict: Error {}
