internal import Dispatch
package import Model
internal import Postgres
internal import SQLText
package import Storage

/// A network on a PostgreSQL server, or on another that speaks its protocol.
package final class PostgresStore: Store {
  /// As it is shown: rebuilt, without a password.
  package let path: String
  /// The identity of the network, the same for every URL of it.
  package let identity: String
  package let gathersLines = false
  /// Eight writers at once leave nothing out that is a second old (measured 2026-11-26).
  package let settling: Int64 = 1_000_000
  package let queue: WriteQueue
  package private(set) var shared: (any Writing)?
  private(set) var sharedSession: PostgresSession?
  let connections: PostgresConnections
  let patience: Patience
  /// The session of the snapshot that is read in, and its depth.
  private var snapshotSession: PostgresSession?
  /// Called with each statement while an explanation is made.
  var observer: ((SQL) -> Void)?

  init(
    _ connections: PostgresConnections, path: String, identity: String, patience: Patience
  ) {
    (self.connections, self.path, self.identity) = (connections, path, identity)
    self.patience = patience
    queue = WriteQueue(PostgresTransactions(connections, place: path), patience: patience)
  }

  package func withOwnConnections() -> any Store {
    PostgresStore(connections, path: path, identity: identity, patience: patience)
  }

  package func unstoppable() -> any Store {
    let connections = PostgresConnections(
      connections.place, Interrupts(beforeCommit: connections.interrupts.beforeCommit))
    return PostgresStore(
      connections, path: path, identity: identity, patience: Patience(seconds: 1))
  }

  // MARK: Reading

  package func snapshot<Value>(_ body: (any Reading) throws -> Value) throws -> Value {
    try withSession { try body(PostgresReading(session: $0, place: path)) }
  }

  /// Runs `body` with a session in a transaction that sees one state of the network.
  func withSession<Value>(_ body: (PostgresSession) throws -> Value) throws -> Value {
    if let session = sharedSession ?? snapshotSession { return try body(session) }
    return try translating {
      let session = try connections.begin(.reading, wait: patience.duration)
      snapshotSession = session
      session.observer = observer
      defer {
        session.observer = nil
        snapshotSession = nil
        connections.giveBack(session)
      }
      let value = try body(session)
      try session.run("COMMIT")
      return value
    }
  }

  /// A broken connection is replaced by the next transaction.
  package func requireInPlace() throws {}

  /// The schema is brought up to date by its owner only, with `init`.
  package func migrate(trying trial: (any Writing) throws -> Void) throws {}
  package var migratesToRead = false

  package func watch() throws -> any ChangeWatching {
    try translating { try PostgresWatch(connections, path: path, wait: patience.duration) }
  }

  // MARK: Writing

  package func together<Value>(_ body: () throws -> Value) throws -> Value {
    if let shared { return try shared.savepoint(body) }
    return try queue.together { writing in
      (shared, sharedSession) = (writing, try PostgresWriting(writing).session)
      defer { (shared, sharedSession) = (nil, nil) }
      return try body()
    }
  }

  /// Runs `body`, and gives its errors the meaning they have after this store's wait.
  func translating<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as any EngineError {
      throw error.storageError.after(patience)
    }
  }

  // MARK: Left to the programs of the server

  package func backupReplaces(_ target: String) throws -> Bool {
    throw StorageError.unsupported(.backup(to: target))
  }

  package func backUp(to target: String, mayReplace: Bool) throws -> Backup {
    throw StorageError.unsupported(.backup(to: target))
  }
}

extension PostgresWriting {
  /// The transaction that one of our own stores runs.
  init(_ writing: any Writing) throws {
    guard let writing = writing as? PostgresWriting else {
      throw StorageError.internal("A transaction is not one of a server.")
    }
    self = writing
  }
}

/// Asks a server once a second, for an observation.
///
/// Its descriptor is a timer.
private final class PostgresWatch: ChangeWatching {
  private let connections: PostgresConnections
  private let path: String
  private let wait: Duration
  private let timer: RepeatingTimer

  init(_ connections: PostgresConnections, path: String, wait: Duration) throws {
    (self.connections, self.path, self.wait) = (connections, path, wait)
    guard let timer = RepeatingTimer(seconds: 1) else {
      throw StorageError.file(.tooManyFiles)
    }
    self.timer = timer
  }

  var descriptor: Int32 { timer.descriptor }

  func drain() {
    timer.drain()
  }

  func look<Value>(
    _ body: (any Reading) throws -> Value
  ) throws -> (value: Value, version: Int64?) {
    let end = ContinuousClock.now + wait
    while true {
      do {
        let session = try connections.begin(.reading, wait: wait)
        defer { connections.giveBack(session) }
        let version = try session.changeVersion()
        let value = try body(PostgresReading(session: session, place: path))
        try session.run("COMMIT")
        return (value, version)
      } catch let error as PostgresError where error.mayPass {
        // The server restarts.
        guard ContinuousClock.now < end, !connections.interrupts.isAsked() else { throw error }
        PostgresSession.pause(milliseconds: 100)
      }
    }
  }

  func close() {
    timer.close()
  }
}

extension PostgresSession {
  /// A number that stays the same while no transaction ends that writes on the server.
  fileprivate func changeVersion() throws -> Int64? {
    let snapshot: String? = try value("SELECT pg_current_snapshot()::text")
    return snapshot.map { Int64(bitPattern: StableHash($0).value) }
  }
}
