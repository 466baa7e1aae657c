internal import SQLText
internal import SQLite

/// One object of the schema as the file lists it, and the statement that creates it.
///
/// Consists of literals, because every start compares all objects.
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

  func isIndex(on table: Name) -> Bool { self.table == table && type.description == "index" }

  /// Nil if SQLite creates the object by itself.
  var statement: SQL? { isAutomatic ? nil : SQL(stringLiteral: text) }
}

/// The schema of the newest version.
enum Schema {
  static var definitions: [SchemaDefinition] { SchemaVersion4.definitions }
}
