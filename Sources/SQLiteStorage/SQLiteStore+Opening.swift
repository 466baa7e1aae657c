internal import SQLite
package import Storage

/// Files that become stores, or come into being.
extension SQLiteStore {
  /// The network in an existing file.
  package static func open(
    at path: String, patience: Patience, interrupts: Interrupts = Interrupts()
  ) throws -> SQLiteStore {
    let file = try DatabaseFile.open(path, as: Schema.identity, wait: patience.duration)
    return SQLiteStore(file: file, patience: patience, interrupts: interrupts)
  }

  /// The network in a file that is created if it is missing; and whether it was.
  package static func create(
    at path: String, patience: Patience, interrupts: Interrupts = Interrupts()
  ) throws -> (store: SQLiteStore, isNew: Bool) {
    let file = try DatabaseFile.create(
      path, as: Schema.identity, wait: patience.duration, unless: interrupts.isAsked)
    let store = SQLiteStore(file: file, patience: patience, interrupts: interrupts)
    return (store, file.wasCreated)
  }

  /// An empty network for a rehearsal, hidden in the folder of `path`; it vanishes when it is
  /// dropped.
  package static func scratch(
    beside path: String, patience: Patience, interrupts: Interrupts
  ) throws -> SQLiteStore {
    let file = try DatabaseFile.createScratch(
      beside: path, as: Schema.identity, wait: patience.duration)
    return SQLiteStore(file: file, patience: patience, interrupts: interrupts)
  }

  /// Runs `body` on an empty network, which appears at `path` when all of it is there, or never.
  ///
  /// It grows in a hidden folder beside `path`, which no other process opens. Its errors name
  /// `path`; those of `body` pass unchanged. A rehearsal gives it no name.
  package static func fill<Value>(
    newFileAt path: String, isRehearsal: Bool = false, patience: Patience, interrupts: Interrupts,
    _ body: (any Writing) throws -> Value
  ) throws -> Value {
    try DatabaseFile.checkFree(path)
    do {
      let store = try scratch(beside: path, patience: patience, interrupts: interrupts)
      let value = try store.queue.together(body)
      store.queue.close()
      if !isRehearsal { try store.file.publish(as: path, unless: interrupts.isAsked) }
      return value
    } catch {
      throw TargetError(path: path, naming: error) ?? error
    }
  }

  /// The paths of a database and of all files that may lie beside it.
  package static func paths(of path: String) -> [String] { DatabaseFile.paths(of: path) }

  /// Refuses a name that a file beside another database would have, and one in a missing folder.
  package static func checkName(_ path: String) throws {
    try DatabaseFile.checkName(path)
  }
}
