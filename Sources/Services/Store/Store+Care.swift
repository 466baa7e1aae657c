internal import Model
internal import SQLite

/// Looking after the file: what is wrong in it, what can be repaired, and copies of it.
extension Store {
  func examine(isDeep: Bool) throws(ServiceError) -> [Finding] {
    try read { reading in
      try Examination(connection: reading.connection, isDeep: isDeep).faults()
        .map { Finding($0) }
    }
  }

  /// A rehearsal repairs and looks again like the real thing, and is undone.
  func repair(isRehearsal: Bool) throws(ServiceError) -> Repair {
    let path = path
    return try perform(isRehearsal: isRehearsal) { writing in
      try writing.repair(setAside: { isRehearsal ? nil : try writing.connection.setAside(path) })
    }
  }

  func backupReplaces(_ target: String) throws(ServiceError) -> Bool {
    try translatingErrors { try file.backupReplaces(target) }
  }

  /// Copies what is on the disk, of one moment, while others may write.
  func backUp(to target: String, mayReplace: Bool) throws(ServiceError) -> Backup {
    let source = try separateReader()
    return try translatingErrors {
      try source.snapshot {
        let facts = try Reading(connection: source).facts(of: "")
        let bytes = try file.backUp(
          source, to: target, mayReplace: mayReplace, unless: interrupts.isAsked
        ) { copy in
          let check = Examination(connection: copy, isDeep: false)
          guard try check.structure().isEmpty else { throw DatabaseError.damaged }
          return try Reading(connection: copy).facts(of: "") == facts
        }
        return Backup(path: target, bytes: Int(bytes))
      }
    }
  }
}
