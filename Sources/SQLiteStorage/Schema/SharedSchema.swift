internal import SQLText

/// The schema of a file that shares its network with other copies.
///
/// It is version 4 with further tables, and never changes. Only `share start` and `share join` make
/// it; `share stop` leads back to version 4.
enum SharedSchema {
  static let version: Int32 = 5
  static let definitions = SchemaVersion4.definitions + added

  /// The objects that version 4 lacks.
  static let added: [SchemaDefinition] = [
    .table(
      "sharing",
      """
      CREATE TABLE sharing (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        network BLOB NOT NULL,
        root BLOB NOT NULL,
        name TEXT NOT NULL,
        folder TEXT,
        synced_at INTEGER
      ) STRICT
      """),
    .table(
      "bundles",
      """
      CREATE TABLE bundles (
        id INTEGER PRIMARY KEY,
        hash BLOB NOT NULL UNIQUE,
        stream BLOB NOT NULL,
        number INTEGER NOT NULL,
        previous BLOB,
        signing_key BLOB NOT NULL,
        signer BLOB,
        counts INTEGER NOT NULL CHECK (counts IN (0, 1)),
        is_own INTEGER NOT NULL CHECK (is_own IN (0, 1)),
        content BLOB NOT NULL
      ) STRICT
      """),
    .automatic("sqlite_autoindex_bundles_1", on: "bundles"),
    .index(
      "bundles_by_stream", on: "bundles",
      "CREATE INDEX bundles_by_stream ON bundles (signing_key, stream, number)"),
    .table(
      "deeds",
      """
      CREATE TABLE deeds (
        thing BLOB NOT NULL,
        rank BLOB NOT NULL,
        bundle INTEGER NOT NULL REFERENCES bundles (id),
        place INTEGER NOT NULL,
        PRIMARY KEY (thing, rank)
      ) STRICT, WITHOUT ROWID
      """),
    .table(
      "unsent_deeds",
      """
      CREATE TABLE unsent_deeds (
        id INTEGER PRIMARY KEY,
        signer BLOB NOT NULL,
        line BLOB NOT NULL,
        words BLOB,
        code BLOB NOT NULL
      ) STRICT
      """),
    .table(
      "shared_keys",
      """
      CREATE TABLE shared_keys (
        signing_key BLOB NOT NULL,
        signer BLOB NOT NULL,
        is_keeper INTEGER NOT NULL CHECK (is_keeper IN (0, 1)),
        is_invitation INTEGER NOT NULL CHECK (is_invitation IN (0, 1)),
        machine TEXT NOT NULL,
        is_revoked INTEGER NOT NULL CHECK (is_revoked IN (0, 1)),
        is_disputed INTEGER NOT NULL CHECK (is_disputed IN (0, 1)),
        PRIMARY KEY (signing_key, signer)
      ) STRICT, WITHOUT ROWID
      """),
    .table(
      "shared_users",
      """
      CREATE TABLE shared_users (
        user_id INTEGER PRIMARY KEY,
        name BLOB NOT NULL UNIQUE,
        wanted TEXT NOT NULL,
        turn BLOB NOT NULL,
        created_at INTEGER NOT NULL
      ) STRICT
      """),
    .automatic("sqlite_autoindex_shared_users_1", on: "shared_users"),
    .table(
      "shared_posts",
      """
      CREATE TABLE shared_posts (
        post INTEGER PRIMARY KEY,
        name BLOB UNIQUE,
        at INTEGER NOT NULL,
        is_vouched INTEGER NOT NULL CHECK (is_vouched IN (0, 1))
      ) STRICT
      """),
    .automatic("sqlite_autoindex_shared_posts_1", on: "shared_posts"),
    .table(
      "waiting_things",
      """
      CREATE TABLE waiting_things (
        missing BLOB NOT NULL,
        thing BLOB NOT NULL,
        PRIMARY KEY (missing, thing)
      ) STRICT, WITHOUT ROWID
      """),
    .table(
      "signed_pictures",
      """
      CREATE TABLE signed_pictures (
        thing BLOB NOT NULL,
        use INTEGER NOT NULL,
        hash BLOB NOT NULL,
        bytes INTEGER NOT NULL,
        width INTEGER NOT NULL,
        height INTEGER NOT NULL,
        PRIMARY KEY (thing, use)
      ) STRICT, WITHOUT ROWID
      """),
    .index(
      "signed_pictures_by_hash", on: "signed_pictures",
      "CREATE INDEX signed_pictures_by_hash ON signed_pictures (hash)"),
    .table(
      "folder_files",
      """
      CREATE TABLE folder_files (
        name BLOB PRIMARY KEY,
        size INTEGER NOT NULL,
        written_at INTEGER NOT NULL,
        changed_at INTEGER NOT NULL,
        refusal INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID
      """),
    .table(
      "late_items",
      """
      CREATE TABLE late_items (
        reader INTEGER NOT NULL,
        is_notice INTEGER NOT NULL CHECK (is_notice IN (0, 1)),
        at INTEGER NOT NULL,
        PRIMARY KEY (reader, is_notice, at)
      ) STRICT, WITHOUT ROWID
      """),
  ]
}
