internal import SQLite

/// The schema of the newest version.
enum Schema {
  /// The full-text tables come last, that of posts first.
  static let definitions: [SchemaDefinition] =
    Table.all.flatMap { table in
      [.table(table.name, table.definition)] + table.indexes.map { .index($0, on: table) }
    }
    + [Table.posts, .users].compactMap(\.fullText).flatMap { text in
      SchemaDefinition.fullText(
        text.name,
        """
        CREATE VIRTUAL TABLE \(text.name) USING fts5(
          \(text.arguments()))
        """)
    }
}

/// One object of the schema as the file lists it, and the statement that creates it.
struct SchemaDefinition {
  let object: SchemaObject
  /// Nil if SQLite creates the object by itself.
  let statement: SQL?

  static func table(_ name: Name, _ statement: SQL) -> SchemaDefinition {
    made("table", name, on: name, by: statement)
  }

  static func index(_ name: Name, on table: Name, _ statement: SQL) -> SchemaDefinition {
    made("index", name, on: table, by: statement)
  }

  /// An index that SQLite creates for a UNIQUE column.
  static func automatic(_ name: Name, on table: Name) -> SchemaDefinition {
    let object = SchemaObject(type: "index", name: name.text, table: table.text, sql: "")
    return SchemaDefinition(object: object, statement: nil)
  }

  static func index(_ index: Table.Index, on table: Table) -> SchemaDefinition {
    index.isAutomatic
      ? automatic(index.name, on: table.name)
      : .index(index.name, on: table.name, index.creation(on: table.name))
  }

  /// A contentless full-text table with its three shadow tables
  /// (<https://www.sqlite.org/fts5.html>, section 9).
  static func fullText(_ name: Name, _ statement: SQL) -> [SchemaDefinition] {
    let shadows = [
      ("data", "id INTEGER PRIMARY KEY, block BLOB)"),
      ("idx", "segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID"),
      ("config", "k PRIMARY KEY, v) WITHOUT ROWID"),
    ]
    return [table(name, statement)]
      + shadows.map { suffix, columns in
        let shadow = "\(name.text)_\(suffix)"
        let object = SchemaObject(
          type: "table", name: shadow, table: shadow, sql: "CREATE TABLE '\(shadow)'(\(columns)")
        return SchemaDefinition(object: object, statement: nil)
      }
  }

  private static func made(
    _ type: String, _ name: Name, on table: Name, by statement: SQL
  ) -> SchemaDefinition {
    SchemaDefinition(
      object: SchemaObject(
        type: type, name: name.text, table: table.text, sql: statement.text),
      statement: statement)
  }
}
