internal import Model
internal import SQLText
internal import SQLite

/// Rows that a table has lost while its indexes still name them.
///
/// Rebuilding such an index would delete the last trace of the row. One damaged page makes one tree
/// wrong, and that of an index more often than that of a table. An index is believed if a second
/// index, the full-text index or a reference names the row too. If those can't be read, it is
/// believed if it has every row of the table.
extension Examination {
  func goneRows() throws -> [Fault] {
    try Table.all.filter { !$0.isDerived && $0.mirror == nil }.flatMap { try goneRows(of: $0) }
  }

  private func goneRows(of table: Table) throws -> [Fault] {
    let indexes = table.indexes.filter { !$0.isPartial }
    let names = { (index: Table.Index) in
      table.identity.allSatisfy(table.entry(of: index).contains)
    }
    guard let first = indexes.first(where: names) else { return [] }
    let shared = table.entry(of: first).filter { column in
      indexes.allSatisfy { table.entry(of: $0).contains(column) }
    }
    let rows = Self.select(shared, from: table, table.itself)
    let entries = indexes.map { Self.select(shared, from: table, "INDEXED BY \($0.name)") }
    let firstEntries = Self.select(shared, from: table, "INDEXED BY \(first.name)")
    let named = Self.entries(of: first, missingIn: table)
    let key = Self.unindexed(shared)
    var lost: [LostRows] = []
    if entries.count > 1 {
      let agreed = SQL.joined(entries, by: " INTERSECT ")
      lost.append(LostRows(from: "\(named) AND (\(key)) IN (\(agreed) EXCEPT \(rows))"))
    }
    if case .user = table.rows {
      lost.append(LostRows(from: "\(named) AND EXISTS (\(Self.wordsOfHandle))"))
    }
    if let ties = Self.references(to: table) {
      let identity = Self.unindexed(table.identity)
      lost.append(LostRows(from: "\(named) AND (\(identity)) IN (\(ties))"))
    }
    // A lost picture matters only where something refers to it.
    if case .picture = table.rows { return try firstFaults(of: lost, otherwise: [], table) }
    let hasIdentity = table.identity.allSatisfy(shared.contains)
    let others = zip(indexes, entries).filter { $0.0.name != first.name }.map {
      LostRows(from: "(\(Self.surplus($0.1, of: rows)))", hasIdentity: hasIdentity)
    }
    let surplus = Self.surplus(firstEntries, of: rows)
    return try firstFaults(
      of: lost, otherwise: [LostRows(from: "\(named) AND (\(key)) IN (\(surplus))")] + others, table
    )
  }

  /// A query for rows that are lost.
  private struct LostRows {
    let from: SQL
    /// False for posts that are known by their time only.
    var hasIdentity = true
  }

  /// The entries of an index whose rows the table lacks.
  ///
  /// A row with the same identity elsewhere has changed and is not gone. EXCEPT, unlike NOT IN,
  /// ignores rows whose identity is NULL.
  private static func entries(of index: Table.Index, missingIn table: Table) -> SQL {
    let (identity, path) = (unindexed(table.identity), "INDEXED BY \(index.name)" as SQL)
    return """
      \(table.name) AS named \(path)
      WHERE +\(table.identity[0]) > 0 AND (\(identity)) IN (
        SELECT \(identity) FROM \(table.name) \(path)
        EXCEPT SELECT \(identity) FROM \(table.name) \(table.itself))
      """
  }

  /// Columns with a sign that keeps SQLite from reading them from another index.
  private static func unindexed(_ columns: [Name]) -> SQL { .joined(columns.map { "+\($0)" }) }

  private static func select(_ columns: [Name], from table: Table, _ path: SQL) -> SQL {
    "SELECT \(.joined(columns.map { "+\($0) AS \($0)" })) FROM \(table.name) \(path)"
  }

  /// Finds the handle of a user in the full-text index.
  ///
  /// A text that is no handle finds nothing.
  private static let wordsOfHandle: SQL = """
    SELECT 1 FROM user_words WHERE rowid = named.id AND user_words MATCH iif(
      typeof(named.username) = 'text' AND named.username NOT GLOB '*[^a-z0-9_.]*'
        AND length(named.username) = length(CAST(named.username AS BLOB)),
      'username: "' || named.username || '"', '""')
    """

  /// All numbers by which other tables refer to rows of a table; nil if none can.
  private static func references(to table: Table) -> SQL? {
    let columns = Table.all.flatMap { other in
      other.references.filter { $0.parent.rawValue == table.name.text }.map { reference -> SQL in
        "SELECT \(reference.column) FROM \(other.name) \(other.itself)"
      }
    }
    return columns.isEmpty ? nil : .joined(columns, by: " UNION ")
  }

  /// The entries that the table lacks, if the table has no row that the index lacks.
  private static func surplus(_ entries: SQL, of rows: SQL) -> SQL {
    """
    SELECT * FROM (\(entries) EXCEPT \(rows))
    WHERE NOT EXISTS (SELECT * FROM (\(rows) EXCEPT \(entries)))
    """
  }

  /// The faults of the first query that finds any; the other queries run only if one of the first
  /// meets damage.
  ///
  /// One fault prevents a repair, so finding all is not needed. The damage itself is reported by
  /// other checks.
  private func firstFaults(
    of lost: [LostRows], otherwise others: [LostRows], _ table: Table
  ) throws -> [Fault] {
    var areRead = true
    for rows in lost {
      if let faults = try readable(rows, table) {
        if !faults.isEmpty { return faults }
      } else {
        areRead = false
      }
    }
    return areRead ? [] : try firstFaults(of: others, otherwise: [], table)
  }

  /// Nil if the query meets damage.
  private func readable(_ lost: LostRows, _ table: Table) throws -> [Fault]? {
    do {
      return try listed {
        "SELECT \($0) FROM \(lost.from)"
      } as: { row in
        .gone(lost.hasIdentity ? table.object(&row) : .postOf(time: row["at"]))
      }
    } catch let error as SQLiteError where error.indicatesDamage {
      try connection.renewSnapshot()
      return nil
    }
  }
}
