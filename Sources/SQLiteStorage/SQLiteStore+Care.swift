package import Model
internal import SQLite
internal import Storage

/// Examination, repair and backup of the file.
extension SQLiteStore {
  package func examine(isDeep: Bool) throws -> [Finding] {
    try withReader { connection in
      try connection.snapshot {
        if isDeep { try connection.keep(.large) }
        defer { if isDeep { try? connection.keep(.usual) } }
        let examination = Examination(connection: connection, isDeep: isDeep)
        let faults = try examination.faults()
        let gone = isDeep && !faults.isEmpty ? try examination.goneRows() : []
        return (faults + gone).map { Finding($0) }
      }
    }
  }

  /// Repairs the file; takes the write lock only if there is something to repair.
  ///
  /// A dry run repairs and examines like a real repair and is then rolled back, as is a repair
  /// that improved nothing.
  package func repair(isDryRun: Bool) throws -> Repair {
    let found = try examine(isDeep: true)
    guard found.canBeMended else {
      return Repair(findings: found, copy: nil)
    }
    do {
      return try carryOutRepair(of: found, isDryRun: isDryRun)
    } catch let undone as Undone {
      return Repair(findings: undone.findings ?? found, copy: nil)
    }
  }

  /// Thrown to roll back a repair; without findings, another way may succeed.
  private struct Undone: Error {
    let findings: [Finding]?
  }

  /// Tries several ways to repair, those first that recover the most from the indexes.
  private func carryOutRepair(of found: [Finding], isDryRun: Bool) throws -> Repair {
    let faults = found.map(\.fault)
    var ways: [(SQLiteWriting) throws -> [Finding]?] = [
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
        return try carryOutRepair(by: way, isDryRun: isDryRun)
      } catch let undone as Undone where undone.findings == nil {
      } catch  where StorageError(error) == .file(.damaged) {}
    }
    throw Undone(findings: nil)
  }

  /// Repairs the file in one way, after a backup that gets its name when the repair succeeds.
  ///
  /// The backup is removed if the file is certainly unchanged.
  private func carryOutRepair(
    by way: (SQLiteWriting) throws -> [Finding]?, isDryRun: Bool
  ) throws -> Repair {
    var copy: FileCopy?
    do {
      let repair = try queue.together { writing in
        let writing = try SQLiteWriting(writing)
        try writing.connection.keep(.large)
        defer { try? writing.connection.keep(.small) }
        if !isDryRun {
          copy = try FileCopy(
            of: path, through: writing.connection, unless: interrupts.isAsked)
        }
        guard let findings = try way(writing) else {
          throw Undone(findings: nil)
        }
        if isDryRun || !findings.contains(where: \.isRepaired) {
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
      if case .failed(_, saved: .unknown) = StorageError(error) { copy?.keep() }
      throw error
    }
  }

  /// Nil for an older version, which has other tables.
  private func facts(_ connection: Connection) throws -> FileFacts? {
    file.isOlder ? nil : try SQLiteReading(connection: connection, path: "").facts()
  }

  package func backupReplaces(_ target: String) throws -> Bool {
    try file.backupReplaces(target)
  }

  package func checkIsApart(_ path: String) throws {
    try file.checkIsApart(path)
  }

  /// Copies one consistent state of the file while others may write.
  ///
  /// A copy of an older version keeps that version.
  package func backUp(to target: String, mayReplace: Bool) throws -> Backup {
    let source = try newReader(acceptingOlder: true)
    return try translating {
      try source.snapshot {
        let facts = try facts(source)
        let bytes = try file.backUp(
          source, to: target, mayReplace: mayReplace, unless: interrupts.isAsked
        ) { copy in
          let check = Examination(connection: copy, isDeep: false)
          guard try check.structure().isEmpty else { throw DatabaseError.damaged }
          return try self.facts(copy) == facts
        }
        return Backup(path: target, bytes: Int(bytes))
      }
    }
  }
}
