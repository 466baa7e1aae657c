import Model
import PostgresStorage
import SQLiteStorage
import Services
import Storage

/// Decides which engine stores a network: a place is the URL of a PostgreSQL server or the path of
/// an SQLite file.
enum Engines {
  static func isServer(_ place: String) -> Bool { PostgresStore.isPlace(place) }

  /// Refuses a URL that names no server, or has a password that others could read.
  static func check(server place: String, allowsPassword: Bool) throws(ServiceError) {
    try asServiceErrors { try PostgresStore.check(place, allowsPassword: allowsPassword) }
  }

  /// A place without a password.
  static func shown(_ place: String) -> String {
    isServer(place) ? PostgresStore.shown(place) ?? "postgres://" : place
  }

  /// The network at an existing place.
  static func open(
    _ place: String, patience: Patience, interrupts: Interrupts
  ) throws(ServiceError) -> Network {
    try asServiceErrors {
      if isServer(place) {
        return Network(
          store: try PostgresStore.open(at: place, patience: patience, interrupts: interrupts))
      }
      return Network(
        store: try SQLiteStore.open(at: place, patience: patience, interrupts: interrupts))
    }
  }

  /// The network at a place, which is created if it is missing; and whether it was.
  static func create(
    _ place: String, patience: Patience, interrupts: Interrupts
  ) throws(ServiceError) -> (network: Network, isNew: Bool) {
    try asServiceErrors {
      if isServer(place) {
        let made = try PostgresStore.create(
          at: place, patience: patience, interrupts: interrupts)
        return (Network(store: made.store), made.isNew)
      }
      let made = try SQLiteStore.create(at: place, patience: patience, interrupts: interrupts)
      return (Network(store: made.store), made.isNew)
    }
  }

  /// An empty network for a rehearsal, in the folder of a path; it vanishes when it is dropped.
  static func scratch(
    beside path: String, patience: Patience, interrupts: Interrupts
  ) throws(ServiceError) -> Network {
    try asServiceErrors {
      Network(
        store: try SQLiteStore.scratch(
          beside: path, patience: patience, interrupts: interrupts))
    }
  }

  /// Creates a network of which `fill` stores all, or nothing; on a server an empty one may stay.
  static func create(
    _ place: String, patience: Patience, interrupts: Interrupts,
    fill: (any Writing) throws -> Void
  ) throws(ServiceError) {
    try asServiceErrors {
      if isServer(place) {
        let made = try PostgresStore.create(
          at: place, patience: patience, interrupts: interrupts)
        return try made.store.queue.together(fill)
      }
      try SQLiteStore.fill(
        newFileAt: place, patience: patience, interrupts: interrupts, fill)
    }
  }

  /// Copies the readable part of a damaged network into a new file, and returns the missing parts.
  static func salvage(
    _ place: String, to target: String, isRehearsal: Bool, patience: Patience,
    interrupts: Interrupts
  ) throws(ServiceError) -> [Finding] {
    try asServiceErrors {
      if isServer(place) { throw StorageError.unsupported(.salvage) }
      return try SQLiteStore.salvage(
        place, to: target, isRehearsal: isRehearsal, patience: patience, interrupts: interrupts)
    }
  }

  /// The paths of a database and of all files that may lie beside it; none of a server.
  static func paths(of place: String) -> [String] {
    isServer(place) ? [] : SQLiteStore.paths(of: place)
  }

  /// Refuses a name that a file beside another database would have, and one in a missing folder.
  static func checkName(_ path: String) throws(ServiceError) {
    try asServiceErrors { try SQLiteStore.checkName(path) }
  }
}
