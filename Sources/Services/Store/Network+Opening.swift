internal import Model
internal import SQLite

extension Network {
  /// The network in an existing file.
  package static func open(
    at path: String, patience: Patience, interrupts: Interrupts = Interrupts()
  ) throws(ServiceError) -> Network {
    let file = try translatingErrors {
      try DatabaseFile.open(path, as: Schema.identity, wait: patience.duration)
    }
    return Network(store: Store(file: file, patience: patience, interrupts: interrupts))
  }

  /// The network in a file that is made if there is none; and whether there was none.
  package static func create(
    at path: String, patience: Patience, interrupts: Interrupts = Interrupts()
  ) throws(ServiceError) -> (network: Network, isNew: Bool) {
    let file = try translatingErrors {
      try DatabaseFile.create(
        path, as: Schema.identity, wait: patience.duration, unless: interrupts.isAsked)
    }
    let store = Store(file: file, patience: patience, interrupts: interrupts)
    return (Network(store: store), file.wasCreated)
  }

  /// An empty network to rehearse on, which vanishes when it is dropped; it lies hidden in the
  /// folder of `path`.
  package static func scratch(
    beside path: String, patience: Patience, interrupts: Interrupts = Interrupts()
  ) throws(ServiceError) -> Network {
    let file = try translatingErrors {
      try DatabaseFile.createScratch(beside: path, as: Schema.identity, wait: patience.duration)
    }
    return Network(store: Store(file: file, patience: patience, interrupts: interrupts))
  }
}
