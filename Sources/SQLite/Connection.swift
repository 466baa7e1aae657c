internal import CSQLite

/// One connection to a database; it belongs to one queue and closes when it goes away.
@safe package final class Connection {
  /// How a file is opened.
  enum Mode {
    case readWrite
    case readOnly
    /// No lock is taken and no journal looked at: right only for a file that nobody writes.
    case immutable
    /// Reads a file that has a log, and keeps the index of the log in memory unless somebody who
    /// writes has made one.
    case withoutIndex
    case memory
  }

  /// The error that ended a transaction which nobody ended: a full disk or an interrupt takes all
  /// of it.
  ///
  /// Until somebody answers for it nothing else runs: it would be outside the transaction it
  /// belongs to.
  private(set) var transactionEnd: SQLiteError?
  /// Whether `snapshot` is running.
  var isSnapshot = false
  /// Whether the disk failed under this connection; then it is not used for another transaction.
  package internal(set) var hasFailed = false
  /// Whether pages were taken off the file's end, which a checkpoint has to carry out.
  var hasShrunk = false
  /// What the transaction still has to run.
  var postponed = Postponed()
  /// How many savepoints lie inside each other.
  var savepoints = 0
  /// The log that it reads and writes; nil until there is one.
  var log: OpenLog?
  /// Whether it is for one answer only.
  ///
  /// Without an index of its own it reads what only somebody else may write, and a writer of the
  /// same process would find itself bound by that, <https://www.sqlite.org/uri.html#uriroshm>; an
  /// immutable one notices no change.
  package let isPassing: Bool
  /// What to do as the connection closes, and around it.
  private let closing: Closing
  /// Called with each statement before it runs.
  package var observer: ((SQL) -> Void)?
  private(set) var handle: OpaquePointer?
  private var statements = StatementCache(capacity: 200)
  private var stopTest: StopTest?
  private var busyWait: BusyWait
  private let frames: UnsafeMutablePointer<Int32>
  /// What the library is told once, before the first connection.
  private static let preparation = csqlite_travel_light()

  init(
    _ path: String, mode: Mode, wait: Duration, closing: Closing = .plain
  ) throws(SQLiteError) {
    _ = Connection.preparation
    self.closing = closing
    isPassing = mode == .withoutIndex || mode == .immutable
    busyWait = BusyWait(limit: wait, unless: nil)
    unsafe frames = .allocate(capacity: 1)
    unsafe frames.initialize(to: 0)
    var opened: OpaquePointer?
    let status = unsafe sqlite3_open_v2(
      Self.name(of: path, for: mode), &opened, Self.flags(for: mode), nil)
    unsafe handle = opened
    guard status == SQLITE_OK else {
      let error = unsafe SQLiteError(status, on: opened, sql: nil)
      throw error
    }
    installBusyWait()
    configure()
  }

  /// An empty database that lives as long as the connection.
  package static func inMemory() throws(SQLiteError) -> Connection {
    try Connection(":memory:", mode: .memory, wait: .zero)
  }

  deinit {
    close()
    unsafe frames.deallocate()
  }

  /// Closes now; nothing but `isInTransaction` may be asked of it afterwards.
  ///
  /// After a failed sync the log is kept as it is: nothing is known about what it holds.
  func close(keepingLog: Bool = false) {
    guard let open = unsafe handle else { return }
    statements.removeAll()
    let closing = keepingLog ? .keepingLog : closing
    // To empty the log takes the handle.
    closing.perform(
      emptyLog: { try? emptyLog() },
      keepLog: { unsafe _ = csqlite_dbconfig(open, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1) },
      close: { unsafe _ = sqlite3_close_v2(open) },
    )
    unsafe handle = nil
    log = nil
  }

  /// How many frames the write-ahead log had after the last commit of this connection.
  var framesInLog: Int { Int(unsafe frames.pointee) }

  // MARK: Statements

  /// An idle statement of this form, bound and marked as running; the caller rewinds it.
  func start(_ sql: SQL) throws(SQLiteError) -> Statement {
    observer?(sql)
    if let transactionEnd, !isInTransaction { throw transactionEnd }
    let statement: Statement
    if let idle = statements.idle(sql.form) {
      statement = idle
    } else {
      statement = try unsafe Statement.prepare(sql.text, on: handle)
      statements.insert(statement, as: sql.form)
    }
    statement.isRunning = true
    do {
      try statement.bind(sql.bindings)
    } catch {
      statement.rewind()
      throw error
    }
    return statement
  }

  /// Steps to the next row; false after the last.
  ///
  /// A statement that fails leaves the cache.
  func advance(_ statement: Statement) throws(SQLiteError) -> Bool {
    let wasInTransaction = isInTransaction
    do {
      return try statement.step()
    } catch {
      statements.remove(statement)
      if wasInTransaction, !isInTransaction { transactionEnd = error }
      if error.code.primary == .io { hasFailed = true }
      throw error
    }
  }

  /// Whether a transaction is open, `sqlite3_get_autocommit`.
  package var isInTransaction: Bool {
    unsafe handle != nil && sqlite3_get_autocommit(handle) == 0
  }

  /// Lets statements run again after a transaction has ended by itself.
  func forgetTransactionEnd() {
    transactionEnd = nil
  }

  /// How long locks of others are waited for; a connection that was closed waits for none.
  func setBusyTimeout(_ wait: Duration) {
    guard unsafe handle != nil else { return }
    busyWait = BusyWait(limit: wait, unless: stopTest)
    installBusyWait()
  }

  /// Wraps `sqlite3_busy_handler`; SQLite's own would not notice that somebody asked to stop.
  private func installBusyWait() {
    let context = unsafe Unmanaged.passUnretained(busyWait).toOpaque()
    unsafe sqlite3_busy_handler(
      handle,
      { context, count in
        guard let context = unsafe context else { return 0 }
        return unsafe Unmanaged<BusyWait>.fromOpaque(context).takeUnretainedValue()
          .waitsOn(after: count) ? 1 : 0
      }, context)
  }

  /// Asks `test` every few thousand steps of a statement, and while the locks of others are waited
  /// for; when it says true the statement is interrupted, or the wait is over.
  package func stop(when test: (() -> Bool)?) {
    stopTest = test.map(StopTest.init)
    setBusyTimeout(busyWait.limit)
    guard let stopTest else {
      unsafe sqlite3_progress_handler(handle, 0, nil, nil)
      return
    }
    let context = unsafe Unmanaged.passUnretained(stopTest).toOpaque()
    unsafe sqlite3_progress_handler(
      handle, 4_000,
      { context in
        guard let context = unsafe context else { return 0 }
        let test = unsafe Unmanaged<StopTest>.fromOpaque(context).takeUnretainedValue()
        return !test.isHeld && test.isTrue() ? 1 : 0
      }, context)
  }

  /// Runs a statement that begins or ends a transaction, or a part of one, or belongs to its end.
  ///
  /// SQLite may interrupt a statement that has just done what it does, and then nobody could tell
  /// what is open.
  func control(_ statement: SQL) throws(SQLiteError) {
    stopTest?.isHeld = true
    defer { stopTest?.isHeld = false }
    try run(statement)
  }

  private static func name(of path: String, for mode: Mode) -> String {
    switch mode {
    case .immutable: DatabasePath.uri(path, "immutable=1")
    case .withoutIndex: DatabasePath.uri(path, "readonly_shm=1")
    case .readWrite, .readOnly, .memory: path
    }
  }

  private static func flags(for mode: Mode) -> Int32 {
    let common = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | SQLITE_OPEN_NOFOLLOW
    switch mode {
    case .readWrite: return common | SQLITE_OPEN_READWRITE
    case .readOnly: return common | SQLITE_OPEN_READONLY
    case .immutable, .withoutIndex: return common | SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
    case .memory: return common | SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY
    }
  }

  /// Hardens the connection as <https://www.sqlite.org/security.html> says.
  private func configure() {
    let switches = [
      (SQLITE_DBCONFIG_DEFENSIVE, 1), (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0),
      (SQLITE_DBCONFIG_ENABLE_FKEY, 1), (SQLITE_DBCONFIG_WRITABLE_SCHEMA, 0),
      (SQLITE_DBCONFIG_DQS_DML, 0), (SQLITE_DBCONFIG_DQS_DDL, 0),
      (SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0), (SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0),
    ]
    for (name, value) in switches {
      unsafe csqlite_dbconfig(handle, Int32(name), Int32(value))
    }
    let limits = [
      (SQLITE_LIMIT_LENGTH, 96 << 20), (SQLITE_LIMIT_SQL_LENGTH, 1 << 20),
      (SQLITE_LIMIT_COLUMN, 256), (SQLITE_LIMIT_EXPR_DEPTH, 200),
      (SQLITE_LIMIT_COMPOUND_SELECT, 50), (SQLITE_LIMIT_VDBE_OP, 250_000),
      (SQLITE_LIMIT_FUNCTION_ARG, 100), (SQLITE_LIMIT_ATTACHED, 0),
      (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 10_000), (SQLITE_LIMIT_VARIABLE_NUMBER, 1_000),
      (SQLITE_LIMIT_TRIGGER_DEPTH, 10), (SQLITE_LIMIT_WORKER_THREADS, 0),
    ]
    for (name, value) in limits {
      unsafe sqlite3_limit(handle, Int32(name), Int32(value))
    }
    unsafe csqlite_no_mmap(handle)
    unsafe csqlite_register_checksum(handle)
    unsafe sqlite3_wal_autocheckpoint(handle, 0)
    unsafe csqlite_count_frames(handle, frames)
  }
}
