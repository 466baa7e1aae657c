internal import SQLite

/// The versions of the schema, and the identity by which a file is known as ours.
///
/// A shipped version is never edited: a change is a further version with the statements that lead
/// to it.
enum Schema {
  static let identity = DatabaseIdentity(
    applicationID: 0x5052_4F46,  // "PROF"
    versions: [
      .init(
        number: 1,
        migration: definitions.compactMap(\.statement) + [
          "INSERT INTO counters (name, value) VALUES ('users', 0), ('posts', 0)"
        ],
        schema: definitions.map(\.object))
    ])

  /// The full-text tables come last, that of posts first.
  static let definitions: [SchemaDefinition] =
    Table.all.flatMap { table in
      [.table(table.name, table.definition)] + table.indexes.map { .index($0, on: table) }
    } + [Table.posts, .users].compactMap(\.fullText).flatMap(SchemaDefinition.fullText)
}

/// One object of the schema as the file lists it, and the statement that creates it.
struct SchemaDefinition {
  let object: SchemaObject
  /// Nil if SQLite creates the object by itself.
  let statement: SQL?

  static func table(_ name: Name, _ statement: SQL) -> SchemaDefinition {
    made("table", name, on: name, by: statement)
  }

  static func index(_ index: Table.Index, on table: Table) -> SchemaDefinition {
    if index.isAutomatic {
      let object = SchemaObject(
        type: "index", name: index.name.text, table: table.name.text, sql: "")
      return SchemaDefinition(object: object, statement: nil)
    }
    let create: SQL = index.isUnique ? "CREATE UNIQUE INDEX" : "CREATE INDEX"
    let condition: SQL = index.condition.map { " WHERE \($0)" } ?? ""
    return made(
      "index", index.name, on: table.name,
      by: "\(create) \(index.name) ON \(table.name) (\(.list(index.columns)))\(condition)")
  }

  /// A contentless full-text table with its three shadow tables
  /// (<https://www.sqlite.org/fts5.html>, section 9).
  static func fullText(_ text: Table.FullText) -> [SchemaDefinition] {
    let shadows = [
      ("data", "id INTEGER PRIMARY KEY, block BLOB)"),
      ("idx", "segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID"),
      ("config", "k PRIMARY KEY, v) WITHOUT ROWID"),
    ]
    let statement: SQL = """
      CREATE VIRTUAL TABLE \(text.name) USING fts5(
        \(text.arguments()))
      """
    return [table(text.name, statement)]
      + shadows.map { suffix, columns in
        let shadow = "\(text.name.text)_\(suffix)"
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
