internal import SQLite

/// One thing the schema holds: how it is listed in the file, and the statement that makes it unless
/// SQLite makes it by itself.
struct SchemaDefinition {
  let object: SchemaObject
  let statement: SQL?

  static func table(_ name: String, _ statement: SQL) -> SchemaDefinition {
    made("table", name, on: name, by: statement)
  }

  static func index(_ name: String, on table: String, _ statement: SQL) -> SchemaDefinition {
    made("index", name, on: table, by: statement)
  }

  /// The index SQLite keeps for the `number`th UNIQUE or PRIMARY KEY of a table with row numbers.
  static func automaticIndex(_ number: Int, of table: String) -> SchemaDefinition {
    let name = "sqlite_autoindex_\(table)_\(number)"
    return SchemaDefinition(
      object: SchemaObject(type: "index", name: name, table: table, sql: ""), statement: nil)
  }

  /// A contentless full-text table with the three tables FTS5 keeps it in (SQLite's FTS5, §9).
  static func fullText(_ name: String, _ statement: SQL) -> [SchemaDefinition] {
    let shadows = [
      ("data", "id INTEGER PRIMARY KEY, block BLOB)"),
      ("idx", "segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID"),
      ("config", "k PRIMARY KEY, v) WITHOUT ROWID"),
    ]
    return [table(name, statement)]
      + shadows.map { suffix, columns in
        let shadow = "\(name)_\(suffix)"
        let object = SchemaObject(
          type: "table", name: shadow, table: shadow, sql: "CREATE TABLE '\(shadow)'(\(columns)")
        return SchemaDefinition(object: object, statement: nil)
      }
  }

  private static func made(
    _ type: String, _ name: String, on table: String, by statement: SQL
  ) -> SchemaDefinition {
    SchemaDefinition(
      object: SchemaObject(type: type, name: name, table: table, sql: statement.text),
      statement: statement)
  }
}
