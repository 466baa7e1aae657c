internal import CPostgres
package import SQLText

/// One connection to a server, used by one thread at a time.
///
/// A pooler may give each transaction another connection. So a session keeps no settings, and it
/// prepares no statements with a pooler.
@safe package final class PostgresSession {
  let handle: OpaquePointer
  /// The time limit of a response; nil for none.
  ///
  /// It is needed because a frozen server neither closes the connection nor sends an error.
  package var patience: Duration?
  /// Called during waits; true cancels the statement.
  package var shouldStop: () -> Bool = { false }
  /// Called with each statement before it is sent.
  package var observer: ((SQL) -> Void)?
  /// False after the connection broke or a response was abandoned.
  private(set) var isWhole = true

  /// The value of `lastRecovery`, after a transaction has read it.
  package var recovery: Int64?
  /// The ID of the transaction, after which the server can be asked whether it committed; nil if it
  /// was not read.
  package var transactionNumber: Int64?
  private var opening: Opening?
  /// Nil with a pooler, and before `keepStatements`.
  private var kept: PreparedStatements?

  /// Statements that are sent with the next statements of the session.
  private struct Opening {
    let statements: [SQL]
    /// Runs after the statements.
    let query: RowQuery
    /// Thrown if the query has no row.
    let missing: any Error
  }

  init(connected handle: OpaquePointer) {
    unsafe self.handle = handle
    unsafe PQsetnonblocking(handle, 1)
  }

  deinit {
    unsafe PQfinish(handle)
  }

  // MARK: State

  /// Whether further statements can be sent.
  package var isUsable: Bool { unsafe isWhole && PQstatus(handle) == CONNECTION_OK }
  package var isInTransaction: Bool {
    switch unsafe PQtransactionStatus(handle) {
    case PQTRANS_INTRANS, PQTRANS_INERROR, PQTRANS_ACTIVE: true
    default: false
    }
  }
  /// False after an error, until the transaction or a savepoint is rolled back.
  package var canContinue: Bool {
    unsafe isUsable && (opening != nil || PQtransactionStatus(handle) == PQTRANS_INTRANS)
  }
  /// The version of the server: 150018 is 15.18.
  package var serverVersion: Int { Int(unsafe PQserverVersion(handle)) }

  /// A value that changes when the server recovers from a crash.
  ///
  /// A recovery resets statistics, and a restart keeps them (monitoring-stats.html).
  ///
  /// The view `pg_stat_bgwriter` has it too, but costs a new connection 0.2 ms (2026-11-28).
  package static let lastRecovery: SQL = "pg_stat_get_bgwriter_stat_reset_time()"

  /// The ID of the server process of the session.
  package static let backend: SQL = "pg_backend_pid()"

  /// Enables prepared statements if the server process `backend` is the one that the connection
  /// reports.
  ///
  /// A pooler reports other numbers to its clients.
  package func keepStatements(ifServedBy backend: Int64) {
    if kept == nil, unsafe Int64(PQbackendPID(handle)) == backend { kept = PreparedStatements() }
  }

  package static func pause(milliseconds: UInt32) {
    SocketWait.sleep(milliseconds: milliseconds)
  }

  // MARK: Statements

  /// Runs a statement and returns the number of rows it changed or found.
  @discardableResult package func run(_ sql: SQL) throws -> Int {
    try run([sql])[0]
  }

  /// Runs statements in one round trip and returns their numbers of rows; those after an error do
  /// not run.
  @discardableResult package func run(_ statements: [SQL]) throws -> [Int] {
    var counts: [Int] = []
    try unsafe pipeline(statements) { index, result in
      if index == counts.count { counts.append(0) }
      counts[index] += unsafe PostgresSession.count(result)
    }
    return counts
  }

  /// Begins a transaction in the round trip of the next statements.
  ///
  /// `query` runs after the statements. If it has no row, or its `take` throws, the transaction is
  /// rolled back and the next statements throw the error.
  package func open(
    with statements: [SQL], _ query: RowQuery, orThrow missing: any Error
  ) {
    opening = Opening(statements: statements, query: query, missing: missing)
  }

  /// Begins the transaction of `open`, if it has not begun.
  package func finishOpening() throws {
    if opening != nil { try unsafe pipeline([]) { _, _ in } }
  }

  /// Sends the statements of `open` and then these, and passes on the results of these.
  private func pipeline(
    _ statements: [SQL], _ take: (_ index: Int, OpaquePointer) throws -> Void
  ) throws {
    guard let opening = opening.take() else { return try unsafe exchange(statements, take) }
    let last = opening.statements.count
    var isRefused = false
    do {
      try unsafe exchange(opening.statements + [opening.query.sql] + statements) { index, result in
        if index > last { return try unsafe take(index - last - 1, result) }
        if index < last { return }
        isRefused = true
        if unsafe PQntuples(result) == 0 { throw opening.missing }
        try opening.query.take(unsafe PostgresRow(of: result))
        isRefused = false
      }
    } catch {
      if isRefused, isUsable { _ = try? run("ROLLBACK") }
      throw error
    }
  }

  /// Sends statements, and passes on each result with the index of its statement.
  ///
  /// The first statement may have several results: libpq still has the mode of `stream`.
  private func exchange(
    _ statements: [SQL], _ take: (_ index: Int, OpaquePointer) throws -> Void
  ) throws {
    guard isUsable else { throw lost() }
    unsafe PQenterPipelineMode(handle)
    defer { unsafe PQexitPipelineMode(handle) }
    // The index of the statement of each response; nil for the response to a preparation.
    var indexes: [Int?] = []
    for (index, sql) in statements.enumerated() {
      if try dispatch(sql, mayKeep: true) { indexes.append(nil) }
      indexes.append(index)
    }
    guard unsafe PQpipelineSync(handle) == 1 else { throw lost() }
    let wait = newWait()
    var responses = 0
    var failure: (any Error)?
    while true {
      guard let result = try unsafe nextResult(wait) else {
        if !isUsable { throw lost() }
        responses += 1
        continue
      }
      defer { unsafe PQclear(result) }
      if unsafe PQresultStatus(result) == PGRES_PIPELINE_SYNC { break }
      if let error = unsafe error(in: result) { failure = failure ?? error }
      if failure == nil, let index = indexes[responses] {
        do { try unsafe take(index, result) } catch { failure = error }
      }
    }
    kept?.settle(areKept: failure == nil)
    if let failure { throw failure }
  }

  /// Runs statements in one round trip, and passes on each row with the index of its statement.
  func rows(
    of statements: [SQL], _ take: (_ index: Int, PostgresRow) throws -> Void
  ) throws {
    try unsafe pipeline(statements) { index, result in
      let row = unsafe PostgresRow(of: result)
      while row.isThere {
        try take(index, row)
        row.advance()
      }
    }
  }

  /// Passes rows on as they arrive, so that a long result needs little memory.
  ///
  /// `take` must not use the session.
  func stream(_ sql: SQL, _ take: (PostgresRow) throws -> Void) throws {
    try send(sql)
    unsafe PQsetSingleRowMode(handle)
    var failure: (any Error)?
    let wait = newWait()
    while let result = try unsafe nextResult(wait) {
      defer { unsafe PQclear(result) }
      if failure != nil { continue }
      if let error = unsafe error(in: result) {
        failure = error
      } else if unsafe PQntuples(result) > 0 {
        do { try take(unsafe PostgresRow(of: result)) } catch {
          failure = error
          cancel()
        }
      }
    }
    if let failure { throw failure }
  }

  /// Runs a statement that a user typed; returns the names and types of its columns, and its rows
  /// as texts.
  ///
  /// NULL is nil.
  ///
  /// Only this function takes SQL as a `String`; all other statements are literals.
  package func foreign(
    _ statement: String
  ) throws(PostgresError) -> (columns: [String], types: [UInt32], rows: [[String?]]) {
    guard unsafe PQsendQueryParams(handle, statement, 0, nil, nil, nil, nil, 0) == 1 else {
      throw lost()
    }
    let result = try unsafe wholeResult()
    defer { unsafe PQclear(result) }
    let columns = 0..<(unsafe PQnfields(result))
    var rows: [[String?]] = []
    let row = unsafe PostgresRow(of: result)
    while row.isThere {
      rows.append(columns.map { row.isNull($0) ? nil : row.text($0) })
      row.advance()
    }
    return (
      columns.map { unsafe PQfname(result, $0).map { unsafe String(cString: $0) } ?? "" },
      columns.map { unsafe PQftype(result, $0) }, rows
    )
  }

  // MARK: Sending and waiting

  /// Sends a statement alone.
  func send(_ sql: SQL) throws {
    try finishOpening()
    guard isUsable else { throw lost() }
    try dispatch(sql, mayKeep: false)
  }

  /// Sends a statement; returns whether the response to its preparation comes first.
  @discardableResult private func dispatch(
    _ sql: SQL, mayKeep: Bool
  ) throws(PostgresError) -> Bool {
    observer?(sql)
    let bound = sql.bindings.map { BoundValue($0) }
    let types = bound.map(\.type)
    let form =
      kept?.form(of: sql, bound, mayKeep: mayKeep) ?? .text(sql.form.text(.numbered))
    let (count, formats) = (Int32(bound.count), bound.map { _ in Int32(1) })
    let lengths = bound.map { Int32($0.bytes?.count ?? 0) }
    var isNew = false
    let isSent = unsafe withPointers(to: bound) { values in
      switch form {
      case .text(let text):
        return unsafe PQsendQueryParams(handle, text, count, types, values, lengths, formats, 1)
      case .new(let name, let text):
        isNew = true
        guard unsafe PQsendPrepare(handle, name, text, count, types) == 1 else { return 0 }
        return unsafe PQsendQueryPrepared(handle, name, count, values, lengths, formats, 1)
      case .name(let name):
        return unsafe PQsendQueryPrepared(handle, name, count, values, lengths, formats, 1)
      }
    }
    guard isSent == 1 else { throw lost() }
    return isNew
  }

  func newWait() -> SocketWait { SocketWait(patience: patience, shouldStop: shouldStop) }

  /// Waits for the only result of a statement, which the caller clears.
  func wholeResult() throws(PostgresError) -> OpaquePointer {
    let wait = newWait()
    guard let result = try unsafe nextResult(wait) else { throw lost() }
    let failure = unsafe error(in: result)
    // The same result continues during a COPY.
    let status = unsafe PQresultStatus(result)
    if status == PGRES_COPY_IN || status == PGRES_COPY_OUT { return unsafe result }
    do throws(PostgresError) {
      while let further = try unsafe nextResult(wait) { unsafe PQclear(further) }
      if let failure { throw failure }
    } catch {
      unsafe PQclear(result)
      throw error
    }
    return unsafe result
  }

  /// The next result; nil at the end of a statement.
  func nextResult(_ wait: SocketWait) throws(PostgresError) -> OpaquePointer? {
    var wait = wait
    var isStopping = false
    while true {
      let unsent = unsafe PQflush(handle)
      if unsent < 0 { throw lost() }
      if unsent == 0, unsafe PQisBusy(handle) == 0 { return unsafe PQgetResult(handle) }
      switch wait.wait(for: unsafe PQsocket(handle), writes: unsent > 0) {
      case .ready(let isReadable):
        if isReadable, unsafe PQconsumeInput(handle) == 0 { throw lost() }
      case .isStopped where !isStopping:
        // The statement ends with an error, unless it has already finished.
        cancel()
        isStopping = true
        wait = SocketWait(patience: .seconds(2), shouldStop: { false })
      case .isStopped, .isOver:
        isWhole = false
        throw isStopping ? .stopped : .silent
      }
    }
  }

  /// Asks the server to cancel the running statement.
  package func cancel() {
    guard let request = unsafe PQgetCancel(handle) else { return }
    var words = [CChar](repeating: 0, count: 256)
    unsafe PQcancel(request, &words, 256)
    unsafe PQfreeCancel(request)
  }

  func lost() -> PostgresError {
    isWhole = false
    let words = unsafe PQerrorMessage(handle).map { unsafe String(cString: $0) } ?? ""
    return .lost(words)
  }

  /// The error of a result; nil for a success.
  func error(in result: OpaquePointer) -> PostgresError? {
    let status = unsafe PQresultStatus(result)
    guard status == PGRES_FATAL_ERROR || status == PGRES_BAD_RESPONSE else { return nil }
    let field = { (letter: Unicode.Scalar) -> String? in
      unsafe PQresultErrorField(result, Int32(letter.value)).map { unsafe String(cString: $0) }
    }
    guard let state = field("C") else { return lost() }
    if state == "57014", shouldStop() { return .stopped }
    return .refused(
      state: state, message: field("M") ?? "", position: field("P").flatMap { Int($0) })
  }

  private static func count(_ result: OpaquePointer) -> Int {
    unsafe PQcmdTuples(result).flatMap { unsafe Int(String(cString: $0)) } ?? 0
  }
}
