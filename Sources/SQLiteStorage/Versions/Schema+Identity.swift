internal import SQLText
internal import SQLite

/// The versions of the schema, and the identity of our files.
///
/// A shipped version is never edited: a change adds a version with the statements that lead to it.
extension Schema {
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
        number: 2, migration: MigrationTo2.statements, fill: MigrationTo2.fill,
        schema: SchemaVersion2.definitions.map(\.object)),
      .init(
        number: 3, migration: MigrationTo3.statements, fill: MigrationTo3.fill,
        schema: SchemaVersion3.definitions.map(\.object)),
      .init(
        number: 4, migration: MigrationTo4.statements,
        schema: SchemaVersion4.definitions.map(\.object)),
      .init(
        number: SharedSchema.version, isOptional: true,
        migration: SharedSchema.added.compactMap(\.statement),
        schema: SharedSchema.definitions.map(\.object)),
    ])
}
