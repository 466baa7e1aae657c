internal import Postgres
package import Storage

/// Networks on a server, opened and created.
extension PostgresStore {
  /// Whether a text names a server instead of a file.
  package static func isPlace(_ text: String) -> Bool { PostgresPlace.isPlace(text) }

  /// Keeps the password in `PGPASSWORD` from the programs that this process starts.
  package static func keepPassword() { PostgresSession.keepPassword() }

  /// A place as it is shown, without a password; nil for a text that is not taken as one.
  package static func shown(_ place: String) -> String? {
    try? PostgresPlace(place, allowsPassword: true).shown
  }

  /// Whether a text is taken as a place; a password in it is refused unless it is allowed.
  package static func check(_ place: String, allowsPassword: Bool) throws(StorageError) {
    _ = try parsed(place, allowsPassword: allowsPassword)
  }

  private static func parsed(
    _ place: String, allowsPassword: Bool
  ) throws(StorageError) -> PostgresPlace {
    do throws(PostgresPlace.Refusal) {
      return try PostgresPlace(place, allowsPassword: allowsPassword)
    } catch {
      throw StorageError(error)
    }
  }

  /// The statements that create an empty network, for `psql`.
  package static var script: String { PostgresSchema.script }

  /// The network in an existing schema.
  package static func open(
    at place: String, patience: Patience, interrupts: Interrupts = Interrupts()
  ) throws -> PostgresStore {
    try connecting(place, patience, interrupts) { try PostgresSchema.identity(in: $0) }
  }

  /// The network in a schema, which is created if it is missing, and whether it was missing.
  package static func create(
    at place: String, patience: Patience, interrupts: Interrupts = Interrupts()
  ) throws -> (store: PostgresStore, isNew: Bool) {
    var isNew = false
    let store = try connecting(place, patience, interrupts) { session in
      if try !PostgresSchema.exists(session) { isNew = try PostgresSchema.create(in: session) }
      let identity = try PostgresSchema.identity(in: session)
      try PostgresSchema.check(session)
      return identity
    }
    return (store, isNew)
  }

  /// Creates a network with everything that `fill` stores, in one transaction.
  package static func create(
    at place: String, patience: Patience, interrupts: Interrupts,
    fill: (any Writing) throws -> Void
  ) throws {
    let connections = try connections(to: place, interrupts)
    let path = connections.place.shown
    let transactions = PostgresTransactions(connections, place: path, mode: .creating)
    try WriteQueue(transactions, patience: patience).together(fill)
  }

  static func connections(
    to place: String, _ interrupts: Interrupts
  ) throws -> PostgresConnections {
    PostgresConnections(try parsed(place, allowsPassword: true), interrupts)
  }

  /// A store of the network that `find` finds or makes, and whose identity it returns.
  ///
  /// `find` runs again if the connection broke, as while the server restarts.
  private static func connecting(
    _ place: String, _ patience: Patience, _ interrupts: Interrupts,
    _ find: (PostgresSession) throws -> String
  ) throws -> PostgresStore {
    let connections = try connections(to: place, interrupts)
    let end = ContinuousClock.now + patience.duration
    while true {
      do {
        let session = try connections.connect(wait: patience.duration)
        let identity = try find(session)
        let path = session.shownPlace
        connections.giveBack(session)
        return PostgresStore(connections, path: path, identity: identity, patience: patience)
      } catch PostgresError.lost where ContinuousClock.now < end && !interrupts.isAsked() {
        PostgresSession.pause(milliseconds: 50)
      } catch let error as any EngineError {
        throw error.storageError.after(patience)
      }
    }
  }
}
