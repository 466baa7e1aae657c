internal import Model
internal import SQLText
internal import SQLite

/// Repairs everything that follows from the rest of the file, within one transaction.
struct FileRepair {
  let connection: Connection

  private var derived: DerivedRows { DerivedRows(connection: connection) }
  private var examination: Examination { Examination(connection: connection, isDeep: true) }

  /// Examines, repairs, and examines again: a fault that is no longer found is repaired.
  ///
  /// Reads the indexes before it rebuilds them, because only they may know some edges and handles.
  /// Nil if damage remains or new faults appear. The caller then rolls back: counts of half a table
  /// would be wrong.
  func repair(restoringHandles: Bool) throws -> [Finding]? {
    let found = try examination.faults()
    let edges = try EdgeRepair(found, on: connection)
    if restoringHandles { try restoreHandles() }
    guard found.contains(where: \.concernsIndexes) else { return try mend(found, edges) }
    try derived.rebuildIndexes()
    return try mend(Self.known(found, afterRebuild: try examination.faults()), edges)
  }

  /// Repairs without reading an index, because SQLite refuses writes after it has met a damaged
  /// page.
  ///
  /// Also nil if an index may have held information that is lost this way.
  func repairReadingNoIndex(_ found: [Fault]) throws -> [Finding]? {
    try derived.rebuildIndexes()
    let seen = try examination.faults()
    if seen.contains(where: { $0.isOfCounts || $0.isOfReferences || $0.isChangeOfUser }) {
      return nil
    }
    return try mend(Self.known(found, afterRebuild: seen), nil)
  }

  /// Gives a changed user the handle in the index if that matches the checksum of the row.
  ///
  /// Runs before the index is rebuilt from the rows.
  private func restoreHandles() throws {
    let checksum = Table.users.checksum { column in
      column == "username" ? "i.username" : "u.\(column)"
    }
    try connection.passingOverLostEntries {
      try connection.run(
        """
        UPDATE users SET username = given.username FROM (
          SELECT u.id, i.username FROM users AS i INDEXED BY sqlite_autoindex_users_1
          CROSS JOIN users AS u ON u.id = i.id
          WHERE u.username <> i.username AND u.checksum = \(checksum)
        ) AS given WHERE users.id = given.id
        """)
    }
  }

  /// Combines the faults from before and after the rebuild; a damaged index makes references look
  /// broken that are not.
  private static func known(_ found: [Fault], afterRebuild seen: [Fault]) -> [Fault] {
    let (first, later) = (Set(found), Set(seen))
    let counted = Set(found.filter(\.isRest).map(\.category))
    return found.filter { !$0.isOfReferences || later.contains($0) }
      + seen.filter { !first.contains($0) && !counted.contains($0.category) }
  }

  private func mend(_ faults: [Fault], _ edges: EdgeRepair?) throws -> [Finding]? {
    guard let met = try carryOut(faults, edges) else { return nil }
    let after = Comparison(of: try examination.faults(), with: Self.reported(faults, met))
    guard after.hasNothingNew, !after.faults.contains(where: \.isDamage) else { return nil }
    return try after.reported.map { fault in
      if !after.isGone(fault) { return Finding(fault) }
      return Finding(fault, try isRemoved(fault) ? .removed : .repaired)
    }
  }

  /// The faults of the first examination and those met during the repair.
  ///
  /// Counts, avatars and numbers of unlisted faults change during the repair; the later fault is
  /// reported.
  private static func reported(_ before: [Fault], _ met: [Fault]) -> [Fault] {
    let (first, later) = (Set(before), Set(met))
    let counted = Set(met.filter(\.isRest).map(\.category))
    return before.filter { fault in
      let isReplaced =
        fault.isOfCounts || fault.isOfAvatars || fault.isRest && counted.contains(fault.category)
      return !isReplaced || later.contains(fault)
    } + met.filter { !first.contains($0) }
  }

  /// Whether the repair deleted the row.
  ///
  /// For an edge that only one tree had, the table decides.
  private func isRemoved(_ fault: Fault) throws -> Bool {
    guard case .oneSided(.edge(let kind, let source, let target, let time), _) = fault else {
      return fault.isNothingByItself
    }
    let edges = kind.stored
    let isSameTime: SQL = time.map { " AND at = \($0)" } ?? ""
    return try !connection.hasRow(
      """
      SELECT 1 FROM \(edges.name)
      WHERE \(edges.source) = \(source) AND \(edges.target) = \(target)\(isSameTime)
      """)
  }

  /// Carries out the repair; returns all faults it met and repaired, because each step can expose
  /// faults that the next one repairs.
  ///
  /// Nil if a count contradicts the decision about one-sided edges.
  private func carryOut(_ faults: [Fault], _ edges: EdgeRepair?) throws -> [Fault]? {
    let orphans = try examination.orphans()
    try derived.deleteOrphans()
    try edges?.apply()
    let counts = try examination.counters() + examination.counts()
    if let edges, counts.contains(where: edges.isContradicted) { return nil }
    let pictures = try deletePictures(faults)
    try derived.fillFullText { faults.contains(.words($0)) }
    try derived.recount()
    // A counter with an exhausted number is still a fault.
    return orphans + pictures + counts + (try examination.counters())
  }

  /// Keeps all pictures if a row has changed: the row may have shown one of them.
  private func deletePictures(_ faults: [Fault]) throws -> [Fault] {
    try connection.run("DELETE FROM thumbnails WHERE \(Table.isBadThumbnail)")
    if faults.contains(where: \.isChange) { return [] }
    let pictures = try examination.unshownPictures()
    try SQLiteWriting(connection: connection).forgetAllUnused()
    return pictures
  }
}

/// Compares the faults of an examination with those reported; both list a part of each category.
private struct Comparison {
  let faults: [Fault]
  let reported: [Fault]
  private let found: Set<Fault>
  private let listed: Set<Fault>

  init(of faults: [Fault], with reported: [Fault]) {
    self.faults = faults
    self.reported = reported
    found = Set(faults)
    listed = Set(reported)
  }

  /// Whether each fault was listed, or may be among the unlisted ones of its category.
  var hasNothingNew: Bool {
    let counted = Set(reported.filter(\.isRest).map(\.category))
    return faults.allSatisfy { fault in
      listed.contains(fault)
        || counted.contains(fault.category)
          && amount(like: fault, in: faults) <= amount(like: fault, in: reported)
    }
  }

  /// Whether the examination no longer found the fault, or any of the unlisted ones.
  func isGone(_ fault: Fault) -> Bool {
    if !fault.isRest { return !found.contains(fault) }
    return !faults.contains { other in
      other.category == fault.category && (other.isRest || !listed.contains(other))
    }
  }

  private func amount(like fault: Fault, in faults: [Fault]) -> Int64 {
    faults.reduce(0) { amount, other in
      if other.category != fault.category { return amount }
      if case .rest(_, let count) = other { return amount + count }
      return amount + 1
    }
  }
}
