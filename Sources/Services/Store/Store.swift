internal import Model
internal import SQLite

/// One network's file, and the two ways into it: snapshots for reading, the writer for deeds.
///
/// Connections are opened when first needed. A store belongs to one thread; its writer brings its
/// own queue.
final class Store {
  let writer: Writer
  private let file: DatabaseFile
  private var reader: Connection?
  /// The transaction that everything shares while `together` runs.
  private(set) var shared: Writing?

  init(file: DatabaseFile, patience: Patience, interrupts: Interrupts) {
    self.file = file
    writer = Writer(file: file, patience: patience, interrupts: interrupts)
  }

  /// The reader goes first, because the writer is the one to put the log away.
  deinit {
    reader = nil
  }

  var path: String { file.path }

  /// Runs `body` on one consistent view of the network.
  func read<Value>(_ body: (Reading) throws -> Value) throws(ServiceError) -> Value {
    if let shared { return try translatingErrors { try body(shared.reading) } }
    return try translatingErrors {
      let connection = try reader ?? file.reader()
      reader = connection
      return try connection.snapshot { try body(Reading(connection: connection)) }
    }
  }

  /// Does one deed, all or nothing.
  ///
  /// Within `together` it is a part of the shared transaction; else it is on disk when this returns.
  func perform<Value: Sendable>(
    isRehearsal: Bool = false, _ work: @escaping @Sendable (Writing) throws -> Value
  ) throws(ServiceError) -> Value {
    guard let shared else { return try writer.perform(isRehearsal: isRehearsal, work) }
    return try translatingErrors { try shared.attempt(isRehearsal: isRehearsal, work) }
  }

  /// Runs `body` while all that is read and written shares one transaction, which is on disk when this
  /// returns and undone when `body` throws.
  ///
  /// What `body` throws is thrown on unchanged.
  func together<Value>(_ body: () throws -> Value) throws -> Value {
    if shared != nil { return try body() }
    return try writer.together { writing in
      shared = writing
      defer { shared = nil }
      return try body()
    }
  }

  /// A reader of its own, for whoever watches from another queue.
  func separateReader() throws(ServiceError) -> Connection {
    try translatingErrors { try file.reader() }
  }

  /// What tells of changes by any process.
  func watch() throws(ServiceError) -> ChangeWatch {
    try translatingErrors { try file.watch() }
  }
}
