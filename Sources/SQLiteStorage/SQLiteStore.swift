package import Model
internal import SQLText
internal import SQLite
package import Storage

/// A network in one SQLite file.
///
/// Connections are opened when they are first needed.
package final class SQLiteStore: Store {
  /// From this many reads on, the reader gets a larger cache.
  ///
  /// A single command rarely reads so often; the browser, a prompt, a script or a long list does.
  private static let manyReadings = 4

  package let queue: WriteQueue
  package private(set) var shared: (any Writing)?
  package var migratesToRead = false
  private(set) var sharedConnection: Connection?
  let file: DatabaseFile
  let interrupts: Interrupts
  private let sharing: SharedWritingMaker?
  private var reader: Connection?
  /// The number of reads with the kept reader.
  private var readings = 0

  init(
    file: DatabaseFile, patience: Patience, interrupts: Interrupts,
    sharing: SharedWritingMaker? = nil
  ) {
    self.file = file
    self.interrupts = interrupts
    self.sharing = sharing
    queue = WriteQueue(
      SQLiteTransactions(file: file, interrupts: interrupts, sharing: sharing),
      patience: patience)
  }

  /// Closes the reader first, so that the writer is the last connection and removes the log.
  deinit {
    reader = nil
  }

  package var path: String { file.path }
  package var identity: String { file.path }
  package var gathersLines: Bool { true }
  package var settling: Int64 { 0 }

  package func withOwnConnections() -> any Store {
    SQLiteStore(
      file: file, patience: Patience(seconds: Int(file.wait.components.seconds)),
      interrupts: interrupts, sharing: sharing)
  }

  package func unstoppable() -> any Store {
    SQLiteStore(
      file: file, patience: Patience(seconds: 1),
      interrupts: Interrupts(beforeCommit: interrupts.beforeCommit), sharing: sharing)
  }

  // MARK: Reading

  package func snapshot<Value>(_ body: (any Reading) throws -> Value) throws -> Value {
    if migratesToRead { try migrate { _ = try body($0.reading) } }
    return try withReader { connection in
      try connection.snapshot { try body(SQLiteReading(connection: connection, path: path)) }
    }
  }

  /// Runs `body` with the reader; within `together`, with the writing connection.
  func withReader<Value>(_ body: (Connection) throws -> Value) throws -> Value {
    if let connection = sharedConnection {
      try connection.runDeferred()
      return try body(connection)
    }
    return try translating {
      try requireInPlace()
      if migratesToRead { try migrate() }
      let connection = try openedReader()
      defer { release(of: connection) }
      return try body(connection)
    }
  }

  package func explain(_ body: () throws -> Void) throws -> [Explanation] {
    let connection = try translating { try sharedConnection ?? openedReader() }
    var seen: [SQL] = []
    connection.observer = { sql in
      let asks = sql.text.hasPrefix("SELECT") || sql.text.hasPrefix("WITH")
      if asks, !seen.contains(where: { $0.text == sql.text }) {
        seen.append(sql)
      }
    }
    defer {
      connection.observer = nil
      release(of: connection)
    }
    try body()
    connection.observer = nil
    return try translating {
      try seen.map { sql in
        let plan = try connection.queryPlan(of: sql)
        return Explanation(
          statement: sql.text, plan: plan.map { Explanation.Step($0.line, depth: $0.depth) })
      }
    }
  }

  private func openedReader() throws -> Connection {
    if let reader {
      readings += 1
      if readings == SQLiteStore.manyReadings { try? reader.keep(.usual) }
      return reader
    }
    let opened = try newReader()
    (reader, readings) = (opened, 1)
    return opened
  }

  /// A reader that this store does not keep.
  func newReader(acceptingOlder: Bool = false) throws(DatabaseError) -> Connection {
    let opened = try file.reader(acceptingOlder: acceptingOlder)
    opened.stop(when: interrupts.isAsked)
    return opened
  }

  /// Drops a reader that can't be kept after its use.
  private func release(of connection: Connection) {
    let isInUse = connection.isInTransaction || connection.observer != nil
    if !isInUse, !file.canKeep(connection) { reader = nil }
  }

  /// Closes the connections if the file or its log was replaced, so that a long-lived process does
  /// not read an unlinked file.
  package func requireInPlace() throws {
    if reader?.isInTransaction == true { return }
    do throws(DatabaseError) {
      try file.requireInPlace()
    } catch {
      reader = nil
      queue.close()
      throw error
    }
  }

  package func migrate(trying trial: (any Writing) throws -> Void) throws {
    guard file.isOlder else { return }
    reader = nil
    try translating {
      try file.migrate(unless: interrupts.isAsked) { connection in
        try SQLiteWriting(connection: connection, path: path).attempt(isDryRun: true, trial)
      }
    }
  }

  package func watch() throws -> any ChangeWatching {
    try SQLiteWatch(file, interrupts)
  }

  // MARK: Writing

  package func together<Value>(_ body: () throws -> Value) throws -> Value {
    if let shared { return try shared.savepoint(body) }
    try requireInPlace()
    try migrate()
    return try queue.together { writing in
      (shared, sharedConnection) = (writing, try SQLiteWriting(writing).connection)
      defer { (shared, sharedConnection) = (nil, nil) }
      return try body()
    }
  }

  /// Runs `body` and translates its errors, with the wait of this store.
  func translating<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as SQLiteError {
      if error.code.primary == .busy, interrupts.isAsked() { throw StorageError.interrupted }
      throw DatabaseError(error, wait: file.wait)
    }
  }
}

/// Watches a file for an observation, with a reader of its own.
private final class SQLiteWatch: ChangeWatching {
  private let file: DatabaseFile
  private let interrupts: Interrupts
  private var watch: ChangeWatch?
  /// Kept between looks, unless it would block writers.
  private var connection: Connection?
  let descriptor: Int32

  /// Begins the watch before the first look, so that no change is missed.
  init(_ file: DatabaseFile, _ interrupts: Interrupts) throws {
    self.file = file
    self.interrupts = interrupts
    let watch = try file.watch()
    self.watch = watch
    descriptor = watch.descriptor
    connection = try reader()
    try ChangeWatch.requireRoomToWait()
  }

  func drain() {
    _ = watch?.drain()
  }

  func look<Value>(
    _ body: (any Reading) throws -> Value
  ) throws -> (value: Value, version: Int64?) {
    guard watch != nil else { throw StorageError.internal("The observation is closed.") }
    let connection = try opened()
    return try connection.snapshot {
      let version = connection.isPassing ? nil : try connection.dataVersion
      return (try body(SQLiteReading(connection: connection, path: file.path)), version)
    }
  }

  func close() {
    connection = nil
    watch = nil
  }

  private func opened() throws -> Connection {
    let kept = connection
    connection = nil
    try file.requireInPlace()
    let opened = try kept ?? reader()
    if file.canKeep(opened) { connection = opened }
    return opened
  }

  private func reader() throws -> Connection {
    let opened = try file.reader()
    opened.stop(when: interrupts.isAsked)
    return opened
  }
}

/// Opens and creates files.
extension SQLiteStore {
  /// The network in an existing file.
  package static func open(
    at path: String, patience: Patience, interrupts: Interrupts = Interrupts(),
    sharing: SharedWritingMaker? = nil
  ) throws -> SQLiteStore {
    let file = try DatabaseFile.open(path, as: Schema.identity, wait: patience.duration)
    return SQLiteStore(
      file: file, patience: patience, interrupts: interrupts, sharing: sharing)
  }

  /// The network in a file, created if it is missing, and whether it was created.
  package static func create(
    at path: String, patience: Patience, interrupts: Interrupts = Interrupts(),
    sharing: SharedWritingMaker? = nil
  ) throws -> (store: SQLiteStore, isNew: Bool) {
    let file = try DatabaseFile.create(
      path, as: Schema.identity, wait: patience.duration, unless: interrupts.isAsked)
    let store = SQLiteStore(
      file: file, patience: patience, interrupts: interrupts, sharing: sharing)
    return (store, file.wasCreated)
  }

  /// An empty network for a dry run, hidden in the folder of `path`; deallocation removes it.
  package static func scratch(
    beside path: String, patience: Patience, interrupts: Interrupts
  ) throws -> SQLiteStore {
    let file = try DatabaseFile.createScratch(
      beside: path, as: Schema.identity, wait: patience.duration)
    return SQLiteStore(file: file, patience: patience, interrupts: interrupts)
  }

  /// Runs `body` on an empty network, which appears at `path` complete or not at all.
  ///
  /// It grows in a hidden folder beside `path`, which no other process opens. Its errors name
  /// `path`; those of `body` pass unchanged. A dry run gives it no name.
  package static func fill<Value>(
    newFileAt path: String, isDryRun: Bool = false, patience: Patience, interrupts: Interrupts,
    _ body: (any Writing) throws -> Value
  ) throws -> Value {
    try DatabaseFile.checkFree(path)
    do {
      let store = try scratch(beside: path, patience: patience, interrupts: interrupts)
      let value = try store.queue.together(body)
      store.queue.close()
      if !isDryRun { try store.file.publish(as: path, unless: interrupts.isAsked) }
      return value
    } catch {
      throw TargetError(path: path, naming: error) ?? error
    }
  }

  /// The paths of a database and of its side files, whether they exist or not.
  package static func paths(of path: String) -> [String] { DatabaseFile.paths(of: path) }

  /// Refuses a name of a side file, and a name in a missing folder.
  package static func checkName(_ path: String) throws {
    try DatabaseFile.checkName(path)
  }
}
