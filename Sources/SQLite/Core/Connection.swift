internal import CSQLite
package import SQLText

/// One connection to a database; it belongs to one queue and closes in `deinit`.
///
/// `Connection+Queries` and `Connection+Transactions` run statements and transactions.
@safe package final class Connection {
  enum Mode {
    case readWrite
    case readOnly
    /// Takes no lock and ignores journals: correct only for a file that no process writes.
    case immutable
    /// Reads a file with a log; the index of the log is in memory unless a writer has created one.
    case withoutIndex
    case memory
  }

  /// The error that rolled back the whole transaction, such as a full disk or an interrupt.
  ///
  /// No statement runs until it is cleared: a statement would run outside its transaction.
  private(set) var transactionEnd: SQLiteError?
  var isSnapshot = false
  /// Whether the disk failed; no further transaction uses this connection.
  package internal(set) var hasFailed = false
  /// Whether pages were removed from the end of the file, which takes effect at a checkpoint.
  var hasShrunk = false
  var deferred = DeferredStatements()
  var savepoints = 0
  /// Retains the `WALState` that this connection uses; nil without a log.
  var log: AnyObject?
  /// Whether the connection may be used only once.
  ///
  /// A connection without an index depends on a writer's index, which a writer of this process
  /// would share, <https://www.sqlite.org/uri.html#uriroshm>. An immutable connection notices no
  /// change.
  package let isPassing: Bool
  /// Closes the connection under a lock; it must call `close` once, with whether to keep the log.
  var closing: ((_ close: (_ keepsLog: Bool) -> Void) -> Void)?
  /// Called with each statement before it runs.
  package var observer: ((SQL) -> Void)?
  private(set) var handle: OpaquePointer?
  private var statements = StatementCache(capacity: 200)
  private var interruptCheck: InterruptCheck?
  private var busyWait: BusyWait
  private let keepsLog: Bool
  private let frames: UnsafeMutablePointer<Int32>
  /// Configures the library once, before the first connection.
  private static let preparation = csqlite_configure()

  /// Closing never checkpoints with `keepsLog`; otherwise the last connection to close checkpoints.
  init(
    _ path: String, mode: Mode, wait: Duration, keepsLog: Bool = false
  ) throws(SQLiteError) {
    _ = Connection.preparation
    self.keepsLog = keepsLog
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

  /// Closes the connection; afterwards only `isInTransaction` may be used.
  ///
  /// After a failed sync the log must be kept: its content is unknown.
  func close(keepingLog: Bool = false) {
    guard unsafe handle != nil else { return }
    statements.removeAll()
    if let closing, !keepingLog {
      closing { closeHandle(keepingLog: $0) }
    } else {
      closeHandle(keepingLog: keepingLog || keepsLog)
    }
    log = nil
  }

  /// Wraps `sqlite3_close_v2`.
  private func closeHandle(keepingLog: Bool) {
    if keepingLog { unsafe _ = csqlite_dbconfig(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1) }
    unsafe _ = sqlite3_close_v2(handle)
    unsafe handle = nil
  }

  /// The number of frames in the write-ahead log after the last commit of this connection.
  var framesInLog: Int { Int(unsafe frames.pointee) }

  // MARK: Statements

  /// An idle statement of this form, bound and marked as running; the caller must rewind it.
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
      noteFailure(error, wasInTransaction: wasInTransaction)
      throw error
    }
  }

  /// Records an error that ended the transaction, or an error of the disk.
  func noteFailure(_ error: SQLiteError, wasInTransaction: Bool) {
    if wasInTransaction, !isInTransaction { transactionEnd = error }
    if error.code.primary == .io { hasFailed = true }
  }

  /// Whether a transaction is open, `sqlite3_get_autocommit`.
  package var isInTransaction: Bool {
    unsafe handle != nil && sqlite3_get_autocommit(handle) == 0
  }

  /// Lets statements run again after an error ended a transaction.
  func clearTransactionEnd() {
    transactionEnd = nil
  }

  // MARK: Waiting and stopping

  /// Limits the wait for locks of other connections; has no effect on a closed connection.
  func setBusyTimeout(_ wait: Duration) {
    guard unsafe handle != nil else { return }
    busyWait = BusyWait(limit: wait, unless: interruptCheck)
    installBusyWait()
  }

  /// Wraps `sqlite3_busy_handler`; SQLite's own timeout ignores a request to stop.
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

  /// Calls `test` every few thousand steps of a statement and during waits for locks; true
  /// interrupts the statement, or ends the wait.
  package func stop(when test: (() -> Bool)?) {
    interruptCheck = test.map(InterruptCheck.init)
    setBusyTimeout(busyWait.limit)
    guard let interruptCheck else {
      unsafe sqlite3_progress_handler(handle, 0, nil, nil)
      return
    }
    let context = unsafe Unmanaged.passUnretained(interruptCheck).toOpaque()
    unsafe sqlite3_progress_handler(
      handle, 4_000,
      { context in
        guard let context = unsafe context else { return 0 }
        let check = unsafe Unmanaged<InterruptCheck>.fromOpaque(context).takeUnretainedValue()
        return !check.isHeld && check.isTrue() ? 1 : 0
      }, context)
  }

  /// Runs a statement that begins or ends a transaction or a savepoint.
  ///
  /// Not interruptible.
  ///
  /// SQLite may report an interrupt after such a statement took effect, and the caller would not
  /// know which transaction is open.
  func control(_ statement: SQL) throws(SQLiteError) {
    interruptCheck?.isHeld = true
    defer { interruptCheck?.isHeld = false }
    try run(statement)
  }

  // MARK: Opening

  private static func name(of path: String, for mode: Mode) -> String {
    switch mode {
    case .immutable: uri(path, "immutable=1")
    case .withoutIndex: uri(path, "readonly_shm=1")
    case .readWrite, .readOnly, .memory: path
    }
  }

  /// The URI that opens the file with a parameter, <https://www.sqlite.org/uri.html>.
  private static func uri(_ path: String, _ parameter: String) -> String {
    var uri = "file:"
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
        UInt8(ascii: "-"), UInt8(ascii: "_"):
        uri.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        uri += (byte < 16 ? "%0" : "%") + String(byte, radix: 16)
      }
    }
    return "\(uri)?\(parameter)"
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

  /// Hardens the connection as <https://www.sqlite.org/security.html> recommends.
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
