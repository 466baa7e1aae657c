internal import Model
internal import SQLText
internal import SQLite

/// The rules that hold for the rows of many tables.
extension Examination {
  /// Rows that refer to missing rows, and forbidden edges to oneself.
  func orphans() throws -> [Fault] {
    try Table.all.flatMap { table in
      try look(at: table.name) { try orphans(in: table) }
        + look(at: table.name) { try ownEdges(in: table) }
        + table.references.filter(\.isOptional).flatMap { reference in
          try look(at: table.name) { try rows(in: table, lacking: reference) }
        }
    }
  }

  /// A row that lacks several parents is one fault, of the first.
  private func orphans(in table: Table) throws -> [Fault] {
    guard let isOrphan = table.isOrphan else { return [] }
    let references = table.references.filter { !$0.isOptional }
    let parents = SQL.joined(
      references.map { "\($0.column), \($0.column) IS NULL OR \($0.column) IN (\($0.parent.ids))" })
    let first = table.identity.count
    return try listed(
      "SELECT \(table.described), \(parents) FROM \(table.name) WHERE \(isOrphan)"
    ) { row in
      var index = 0
      while index < references.count - 1, row.bool(first + 2 * index + 1) { index += 1 }
      return .orphan(
        table.object(row), missing: references[index].parent.object(row.int64(first + 2 * index)))
    }
  }

  private func ownEdges(in table: Table) throws -> [Fault] {
    guard let isOwnEdge = table.isOwnEdge else { return [] }
    return try listed("SELECT \(table.described) FROM \(table.name) WHERE \(isOwnEdge)") {
      .ownEdge(table.object($0))
    }
  }

  private func rows(in table: Table, lacking reference: Table.Reference) throws -> [Fault] {
    try listed(
      """
      SELECT \(table.described), \(reference.column) FROM \(table.name) WHERE \(reference.isBroken)
      """
    ) { row in
      .orphan(
        table.object(row), missing: reference.parent.object(row.int64(row.columnCount - 1)))
    }
  }

  func counts() throws -> [Fault] {
    try CountRule.all.flatMap { rule in
      try look(at: rule.table.name) {
        try listed(
          """
          SELECT \(rule.table.described), stored, actual FROM (
            SELECT *, \(rule.column.name) AS stored, (\(rule.actual)) AS actual
            FROM \(rule.table.name) AS counted
          ) WHERE stored <> actual
          """
        ) { row in
          .count(
            rule.table.object(row), rule.column, stored: row.int64(row.columnCount - 2),
            actual: row.int64(row.columnCount - 1))
        }
      }
    }
  }

  /// Rows whose content does not match their checksum.
  func changedRows() throws -> [Fault] {
    try Table.all.filter(\.hasChecksum).flatMap { table in
      let hasOtherSize: SQL = table.name == "pictures" ? " OR bytes <> length(content)" : ""
      return try look(at: table.name) {
        try listed(
          """
          SELECT \(table.described) FROM \(table.name)
          WHERE checksum <> \(table.checksum)\(hasOtherSize)
          """
        ) { .changed(table.object($0)) }
      }
    }
  }

  /// Edges that name another author than the post they lead to.
  func wrongAuthors() throws -> [Fault] {
    try EdgeKind.allCases.filter(\.rules.hasAuthor).flatMap { kind in
      let edges = kind.stored
      return try look(at: edges.name) {
        try listed(
          """
          SELECT e.\(edges.source), e.\(edges.target), e.author, p.author
          FROM \(edges.name) AS e CROSS JOIN posts AS p ON p.id = e.\(edges.target)
          WHERE e.author <> p.author
          """
        ) { row in
          .count(
            .edge(kind, from: row.int64(0), to: row.int64(1)), .author, stored: row.int64(2),
            actual: row.int64(3))
        }
      }
    }
  }

  /// Edges that only one of their two trees has.
  func oneSidedEdges() throws -> [Fault] {
    try EdgeKind.allCases.compactMap(EdgeTrees.init).flatMap { trees in
      try look(at: trees.table.name) {
        if try connection.first(trees.areEqual, { $0.bool(0) }) == true { return [] }
        return try [true, false].flatMap { isInTable in
          try listed(trees.edges(onlyInTable: isInTable)) {
            .oneSided(trees.object($0), isInTable: isInTable)
          }
        }
      }
    }
  }
}
