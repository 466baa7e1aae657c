import Model
import SQLiteStorage
import Services
import Storage

/// Decides which engine stores a network: every place is the path of an SQLite file.
enum Engines {
  /// The network at an existing place.
  static func open(
    _ place: String, patience: Patience, interrupts: Interrupts
  ) throws(ServiceError) -> Network {
    try asServiceErrors {
      Network(store: try SQLiteStore.open(at: place, patience: patience, interrupts: interrupts))
    }
  }

  /// The network at a place, created if it is missing, and whether it was created.
  static func create(
    _ place: String, patience: Patience, interrupts: Interrupts
  ) throws(ServiceError) -> (network: Network, isNew: Bool) {
    try asServiceErrors {
      let made = try SQLiteStore.create(at: place, patience: patience, interrupts: interrupts)
      return (Network(store: made.store), made.isNew)
    }
  }

  /// An empty network for a rehearsal, in the folder of `place`; deallocation removes it.
  static func scratch(
    beside place: String, patience: Patience, interrupts: Interrupts
  ) throws(ServiceError) -> Network {
    try asServiceErrors {
      Network(
        store: try SQLiteStore.scratch(
          beside: place, patience: patience, interrupts: interrupts))
    }
  }

  /// Creates a network with everything that `fill` stores, or none.
  static func create(
    _ place: String, patience: Patience, interrupts: Interrupts,
    fill: (any Writing) throws -> Void
  ) throws(ServiceError) {
    try asServiceErrors {
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
      try SQLiteStore.salvage(
        place, to: target, isRehearsal: isRehearsal, patience: patience, interrupts: interrupts)
    }
  }

  /// The paths of a database and of its side files, whether they exist or not.
  static func paths(of place: String) -> [String] { SQLiteStore.paths(of: place) }

  /// Refuses a name of a side file, and a name in a missing folder.
  static func checkName(_ path: String) throws(ServiceError) {
    try asServiceErrors { try SQLiteStore.checkName(path) }
  }
}
