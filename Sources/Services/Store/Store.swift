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

  init(file: DatabaseFile, patience: Patience, beforeCommit: @escaping @Sendable () -> Void) {
    self.file = file
    writer = Writer(file: file, patience: patience, beforeCommit: beforeCommit)
  }

  /// The writer goes last, because it is the one to put the log away.
  deinit {
    reader = nil
    writer.close()
  }

  var path: String { file.path }

  /// Runs `body` on one consistent view of the network.
  func read<Value>(_ body: (Reading) throws -> Value) throws(ServiceError) -> Value {
    try translatingErrors {
      let connection = try reader ?? file.reader()
      reader = connection
      return try connection.snapshot { try body(Reading(connection: connection)) }
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
