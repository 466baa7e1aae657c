/// One row of `sqlite_schema`: a table, an index, a view or a trigger with the text that made it.
///
/// Two are equal when their bytes are.
package struct SchemaObject: Sendable, Hashable {
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

  package static func == (left: SchemaObject, right: SchemaObject) -> Bool {
    left.texts.elementsEqual(right.texts) { $0.utf8.elementsEqual($1.utf8) }
  }

  package func hash(into hasher: inout Hasher) {
    for text in texts {
      for byte in text.utf8 { hasher.combine(byte) }
    }
  }

  private var texts: [String] { [type, name, table, sql] }
}

extension Connection {
  /// The schema without the tables of ANALYZE, by type and name.
  package func schema() throws -> [SchemaObject] {
    try all(
      """
      SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_schema
      WHERE type <> 'table' OR name NOT IN ('sqlite_stat1', 'sqlite_stat4')
      ORDER BY type, name
      """
    ) { row in
      SchemaObject(type: row.text(0), name: row.text(1), table: row.text(2), sql: row.text(3))
    }
  }
}
