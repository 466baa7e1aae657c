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

  /// Begins to write only where there is something to repair.
  ///
  /// A rehearsal repairs and looks again like the real thing; it is undone, and so is a repair that
  /// made nothing right.
  func repair(isRehearsal: Bool) throws(ServiceError) -> Repair {
    let found = try examine(isDeep: true)
    guard found.contains(where: \.fault.canBeMended) else {
      return Repair(findings: found, copy: nil)
    }
    return try translatingErrors {
      do {
        return try carryOutRepair(of: found, isRehearsal: isRehearsal)
      } catch let undone as Undone {
        return Repair(findings: undone.findings, copy: nil)
      } catch  where ServiceError(error) == .file(.damaged) {
        return Repair(findings: found, copy: nil)
      }
    }
  }

  /// Thrown to undo all of a repair.
  private struct Undone: Error {
    let findings: [Finding]
  }

  /// An index of handles that is damaged can be made anew from the rows, but not in the transaction
  /// in which it was read.
  private func carryOutRepair(of found: [Finding], isRehearsal: Bool) throws -> Repair {
    if found.contains(where: \.fault.isChangeOfUser) {
      do {
        return try carryOutRepair(isRehearsal: isRehearsal, restoringHandles: true)
      } catch  where ServiceError(error) == .file(.damaged) {}
    }
    return try carryOutRepair(isRehearsal: isRehearsal, restoringHandles: false)
  }

  /// The copy gets its name once all is mended, and stays only where the file may have changed.
  private func carryOutRepair(isRehearsal: Bool, restoringHandles: Bool) throws -> Repair {
    var copy: AsideCopy?
    do {
      let repair = try writer.together { writing in
        if !isRehearsal {
          copy = try writing.connection.setAside(path, unless: interrupts.isAsked)
        }
        let findings = try writing.repair(restoringHandles: restoringHandles)
        if isRehearsal || !findings.contains(where: \.isRepaired) {
          throw Undone(findings: findings)
        }
        if interrupts.isAsked() { throw DatabaseError.interrupted }
        return Repair(findings: findings, copy: try copy?.takeName())
      }
      copy?.keep()
      return repair
    } catch {
      if case .storage(_, saved: .unknown) = ServiceError(error) { copy?.keep() }
      throw error
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
