package import Model
internal import Postgres
internal import Storage

/// Examination and repair of a network.
extension PostgresStore {
  /// Faults of two snapshots, one after the other.
  ///
  /// Where tables are spread over machines, one snapshot may see half of a transaction, because
  /// each machine commits its part by itself. A fault counts only if both snapshots have it.
  package func examine(isDeep: Bool) throws -> [Finding] {
    let found = try faults(isDeep: isDeep)
    if found.isEmpty { return [] }
    return Fault.lasting(found, try faults(isDeep: isDeep)).map { Finding($0) }
  }

  private func faults(isDeep: Bool) throws -> [Fault] {
    try withSession { session in
      let patience = session.patience
      defer { session.patience = patience }
      // All rows are read.
      session.patience = nil
      try PostgresSchema.check(session)
      return try PostgresExamination(session: session, isDeep: isDeep).faults()
    }
  }

  /// Repairs and looks again in one transaction, which a dry run rolls back.
  ///
  /// No other transaction writes between the examination and the repair. There is no copy: the
  /// findings hold the values from before.
  package func repair(isDryRun: Bool) throws -> Repair {
    let seen = try examine(isDeep: true)
    guard seen.canBeMended else { return Repair(findings: seen, copy: nil) }
    do {
      return try queue.together(mayRepeat: true) { writing in
        let writing = try PostgresWriting(writing)
        let repair = NetworkRepair(writing: writing, isDryRun: isDryRun)
        try repair.keepWritersOut()
        // All rows are read.
        writing.session.patience = nil
        let found = try PostgresExamination(session: writing.session, isDeep: true).faults()
          .map { Finding($0) }
        try repair.run()
        let left = Set(try PostgresExamination(session: writing.session, isDeep: true).faults())
          // A dry run does not raise the counters; a repair does.
          .filter { !(isDryRun && $0.isCounter) }
        let findings = found.map { finding -> Finding in
          if left.contains(finding.fault) { return finding }
          return Finding(
            finding.fault, finding.fault.isNothingByItself ? .removed : .repaired)
        }
        if isDryRun { throw Undone(findings: findings) }
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
  /// The faults that both of two examinations found; the second one counts those that are not
  /// listed.
  static func lasting(_ before: [Fault], _ now: [Fault]) -> [Fault] {
    let before = Set(before)
    let lasting = now.filter(before.contains)
    let categories = Set(lasting.map(\.category))
    return now.filter { fault in
      if case .rest(let category, _) = fault { return categories.contains(category) }
      return before.contains(fault)
    }
  }

  fileprivate var isCounter: Bool {
    if case .counter = self { true } else { false }
  }
}
