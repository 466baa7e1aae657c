internal import SQLText

/// The schema of version 4, which gives columns the names that they have on a server.
///
/// It never changes.
enum SchemaVersion4 {
  static let definitions = SchemaVersion3.definitions.map { old in
    altered.first { $0.name == old.name } ?? old
  }

  /// The objects of version 3 as SQLite writes them with the new names.
  private static let altered: [SchemaDefinition] = [
    .table(
      "likes",
      """
      CREATE TABLE likes (
        post INTEGER NOT NULL REFERENCES posts (id),
        liker INTEGER NOT NULL REFERENCES users (id),
        at INTEGER NOT NULL,
        author INTEGER NOT NULL,
        PRIMARY KEY (post, liker)
      ) STRICT, WITHOUT ROWID
      """),
    .table(
      "bookmarks",
      """
      CREATE TABLE bookmarks (
        post INTEGER NOT NULL REFERENCES posts (id),
        reader INTEGER NOT NULL REFERENCES users (id),
        at INTEGER NOT NULL,
        PRIMARY KEY (post, reader)
      ) STRICT, WITHOUT ROWID
      """),
    .table(
      "mentions",
      """
      CREATE TABLE mentions (
        post INTEGER NOT NULL REFERENCES posts (id),
        mentioned INTEGER NOT NULL REFERENCES users (id),
        kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 4),
        place INTEGER NOT NULL CHECK (place >= 0),
        at INTEGER NOT NULL,
        PRIMARY KEY (post, mentioned)
      ) STRICT, WITHOUT ROWID
      """),
    .table(
      "read_marks",
      """
      CREATE TABLE read_marks (
        reader INTEGER PRIMARY KEY REFERENCES users (id),
        at INTEGER NOT NULL
      , notices_at INTEGER NOT NULL DEFAULT 0) STRICT
      """),
    .table(
      "origins",
      """
      CREATE TABLE origins (
        source TEXT NOT NULL,
        key TEXT NOT NULL,
        owner INTEGER REFERENCES users (id),
        post INTEGER REFERENCES posts (id),
        digest INTEGER NOT NULL,
        PRIMARY KEY (source, key),
        CHECK ((owner IS NULL) <> (post IS NULL))
      ) STRICT, WITHOUT ROWID
      """),
    .index(
      "likes_by_user", on: "likes",
      "CREATE INDEX likes_by_user ON likes (liker, at, post, author)"),
    .index(
      "likes_by_post", on: "likes",
      "CREATE INDEX likes_by_post ON likes (post, at, liker)"),
    .index(
      "likes_by_author", on: "likes",
      "CREATE INDEX likes_by_author ON likes (author, at, post, liker) WHERE author <> liker"),
    .index(
      "bookmarks_by_user", on: "bookmarks",
      "CREATE INDEX bookmarks_by_user ON bookmarks (reader, at, post)"),
    .index(
      "mentions_by_user", on: "mentions",
      "CREATE INDEX mentions_by_user ON mentions (mentioned, kind, at, post)"),
    .index(
      "origins_by_user", on: "origins",
      "CREATE INDEX origins_by_user ON origins (owner) WHERE owner IS NOT NULL"),
  ]
}
