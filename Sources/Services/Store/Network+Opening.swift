internal import Model
internal import SQLite

extension Network {
  /// The network in an existing file.
  ///
  /// `beforeCommit` is called, on another thread, each time a commit can no longer be stopped.
  package static func open(
    at path: String, patience: Patience, beforeCommit: @escaping @Sendable () -> Void = {}
  ) throws(ServiceError) -> Network {
    let file = try translatingErrors {
      try DatabaseFile.open(path, as: Schema.identity, wait: patience.duration)
    }
    return Network(store: Store(file: file, patience: patience, beforeCommit: beforeCommit))
  }

  /// The network in a file that is made if there is none; and whether there was none.
  package static func create(
    at path: String, patience: Patience, beforeCommit: @escaping @Sendable () -> Void = {}
  ) throws(ServiceError) -> (network: Network, isNew: Bool) {
    let file = try translatingErrors {
      try DatabaseFile.create(path, as: Schema.identity, wait: patience.duration)
    }
    let store = Store(file: file, patience: patience, beforeCommit: beforeCommit)
    return (Network(store: store), file.wasCreated)
  }
}
