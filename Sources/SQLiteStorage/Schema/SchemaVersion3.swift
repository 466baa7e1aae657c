internal import SQLText

/// The schema of version 3, which adds the origins of imported users and posts.
///
/// It never changes.
enum SchemaVersion3 {
  static let definitions = SchemaVersion2.definitions + added

  /// The objects that version 2 lacks.
  static let added: [SchemaDefinition] = [
    .table(
      "origins",
      """
      CREATE TABLE origins (
        source TEXT NOT NULL,
        key TEXT NOT NULL,
        user INTEGER REFERENCES users (id),
        post INTEGER REFERENCES posts (id),
        digest INTEGER NOT NULL,
        PRIMARY KEY (source, key),
        CHECK ((user IS NULL) <> (post IS NULL))
      ) STRICT, WITHOUT ROWID
      """),
    .index(
      "origins_by_user", on: "origins",
      "CREATE INDEX origins_by_user ON origins (user) WHERE user IS NOT NULL"),
    .index(
      "origins_by_post", on: "origins",
      "CREATE INDEX origins_by_post ON origins (post) WHERE post IS NOT NULL"),
  ]
}
