internal import Model
internal import Postgres
internal import SQLText
internal import Storage

/// Checks and creates the schema in a database.
extension PostgresSchema {
  /// The digest of the tables of this version, as `catalog` lists them.
  static let fingerprint: UInt64 = 0x9F25_9D7A_3409_2674

  /// The columns, unique keys and number of conditions of each table, without the tables of
  /// extensions that spread a table over machines; and whether it is one that no network has.
  ///
  /// Shards are named after their table and end with digits; partitions are parts of their table.
  /// Indexes that are not unique are left to `missingIndexes`: the owner may add others.
  ///
  /// The digest is made here: a new connection needs 2.9 ms of the server's processor for the rows,
  /// and 4.3 ms if the server makes it (2026-11-27).
  private static let catalog: SQL = """
    SELECT
      concat_ws(' ', c.relname, c.relchecks,
        ARRAY(
          SELECT concat_ws(' ', attname, atttypid, attnotnull, atthasdef, attcollation)
          FROM pg_attribute WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped
          ORDER BY attname),
        ARRAY(
          SELECT concat_ws(' ', indisprimary, indkey) FROM pg_index
          WHERE indrelid = c.oid AND indisunique AND indisvalid
          ORDER BY indkey::text COLLATE "C")) AS line,
      c.relkind NOT IN ('r', 'p') OR c.relhasrules OR c.relrowsecurity OR EXISTS (
        SELECT 1 FROM pg_trigger AS t WHERE t.tgrelid = c.oid AND NOT t.tgisinternal
          AND t.tgname NOT LIKE 'truncate_trigger_%') AS is_foreign
    FROM pg_class AS c
    WHERE c.relnamespace = 'profilectl'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
      AND NOT c.relispartition AND c.relname !~ '_[0-9]+$'
    """

  /// Passes on the tables of the schema, with the columns of `pg_class` that most changes alter.
  ///
  /// It has one operator and no function, because a new connection looks each of them up in the
  /// catalogue. It takes 0.7 ms, and `catalog` 2.3 (2026-11-28).
  private static func outline(_ take: @escaping (_ line: String) -> Void) -> RowQuery {
    RowQuery {
      "SELECT \($0) FROM pg_class WHERE relnamespace = 'profilectl'::regnamespace"
    } as: { row in
      let names: [String] = [row["relname"], row["relkind"]]
      let marks: [Int64] = [
        row["relnatts"], row["relchecks"], row["relhasrules"], row["relhastriggers"],
        row["relrowsecurity"],
      ]
      return (kind: names[1], line: (names + marks.map(String.init)).joined(separator: " "))
    } take: { kind, line in
      if !["i", "I", "S", "t"].contains(kind) { take(line) }
    }
  }

  /// The digest of the outline that `creation` makes.
  static let outlineFingerprint: UInt64 = 0x3630_557E_3F0E_0030

  /// The identity of the network in the database; throws unless there is one of this version.
  ///
  /// The tables are compared only if their outline differs, as it does on several machines. The
  /// server refuses statements that miss a key or a type.
  static func identity(in session: PostgresSession) throws -> String {
    var found: (version: Int64, id: String)?
    var tables: [String] = []
    let network = RowQuery {
      "SELECT \($0) FROM profilectl.network"
    } as: { row in
      (version: row["version"] as Int64, id: row["id"] as String)
    } take: {
      found = $0
    }
    do {
      try session.each([network, outline { tables.append($0) }])
    } catch let error as PostgresError where ["42P01", "3F000"].contains(error.state) {
      // A schema of that name with other tables is another program's.
      throw StorageError.file(try exists(session) ? .foreign : .missing)
    } catch let error as PostgresError where error.state == "42703" {
      throw StorageError.file(.foreign)
    }
    guard let found else { throw StorageError.file(.foreign) }
    try check(version: found.version)
    if digest(tables) != outlineFingerprint { try check(session) }
    return found.id
  }

  private static func digest(_ lines: [String]) -> UInt64 {
    StableHash(lines.sorted().joined(separator: "\n")).value
  }

  /// Throws unless all tables are those of this version.
  static func check(_ session: PostgresSession) throws {
    let tables = try session.all {
      "SELECT \($0) FROM (\(catalog)) AS found"
    } as: { row in
      (line: row["line"] as String, isForeign: row["is_foreign"] as Bool)
    }
    guard !tables.contains(where: \.isForeign), digest(tables.map(\.line)) == fingerprint else {
      throw StorageError.file(.tampered)
    }
  }

  /// The indexes that the database lacks, or has without all rows.
  ///
  /// Only names are compared: the owner may have given an index other parameters of storage.
  static func missingIndexes(_ session: PostgresSession) throws -> [Index] {
    let found: [String] = try session.values(
      """
      SELECT c.relname FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid
      WHERE c.relnamespace = 'profilectl'::regnamespace AND i.indisvalid
      """)
    return indexes.filter { !found.contains($0.name.text) }
  }

  /// Whether the database has a schema with our name.
  static func exists(_ session: PostgresSession) throws -> Bool {
    try session.run("SELECT 1 FROM pg_namespace WHERE nspname = 'profilectl'") == 1
  }

  /// The statements that create an empty network.
  static func creation(
    version: Int = PostgresSchema.version, indexes: [Index] = PostgresSchema.indexes
  ) -> [SQL] {
    tables + indexes.map(\.creation) + [
      """
      INSERT INTO profilectl.network (format, version, id)
      VALUES ('PROF', \(version), replace(gen_random_uuid()::text, '-', ''))
      """
    ]
  }

  /// The same for `psql`, in one transaction; the version is the only value in them.
  static var script: String {
    (["BEGIN"] + creation() + ["COMMIT"])
      .map { $0.form.text(.numbered).replacing("$1", with: String(version)) + ";\n" }.joined()
  }

  /// Creates an empty network; false if another process did meanwhile.
  static func create(
    in session: PostgresSession, version: Int = PostgresSchema.version,
    indexes: [Index] = PostgresSchema.indexes
  ) throws -> Bool {
    do {
      try session.run(["BEGIN"] + creation(version: version, indexes: indexes) + ["COMMIT"])
      return true
    } catch let error as PostgresError {
      if session.isUsable { try session.run("ROLLBACK") }
      if error.isAboutAnotherCreation { return false }
      throw error
    }
  }
}

extension PostgresError {
  /// Whether another process created the schema meanwhile: two creations race in the catalogue.
  var isAboutAnotherCreation: Bool { ["42P06", "23505", "42P07"].contains(state) }
}
