internal import Postgres
internal import SQLText
internal import Storage

/// The transactions that the write queue runs.
///
/// A job that conflicts with another transaction runs again, after a pause that grows and varies.
/// If the halves of an edge differ at every attempt, or a key is taken, the error is damage.
final class PostgresTransactions: TransactionSource {
  private static let mostAttempts = 40

  private let connections: PostgresConnections
  private let place: String
  private let mode: PostgresConnections.Mode
  private let memory = ImportMemory()

  init(
    _ connections: PostgresConnections, place: String, mode: PostgresConnections.Mode = .writing
  ) {
    self.connections = connections
    self.place = place
    self.mode = mode
  }

  func transaction<Value>(
    wait: Duration, mayRepeat: Bool, _ body: (any Writing) throws -> Value
  ) throws -> Value {
    let end = ContinuousClock.now + wait
    var attempt = 0
    while true {
      do {
        return try once(wait: wait, mayRepeat: mayRepeat && wait > .zero, body)
      } catch  where mayRepeat && PostgresTransactions.mayPass(error) {
        attempt += 1
        if attempt == PostgresTransactions.mostAttempts, PostgresTransactions.isLasting(error) {
          throw StorageError.file(.damaged)
        }
        guard attempt < PostgresTransactions.mostAttempts, ContinuousClock.now < end,
          !connections.interrupts.isAsked()
        else {
          throw StorageError(error)?.after(Patience(seconds: Int(wait.components.seconds))) ?? error
        }
        PostgresSession.pause(milliseconds: .random(in: 1...(5 * UInt32(attempt))))
      } catch let error as PostgresError where mode == .creating && error.isAboutAnotherCreation {
        throw StorageError.exists(path: place)
      } catch let error as any EngineError {
        // A conflict ends the transaction at once.
        if PostgresTransactions.mayPass(error) { throw error.storageError }
        throw error.storageError.after(Patience(seconds: Int(wait.components.seconds)))
      }
    }
  }

  func close() {
    connections.close()
  }

  /// Whether an error that does not pass comes from contradicting rows, or from a key that is not
  /// ours.
  private static func isLasting(_ error: any Error) -> Bool {
    error is Conflict || (error as? PostgresError)?.state == "23505"
  }

  private static func mayPass(_ error: any Error) -> Bool {
    error is Conflict || (error as? PostgresError)?.mayPass == true
  }

  private func once<Value>(
    wait: Duration, mayRepeat: Bool, _ body: (any Writing) throws -> Value
  ) throws -> Value {
    let session = try connections.begin(mode, wait: wait, mayRepeat: mayRepeat)
    defer { connections.giveBack(session) }
    let outcome = WriteOutcome()
    let value = try body(
      PostgresWriting(session: session, place: place, outcome: outcome, memory: memory))
    try session.finishOpening()
    // The caller may have caught an error; COMMIT would then roll back.
    guard session.canContinue, !outcome.isDoomed else { throw Conflict() }
    connections.interrupts.beforeCommit()
    session.shouldStop = { false }
    do {
      try session.run("COMMIT")
    } catch let error as PostgresError {
      let isUnheard = !session.isUsable || error.state.hasPrefix("57P")
      guard isUnheard, try isCommitted(session, after: error, outcome, wait) else { throw error }
    }
    return value
  }

  /// Whether the server has committed a transaction although its reply did not arrive.
  ///
  /// The server remembers the results of transactions by number. After a crash it may give out a
  /// number again; the commit is then certain only if a row that the transaction added is there.
  private func isCommitted(
    _ lost: PostgresSession, after error: PostgresError, _ outcome: WriteOutcome, _ wait: Duration
  ) throws -> Bool {
    let unknown = StorageError.failed(
      error == .silent ? .noAnswer : .connection, saved: .unknown)
    guard let number = lost.transactionNumber, let before = lost.recovery else { throw unknown }
    // After a silent commit, no time is left to wait for the server.
    let end = ContinuousClock.now + (error == .silent ? .zero : max(wait, .seconds(5)))
    repeat {
      guard let session = try? connections.connect(wait: max(.zero, end - .now)),
        let now: Int64 = try? session.value("SELECT \(PostgresSession.lastRecovery)")
      else {
        PostgresSession.pause(milliseconds: 100)
        continue
      }
      let status: String?
      do {
        status = try session.value("SELECT pg_xact_status(\(String(number))::xid8)")
      } catch let error as PostgresError where error.state == "22023" {
        // The number is not given out yet: the server forgot the transaction.
        return false
      }
      switch status {
      case "aborted": return false
      case "committed" where now == before: return true
      case "committed":
        guard let proof = outcome.proof, try session.run(proof) == 1 else { throw unknown }
        return true
      case "in progress": PostgresSession.pause(milliseconds: 50)
      default: throw unknown
      }
    } while ContinuousClock.now < end
    throw unknown
  }
}
