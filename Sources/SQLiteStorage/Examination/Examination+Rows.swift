internal import Model
internal import SQLText
internal import SQLite

/// The rules of the rows of many tables.
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
    return try listed {
      "SELECT \($0) FROM \(table.name) WHERE \(isOrphan)"
    } as: { row in
      let object = table.object(&row)
      let parents = references.map { reference in
        let (column, ids) = (reference.column, reference.parent.ids)
        return (
          object: reference.parent.object(row["\(column)"]),
          isMissing: row["\(column) NOT IN (\(ids))"] as Bool
        )
      }
      return .orphan(object, missing: (parents.first(where: \.isMissing) ?? parents[0]).object)
    }
  }

  private func ownEdges(in table: Table) throws -> [Fault] {
    guard let isOwnEdge = table.isOwnEdge else { return [] }
    return try listed {
      "SELECT \($0) FROM \(table.name) WHERE \(isOwnEdge)"
    } as: {
      .ownEdge(table.object(&$0))
    }
  }

  private func rows(in table: Table, lacking reference: Table.Reference) throws -> [Fault] {
    try listed {
      "SELECT \($0) FROM \(table.name) WHERE \(reference.isBroken)"
    } as: { row in
      .orphan(
        table.object(&row), missing: reference.parent.object(row["\(reference.column)"]))
    }
  }

  func counts() throws -> [Fault] {
    try CountRule.all.flatMap { rule in
      try look(at: rule.table.name) {
        try listed {
          """
          SELECT \($0) FROM (
            SELECT *, \(rule.column.name) AS stored, (\(rule.actual)) AS actual
            FROM \(rule.table.name) AS counted
          ) WHERE stored <> actual
          """
        } as: { row in
          .count(
            rule.table.object(&row), rule.column, stored: row["stored"], actual: row["actual"])
        }
      }
    }
  }

  /// Rows whose content does not match their checksum.
  func changedRows() throws -> [Fault] {
    try Table.all.filter(\.hasChecksum).flatMap { table in
      let hasOtherSize: SQL = table.name == "pictures" ? " OR bytes <> length(content)" : ""
      return try look(at: table.name) {
        try listed {
          "SELECT \($0) FROM \(table.name) WHERE checksum <> \(table.checksum)\(hasOtherSize)"
        } as: {
          .changed(table.object(&$0))
        }
      }
    }
  }

  /// Edges that name another author than the post they lead to.
  func wrongAuthors() throws -> [Fault] {
    try EdgeKind.allCases.filter(\.rules.hasAuthor).flatMap { kind in
      let edges = kind.stored
      return try look(at: edges.name) {
        try listed {
          """
          SELECT \($0) FROM \(edges.name) AS e CROSS JOIN posts AS p ON p.id = e.\(edges.target)
          WHERE e.author <> p.author
          """
        } as: { row in
          .count(
            .edge(kind, from: row["e.\(edges.source)"], to: row["e.\(edges.target)"]), .author,
            stored: row["e.author"], actual: row["p.author"])
        }
      }
    }
  }

  /// Edges that only one of their two trees has.
  func oneSidedEdges() throws -> [Fault] {
    try EdgeKind.allCases.compactMap(EdgeTrees.init).flatMap { trees in
      try look(at: trees.table.name) {
        if try connection.value(trees.areEqual) == true { return [] }
        return try [true, false].flatMap { isInTable in
          try listed {
            "SELECT \($0) FROM (\(trees.edges(onlyInTable: isInTable)))"
          } as: {
            .oneSided(trees.object(&$0), isInTable: isInTable)
          }
        }
      }
    }
  }
}
