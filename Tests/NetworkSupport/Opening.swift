import Model
import PostgresStorage
import SQLiteStorage
import Services
import Storage

/// Opens networks as the program does.
extension Network {
  package static func open(
    at path: String, patience: Patience, interrupts: Interrupts = Interrupts()
  ) throws(ServiceError) -> Network {
    try asServiceErrors {
      if PostgresStore.isPlace(path) {
        return Network(
          store: try PostgresStore.open(at: path, patience: patience, interrupts: interrupts))
      }
      return Network(
        store: try SQLiteStore.open(at: path, patience: patience, interrupts: interrupts))
    }
  }

  package static func create(
    at path: String, patience: Patience, interrupts: Interrupts = Interrupts()
  ) throws(ServiceError) -> (network: Network, isNew: Bool) {
    try asServiceErrors {
      if PostgresStore.isPlace(path) {
        let made = try PostgresStore.create(at: path, patience: patience, interrupts: interrupts)
        return (Network(store: made.store), made.isNew)
      }
      let made = try SQLiteStore.create(at: path, patience: patience, interrupts: interrupts)
      return (Network(store: made.store), made.isNew)
    }
  }
}

extension FileService {
  package static func salvage(
    _ path: String, to target: String, isDryRun: Bool = false, patience: Patience,
    interrupts: Interrupts = Interrupts()
  ) throws(ServiceError) -> [Finding] {
    try asServiceErrors {
      try SQLiteStore.salvage(
        path, to: target, isDryRun: isDryRun, patience: patience, interrupts: interrupts)
    }
  }
}
