/// One row of `sqlite_schema`: a table, an index, a view or a trigger with the text that made it.
package struct SchemaObject: Sendable, Equatable {
  package let type: String
  package let name: String
  package let table: String
  /// Empty for the indexes that SQLite makes by itself.
  package let sql: String

  package init(type: String, name: String, table: String, sql: String) {
    self.type = type
    self.name = name
    self.table = table
    self.sql = sql
  }

  /// Whether a row of `Connection.schemaRows` has the same bytes.
  fileprivate func isHeld(by row: borrowing Row) -> Bool {
    row.hasText(name, at: 1) && row.hasText(sql, at: 3) && row.hasText(type, at: 0)
      && row.hasText(table, at: 2)
  }
}

extension Connection {
  /// The schema without the tables of ANALYZE, by type and name.
  package func schema() throws -> [SchemaObject] {
    try all("\(Connection.schemaRows) ORDER BY type, name") { row in
      SchemaObject(type: row.text(0), name: row.text(1), table: row.text(2), sql: row.text(3))
    }
  }

  /// Whether the schema without the tables of ANALYZE is this one, in any order.
  ///
  /// Every command asks this first, so no string is made of what the file holds.
  func hasSchema(_ expected: [SchemaObject]) throws -> Bool {
    var isFound = [Bool](repeating: false, count: expected.count)
    let strangers = try all(Connection.schemaRows) { row in
      for (place, object) in expected.enumerated() where object.isHeld(by: row) {
        defer { isFound[place] = true }
        return isFound[place]
      }
      return true
    }
    return !strangers.contains(true) && !isFound.contains(false)
  }

  private static let schemaRows: SQL = """
    SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_schema
    WHERE type <> 'table' OR name NOT IN ('sqlite_stat1', 'sqlite_stat4')
    """
}
