internal import SQLite

/// One object of the schema as the file lists it, and the statement that creates it.
///
/// It is made of literals, because every start compares all of them.
struct SchemaDefinition: Sendable {
  let name: Name
  private let type: StaticString
  private let table: Name
  private let text: StaticString
  /// Whether SQLite creates it with another object.
  private var isAutomatic = false

  static func table(_ name: Name, _ text: StaticString) -> SchemaDefinition {
    SchemaDefinition(name: name, type: "table", table: name, text: text)
  }

  static func index(_ name: Name, on table: Name, _ text: StaticString) -> SchemaDefinition {
    SchemaDefinition(name: name, type: "index", table: table, text: text)
  }

  /// An index for a UNIQUE column.
  static func automatic(_ name: Name, on table: Name) -> SchemaDefinition {
    SchemaDefinition(name: name, type: "index", table: table, text: "", isAutomatic: true)
  }

  /// A table in which a full-text table stores its rows
  /// (<https://www.sqlite.org/fts5.html>, section 9).
  static func shadow(_ name: Name, _ text: StaticString) -> SchemaDefinition {
    SchemaDefinition(name: name, type: "table", table: name, text: text, isAutomatic: true)
  }

  var object: SchemaObject {
    SchemaObject(
      type: type.description, name: name.text, table: table.text, sql: text.description)
  }

  /// Nil if SQLite creates the object by itself.
  var statement: SQL? { isAutomatic ? nil : SQL(stringLiteral: text) }
}

/// The versions of the schema, and the identity by which a file is known as ours.
///
/// A shipped version is never edited: a change is a further version with the statements that lead
/// to it.
enum Schema {
  /// The objects of the newest version.
  static var definitions: [SchemaDefinition] { SchemaVersion2.definitions }

  static let identity = DatabaseIdentity(
    applicationID: 0x5052_4F46,  // "PROF"
    versions: [
      .init(
        number: 1,
        migration: SchemaVersion1.definitions.compactMap(\.statement) + [
          "INSERT INTO counters (name, value) VALUES ('users', 0), ('posts', 0)"
        ],
        schema: SchemaVersion1.definitions.map(\.object)),
      .init(
        number: 2, migration: SchemaVersion2.statements, fill: SchemaVersion2.fill,
        schema: SchemaVersion2.definitions.map(\.object)),
    ])
}
