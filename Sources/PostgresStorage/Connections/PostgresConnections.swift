internal import Dispatch
internal import Postgres
internal import SQLText
internal import Storage

/// The connections of this process to one server, each lent to one transaction at a time.
///
/// A command needs one; a second is opened where a transaction begins within another. It is
/// unchecked `Sendable`: `idle` is touched on `lane` only, and a lent session by its borrower only.
final class PostgresConnections: @unchecked Sendable {
  /// How a transaction begins.
  enum Mode {
    case reading, writing
    /// Creates the schema, which others see when the transaction has ended.
    case creating
  }

  let place: PostgresPlace
  let interrupts: Interrupts
  private let lane = DispatchQueue(label: "profilectl.connections")
  private var idle: [PostgresSession] = []

  init(_ place: PostgresPlace, _ interrupts: Interrupts) {
    self.place = place
    self.interrupts = interrupts
  }

  /// Lends a session in which a transaction has begun; `giveBack` takes it when the transaction has
  /// ended.
  ///
  /// A session that broke while it was idle is replaced. If the caller `mayRepeat` the transaction,
  /// BEGIN is sent with the first statement, and a broken session fails that statement instead.
  func begin(_ mode: Mode, wait: Duration, mayRepeat: Bool = false) throws -> PostgresSession {
    while let session = popIdle() {
      do {
        return try PostgresConnections.begin(mode, in: prepared(session, wait), wait, mayRepeat)
      } catch let error as PostgresError where !session.isUsable && error.mayPass {}
    }
    return try PostgresConnections.begin(mode, in: connect(wait: wait), wait, mayRepeat)
  }

  /// A session without a transaction, which the caller keeps.
  func connect(wait: Duration) throws(PostgresError) -> PostgresSession {
    try PostgresSession.connect(
      to: place, patience: PostgresConnections.answer(within: wait), retry: wait,
      shouldStop: interrupts.isAsked)
  }

  func giveBack(_ session: PostgresSession) {
    if session.isInTransaction, session.isUsable { _ = try? session.run("ROLLBACK") }
    guard session.isUsable, !session.isInTransaction else { return }
    lane.sync { idle.append(session) }
  }

  func close() {
    lane.sync { idle.removeAll() }
  }

  private func popIdle() -> PostgresSession? { lane.sync { idle.popLast() } }

  private func prepared(_ session: PostgresSession, _ wait: Duration) -> PostgresSession {
    session.patience = PostgresConnections.answer(within: wait)
    session.shouldStop = interrupts.isAsked
    return session
  }

  /// A time limit in the form of the server's settings.
  static func milliseconds(_ time: Duration) -> String {
    String(Int(max(1, time / .milliseconds(1))))
  }

  /// The longest wait for a reply: a little longer than the server waits for locks.
  private static func answer(within wait: Duration) -> Duration {
    max(wait, .seconds(3)) + .milliseconds(500)
  }

  /// Begins, and checks in the same round trip that the network can be used.
  private static func begin(
    _ mode: Mode, in session: PostgresSession, _ wait: Duration, _ mayRepeat: Bool
  ) throws -> PostgresSession {
    session.transactionNumber = nil
    let limit = milliseconds(wait)
    let begin: SQL =
      mode == .reading
      ? "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY" : "BEGIN ISOLATION LEVEL READ COMMITTED"
    // The program itself limits the wait for a reply. No operators and casts: a new connection
    // looks up each of them in the catalogue.
    let limits: SQL = """
      set_config('lock_timeout', \(limit), true), set_config('statement_timeout', '0', true)
      """
    let creation = mode == .creating ? ["SELECT \(limits)"] + PostgresSchema.creation() : []
    let number: SQL = mode == .reading ? "NULL" : "pg_current_xact_id()"
    let isRecoveryKnown = mode == .reading || session.recovery != nil
    let recovery: SQL = isRecoveryKnown ? "NULL" : PostgresSession.lastRecovery
    let check = RowQuery {
      "SELECT \($0), \(limits) FROM profilectl.network"
    } as: { row -> (version: Int64, number: Int64?, recovery: Int64, backend: Int64) in
      (
        row["version"], row[optional: "\(number)"], row["\(recovery)"],
        row["\(PostgresSession.backend)"]
      )
    } take: { [unowned session] found in
      session.transactionNumber = found.number
      if !isRecoveryKnown { session.recovery = found.recovery }
      session.keepStatements(ifServedBy: found.backend)
      try PostgresSchema.check(version: found.version)
    }
    session.open(with: [begin] + creation, check, orThrow: StorageError.file(.missing))
    if !mayRepeat { try session.finishOpening() }
    return session
  }
}

extension PostgresSchema {
  /// Throws unless the tables of this version match those of the program.
  static func check(version found: Int64) throws(StorageError) {
    if found == version { return }
    if found == unfinished { throw .server(.unfinished) }
    throw .file(found > version ? .newer(version: Int(found)) : .older(version: Int(found)))
  }
}
