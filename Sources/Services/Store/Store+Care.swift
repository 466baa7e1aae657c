internal import Model
internal import SQLite

/// Looking after the file: what is wrong in it, what can be repaired, and copies of it.
extension Store {
  func examine(isDeep: Bool) throws(ServiceError) -> [Finding] {
    try read { reading in
      if isDeep { try reading.connection.keep(.large) }
      defer { if isDeep { try? reading.connection.keep(.usual) } }
      let examination = Examination(connection: reading.connection, isDeep: isDeep)
      let faults = try examination.faults()
      let gone = isDeep && !faults.isEmpty ? try examination.goneRows() : []
      return (faults + gone).map { Finding($0) }
    }
  }

  /// Begins to write only where there is something to repair.
  ///
  /// A rehearsal repairs and looks again like the real thing; it is undone, and so is a repair that
  /// made nothing right.
  func repair(isRehearsal: Bool) throws(ServiceError) -> Repair {
    let found = try examine(isDeep: true)
    guard found.canBeMended else {
      return Repair(findings: found, copy: nil)
    }
    return try translatingErrors {
      do {
        return try carryOutRepair(of: found, isRehearsal: isRehearsal)
      } catch let undone as Undone {
        return Repair(findings: undone.findings ?? found, copy: nil)
      }
    }
  }

  /// Thrown to undo all of a repair; without findings where another way may do better.
  private struct Undone: Error {
    let findings: [Finding]?
  }

  /// What takes least out of damaged indexes comes last, and does least.
  private func carryOutRepair(of found: [Finding], isRehearsal: Bool) throws -> Repair {
    let faults = found.map(\.fault)
    var ways: [(Writing) throws -> [Finding]?] = [
      { try FileRepair(connection: $0.connection).repair(restoringHandles: false) }
    ]
    if faults.contains(where: \.isChangeOfUser) {
      ways.insert(
        { try FileRepair(connection: $0.connection).repair(restoringHandles: true) }, at: 0)
    }
    if faults.contains(where: \.concernsIndexes) {
      ways.append { try FileRepair(connection: $0.connection).repairReadingNoIndex(faults) }
    }
    for way in ways {
      do {
        return try carryOutRepair(by: way, isRehearsal: isRehearsal)
      } catch let undone as Undone where undone.findings == nil {
      } catch  where ServiceError(error) == .file(.damaged) {}
    }
    throw Undone(findings: nil)
  }

  /// The copy gets its name once all is mended, and stays only where the file may have changed.
  private func carryOutRepair(
    by way: (Writing) throws -> [Finding]?, isRehearsal: Bool
  ) throws -> Repair {
    var copy: RepairBackup?
    do {
      let repair = try writer.together { writing in
        try writing.connection.keep(.large)
        defer { try? writing.connection.keep(.small) }
        if !isRehearsal {
          copy = try RepairBackup(
            of: path, through: writing.connection, unless: interrupts.isAsked)
        }
        guard let findings = try way(writing) else {
          throw Undone(findings: nil)
        }
        if isRehearsal || !findings.contains(where: \.isRepaired) {
          throw Undone(findings: findings)
        }
        if interrupts.isAsked() { throw DatabaseError.interrupted }
        let kept = try copy.map { copy in
          Repair.Copy(path: try copy.takeName(), hasLog: copy.hasLog)
        }
        return Repair(findings: findings, copy: kept)
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
    return try translating {
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
