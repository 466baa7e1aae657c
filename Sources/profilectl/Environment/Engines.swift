import Model
import PostgresStorage
import SQLiteStorage
import Services
import Storage

/// Opens networks: the URL of a PostgreSQL server or the path of an SQLite file decides the engine.
struct Engines {
  let patience: Patience
  let interrupts: Interrupts
  /// Notes the changes of shared networks.
  let sharing: SharedWritingMaker

  /// The network at an existing place.
  func open(_ place: String) throws(ServiceError) -> Network {
    try asServiceErrors { Network(store: try store(at: place)) }
  }

  private func store(at place: String) throws -> any Store {
    Engines.isServer(place)
      ? try PostgresStore.open(at: place, patience: patience, interrupts: interrupts)
      : try SQLiteStore.open(
        at: place, patience: patience, interrupts: interrupts, sharing: sharing)
  }

  /// The network at a place, created if it is missing, and whether it was created.
  func create(_ place: String) throws(ServiceError) -> (network: Network, isNew: Bool) {
    try asServiceErrors {
      if Engines.isServer(place) {
        let made = try PostgresStore.create(
          at: place, patience: patience, interrupts: interrupts)
        return (Network(store: made.store), made.isNew)
      }
      let made = try SQLiteStore.create(
        at: place, patience: patience, interrupts: interrupts, sharing: sharing)
      return (Network(store: made.store), made.isNew)
    }
  }

  /// Creates a network with everything that `fill` stores, or none.
  func create(_ place: String, fill: (any Writing) throws -> Void) throws(ServiceError) {
    try asServiceErrors {
      if Engines.isServer(place) {
        return try PostgresStore.create(
          at: place, patience: patience, interrupts: interrupts, fill: fill)
      }
      try SQLiteStore.fill(
        newFileAt: place, patience: patience, interrupts: interrupts, fill)
    }
  }

  /// Makes a new file with everything that `fill` stores, or none, and returns the value of `fill`.
  ///
  /// Other errors of `fill` than those of storage pass unchanged.
  func fill<Value>(
    newFileAt place: String, _ fill: (any MergeTarget) throws -> Value
  ) throws -> Value {
    try throwingServiceErrors {
      if Engines.isServer(place) { throw StorageError.unsupported(.sharing) }
      return try SQLiteStore.fill(
        newFileAt: place, patience: patience, interrupts: interrupts
      ) { writing in
        guard let target = writing.engine as? any MergeTarget else {
          throw StorageError.unsupported(.sharing)
        }
        return try fill(target)
      }
    }
  }

  /// An empty network for a dry run, in the folder of `path`; deallocation removes it.
  func scratch(beside path: String) throws(ServiceError) -> Network {
    try asServiceErrors {
      Network(
        store: try SQLiteStore.scratch(
          beside: path, patience: patience, interrupts: interrupts))
    }
  }

  /// Runs `body` with one snapshot of a network as the source of a migration.
  func migrate<Value>(
    from place: String, _ body: (any MigrationSource) throws -> Value
  ) throws -> Value {
    if Engines.isServer(place) {
      return try PostgresStore.open(at: place, patience: patience, interrupts: interrupts)
        .migrating(body)
    }
    let store = try SQLiteStore.open(at: place, patience: patience, interrupts: interrupts)
    if try store.snapshot({ try $0.isShared }) { throw StorageError.migration(.shared) }
    return try store.migrating(body)
  }

  /// Runs `body` with a place as the target of a migration.
  func migrate<Value>(
    to place: String, _ body: (any MigrationTarget) throws -> Value
  ) throws -> Value {
    Engines.isServer(place)
      ? try PostgresStore.migrate(to: place, patience: patience, interrupts: interrupts, body)
      : try SQLiteStore.migrate(to: place, patience: patience, interrupts: interrupts, body)
  }

  /// Whether two places are one network on a server.
  func areOne(_ one: String, _ other: String) -> Bool {
    guard Engines.isServer(one), Engines.isServer(other) else { return false }
    let identities = [one, other].map { place in
      try? PostgresStore.open(at: place, patience: patience, interrupts: Interrupts()).identity
    }
    return identities[0] != nil && identities[0] == identities[1]
  }

  /// Copies the readable part of a damaged network into a new file, and returns the missing parts.
  func salvage(
    _ place: String, to target: String, isDryRun: Bool
  ) throws(ServiceError) -> [Finding] {
    try asServiceErrors {
      if Engines.isServer(place) { throw StorageError.unsupported(.salvage) }
      return try SQLiteStore.salvage(
        place, to: target, isDryRun: isDryRun, patience: patience, interrupts: interrupts)
    }
  }
}

/// The names of places.
extension Engines {
  /// Keeps the password of a server from the programs that this process starts.
  static func keepPassword() { PostgresStore.keepPassword() }

  static func isServer(_ place: String) -> Bool { PostgresStore.isPlace(place) }

  /// Refuses a URL that names no server, or has a password that others could read.
  static func check(server place: String, allowsPassword: Bool) throws(ServiceError) {
    try asServiceErrors { try PostgresStore.check(place, allowsPassword: allowsPassword) }
  }

  /// Whether a text names a server and has a password.
  static func holdsPassword(_ place: String) -> Bool {
    isServer(place) && (try? check(server: place, allowsPassword: false)) == nil
  }

  /// A place without a password.
  static func shown(_ place: String) -> String {
    isServer(place) ? PostgresStore.shown(place) ?? "postgres://" : place
  }

  /// The statements that create an empty network on a server.
  static var serverScript: String { PostgresStore.script }

  /// The paths of a database and of its side files, whether they exist or not.
  static func paths(of place: String) -> [String] {
    isServer(place) ? [] : SQLiteStore.paths(of: place)
  }

  /// Refuses a name of a side file, and a name in a missing folder.
  static func checkName(_ path: String) throws(ServiceError) {
    try asServiceErrors { try SQLiteStore.checkName(path) }
  }
}
