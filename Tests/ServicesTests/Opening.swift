import Model
import SQLiteStorage
import Services
import Storage

/// Opens network files as the program does.
extension Network {
  static func open(
    at path: String, patience: Patience, interrupts: Interrupts = Interrupts()
  ) throws(ServiceError) -> Network {
    try asServiceErrors {
      Network(store: try SQLiteStore.open(at: path, patience: patience, interrupts: interrupts))
    }
  }

  static func create(
    at path: String, patience: Patience, interrupts: Interrupts = Interrupts()
  ) throws(ServiceError) -> (network: Network, isNew: Bool) {
    try asServiceErrors {
      let made = try SQLiteStore.create(at: path, patience: patience, interrupts: interrupts)
      return (Network(store: made.store), made.isNew)
    }
  }
}

extension FileService {
  static func salvage(
    _ path: String, to target: String, isRehearsal: Bool = false, patience: Patience,
    interrupts: Interrupts = Interrupts()
  ) throws(ServiceError) -> [Finding] {
    try asServiceErrors {
      try SQLiteStore.salvage(
        path, to: target, isRehearsal: isRehearsal, patience: patience, interrupts: interrupts)
    }
  }
}
