package import Model
internal import Postgres
internal import Storage

/// Examination and repair of a network.
extension PostgresStore {
  package func examine(isDeep: Bool) throws -> [Finding] {
    try withSession { session in
      let patience = session.patience
      defer { session.patience = patience }
      // All rows are read.
      session.patience = nil
      try PostgresSchema.check(session)
      return try PostgresExamination(session: session, isDeep: isDeep).faults().map { Finding($0) }
    }
  }

  /// Repairs and looks again in one transaction, which a rehearsal rolls back.
  ///
  /// There is no copy: the findings hold the values from before.
  package func repair(isRehearsal: Bool) throws -> Repair {
    let found = try examine(isDeep: true)
    guard found.canBeMended else { return Repair(findings: found, copy: nil) }
    do {
      return try queue.together { writing in
        let writing = try PostgresWriting(writing)
        try NetworkRepair(writing: writing, isRehearsal: isRehearsal).run()
        let left = Set(try PostgresExamination(session: writing.session, isDeep: true).faults())
          // A rehearsal does not raise the counters; a repair does.
          .filter { !(isRehearsal && $0.isCounter) }
        let findings = found.map { finding -> Finding in
          if left.contains(finding.fault) { return finding }
          return Finding(
            finding.fault, finding.fault.isNothingByItself ? .removed : .repaired)
        }
        if isRehearsal { throw Undone(findings: findings) }
        return Repair(findings: findings, copy: nil)
      }
    } catch let undone as Undone {
      return Repair(findings: undone.findings, copy: nil)
    }
  }

  /// No file belongs to a network on a server.
  package func checkIsApart(_ path: String) throws {}

  /// Thrown to roll back a repair.
  private struct Undone: Error {
    let findings: [Finding]
  }
}

extension Fault {
  fileprivate var isCounter: Bool {
    if case .counter = self { true } else { false }
  }
}
