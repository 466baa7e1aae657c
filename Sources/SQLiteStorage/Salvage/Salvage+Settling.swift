internal import Model
internal import SQLText
internal import SQLite

/// Turns the salvaged rows into a network without contradictions.
extension Salvage {
  /// Reports each row that only an index names, and each table that lost unknown rows.
  func reportMissing(hasHandles: Bool) throws {
    for table in tables {
      var isNamed = false
      if case .user = table.rows {
        isNamed = hasHandles
      } else {
        var keys: Set<[Int64]> = []
        // Indexes with the identity of the rows first; the others know a post by its time only.
        let indexes = table.indexes.map { ($0, hasIdentity: table.hasIdentity(in: $0)) }
        for (index, hasIdentity) in indexes.sorted(by: { $0.hasIdentity && !$1.hasIdentity })
        where hasIdentity || table.columns.contains("at") {
          let isRead = try reportMissing(of: index, in: table, hasIdentity, &keys)
          if isRead && hasIdentity { isNamed = true }
        }
      }
      if !isNamed, !wholeTables.contains(table.name.text) {
        faults.append(.lostPart(table: table.name.text))
      }
    }
  }

  /// Whether the index was read completely.
  private func reportMissing(
    of index: Table.Index, in table: Table, _ hasIdentity: Bool, _ keys: inout Set<[Int64]>
  ) throws -> Bool {
    let entry = table.entry(of: index)
    let identity: [Name] = hasIdentity ? table.identity : ["at"]
    func report(_ numbers: [Int64]) throws {
      let value = { (name: Name) in entry.firstIndex(of: name).map { numbers[$0] } ?? 0 }
      let found = identity.map(value)
      if try table.contains(found.map { .integer($0) }, of: identity, on: connection) { return }
      guard keys.insert(table.key.map(value)).inserted else { return }
      faults.append(.lost(hasIdentity ? table.object(found) : .postOf(time: found[0])))
    }
    guard case .picture = table.rows else { return try entries(of: index.name, entry, report) }
    var areHashes = true
    let isRead = try walk.rows(ofTreeAt: roots[index.name.text], isTable: false) { row in
      guard row.values.count == 2, case .blob = row.values[0], case .integer(let id) = row.values[1]
      else { return areHashes = false }
      try report([0, id])
    }
    return isRead && areHashes
  }

  /// Deletes and reports rows that refer to missing ones, then computes all derived rows.
  func settle() throws {
    for fault in try Examination(connection: connection, isDeep: false).orphans() {
      switch fault {
      case .orphan(_, missing: .picture(let number)): faults.append(.lost(.picture(number)))
      case .orphan(let object, _): faults.append(.lost(object))
      // Several rows may lack the same picture.
      case .rest(let category, _) where category.form == .withoutPicture: faults.append(fault)
      case .rest(let category, let count):
        faults.append(.rest(Fault.Category(.lost, in: category.table), count: count))
      default: break
      }
    }
    for table in Table.all {
      try table.references.filter(\.isOptional).forEach { try clear($0, in: table) }
    }
    // Posts first: edges refer to them.
    for table in Table.all {
      guard let isOrphan = table.isOrphan else { continue }
      try connection.run("DELETE FROM \(table.name) WHERE \(isOrphan)")
    }
    faults += try connection.values("SELECT id FROM pictures WHERE \(Table.isUnshownPicture)")
      .filter { !strayPictures.contains($0) }.map { .lost(.picture($0)) }
    try SQLiteWriting(connection: connection).forgetAllUnused()
    let derived = DerivedRows(connection: connection)
    try derived.fillFullText()
    try derived.recount()
    var seen: Set<Fault> = []
    faults = faults.filter { seen.insert($0).inserted }
  }

  /// Sets broken references to NULL, with a new checksum.
  private func clear(_ reference: Table.Reference, in table: Table) throws {
    let changes = SQL.joined(reference.cleared.map { "\($0) = NULL" })
    let checksum = table.checksum { column in
      reference.cleared.contains(column) ? "NULL" : "\(column)"
    }
    try connection.run(
      """
      UPDATE \(table.name) SET \(changes), checksum = \(checksum)
      WHERE \(reference.isBroken)
      """)
  }
}

extension Table {
  fileprivate func hasIdentity(in index: Index) -> Bool {
    identity.allSatisfy(entry(of: index).contains)
  }
}
