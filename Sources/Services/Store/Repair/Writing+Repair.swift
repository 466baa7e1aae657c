internal import Model
internal import SQLite

/// Making right what can be derived from the rest of the file.
extension Writing {
  /// Looks, repairs, and looks again: what is found no more is repaired.
  ///
  /// What only indexes know is put aside before they are made anew. Nil where damage stays, or
  /// something new is found, and the caller has to undo it: counts taken from half of a table would
  /// be wrong.
  func repair(restoringHandles: Bool) throws -> [Finding]? {
    let found = try examination.faults()
    let edges = try EdgeRepair(found, on: connection)
    if restoringHandles { try restoreHandles() }
    guard found.contains(where: \.concernsIndexes) else { return try mend(found, edges) }
    try rebuildIndexes()
    return try mend(Self.known(found, behindRebuild: try examination.faults()), edges)
  }

  /// The same where reading an index meets a damaged page, as SQLite writes nothing more in such a
  /// transaction: nothing is read of any, and it is nil as well where that may have cost something.
  func repairReadingNoIndex(_ found: [Fault]) throws -> [Finding]? {
    try rebuildIndexes()
    let seen = try examination.faults()
    // Each may have been right with what only an index had.
    if seen.contains(where: { $0.isOfCounts || $0.isOfReferences || $0.isChangeOfUser }) {
      return nil
    }
    return try mend(Self.known(found, behindRebuild: seen), nil)
  }

  private var examination: Examination { Examination(connection: connection, isDeep: true) }

  /// What was found before the indexes were made anew, and what is seen since: a damaged index
  /// leads to what is not there.
  private static func known(_ found: [Fault], behindRebuild seen: [Fault]) -> [Fault] {
    let (first, later) = (Set(found), Set(seen))
    let counted = Set(found.filter(\.isRest).map(\.category))
    return found.filter { !$0.isOfReferences || later.contains($0) }
      + seen.filter { !first.contains($0) && !counted.contains($0.category) }
  }

  private func mend(_ faults: [Fault], _ edges: EdgeRepair?) throws -> [Finding]? {
    guard let met = try carryOut(faults, edges) else { return nil }
    let after = Comparison(of: try examination.faults(), with: told(faults, met))
    guard after.hasNothingNew, !after.faults.contains(where: \.isDamage) else { return nil }
    return try after.told.map { fault in
      if !after.isGone(fault) { return Finding(fault) }
      return Finding(fault, try isRemoved(fault) ? .removed : .repaired)
    }
  }

  /// What was found at first and what was met on the way; of counts, only what they were when they
  /// were set, of what users refer to, only by the handle that they have then, and of what is not
  /// listed the last number.
  private func told(_ before: [Fault], _ met: [Fault]) -> [Fault] {
    let (first, later) = (Set(before), Set(met))
    let counted = Set(met.filter(\.isRest).map(\.category))
    return before.filter { fault in
      let isPassed =
        fault.isOfCounts || fault.isOfAvatars || fault.isRest && counted.contains(fault.category)
      return !isPassed || later.contains(fault)
    } + met.filter { !first.contains($0) }
  }

  /// Whether what was wrong was made right by taking it away; only the counts knew, for an edge
  /// that one direction had.
  private func isRemoved(_ fault: Fault) throws -> Bool {
    switch fault {
    case .oneSided(.edge(.follow, let follower, let followee, _), _):
      try connection.first(
        "SELECT 1 FROM follows WHERE follower = \(follower) AND followee = \(followee)"
      ) { _ in true } == nil
    case .oneSided(.edge(.like, let user, let post, let at?), _):
      try connection.first(
        "SELECT 1 FROM likes WHERE post = \(post) AND user = \(user) AND at = \(at)"
      ) { _ in true } == nil
    default: fault.isNothingByItself
    }
  }

  /// Gives back what it met and made right, whether that was known before or not: each step can
  /// bring to light what the next one changes.
  ///
  /// Nil where counts speak against what has become of torn edges.
  private func carryOut(_ faults: [Fault], _ edges: EdgeRepair?) throws -> [Fault]? {
    let orphans = try examination.orphans()
    try dropOrphans()
    try edges?.apply()
    let counts = try examination.counters() + examination.counts()
    if let edges, counts.contains(where: edges.isContradicted) { return nil }
    let pictures = try dropPictures(faults)
    try fillIndexes(of: faults)
    try recount()
    // A number that leaves none behind it is no counter's, and is told of.
    return orphans + pictures + counts + (try examination.counters())
  }

  /// Pictures that nothing shows stay where a row is not what was written: it may have shown them.
  private func dropPictures(_ faults: [Fault]) throws -> [Fault] {
    try connection.run("DELETE FROM thumbnails WHERE \(Examination.isNoThumbnail)")
    if faults.contains(where: \.isChange) { return [] }
    let pictures = try examination.unshownPictures()
    try forgetAllUnused()
    return pictures
  }
}
