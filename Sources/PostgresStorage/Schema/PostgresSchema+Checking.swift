internal import Postgres
internal import SQLText
internal import Storage

/// Checks and creates the schema in a database.
extension PostgresSchema {
  /// Of the columns of the tables of this version, as `catalog` lists them.
  static let fingerprint = "71d2f0967a4c804a0016231aea8f9295"

  /// The columns and their types, without the tables of extensions that spread a table over
  /// machines; and how many things are there that no network has.
  ///
  /// Shards are named after their table and end with digits; partitions are parts of their table.
  private static let catalog: SQL = """
    SELECT md5(string_agg(c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, NULL),
        ',' ORDER BY c.relname COLLATE "C", a.attname COLLATE "C")),
      count(*) FILTER (WHERE c.relkind NOT IN ('r', 'p') OR c.relhasrules OR c.relrowsecurity
        OR EXISTS (SELECT 1 FROM pg_trigger AS t WHERE t.tgrelid = c.oid AND NOT t.tgisinternal
          AND t.tgname NOT LIKE 'truncate_trigger_%'))
    FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
    JOIN pg_attribute AS a ON a.attrelid = c.oid
    WHERE n.nspname = 'profilectl' AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND a.attnum > 0
      AND NOT a.attisdropped AND NOT c.relispartition AND c.relname !~ '_[0-9]+$'
    """

  /// The identity of the network in the database; throws unless there is one of this version.
  static func check(_ session: PostgresSession) throws -> String {
    var found: (version: Int64, id: String)?
    var isOurs = false
    do {
      try session.each(["SELECT version, id FROM profilectl.network", catalog]) { index, row in
        if index == 0 {
          found = (row.int64(0), row.text(1))
        } else {
          isOurs = row.text(0) == fingerprint && row.int64(1) == 0
        }
      }
    } catch let error as PostgresError where ["42P01", "3F000"].contains(error.state) {
      // A schema of that name with other tables is another program's.
      let isThere = try session.run("SELECT 1 FROM pg_namespace WHERE nspname = 'profilectl'")
      throw StorageError.file(isThere == 1 ? .foreign : .missing)
    } catch let error as PostgresError where error.state == "42703" {
      throw StorageError.file(.foreign)
    }
    guard let found else { throw StorageError.file(.foreign) }
    try check(version: found.version)
    guard isOurs else { throw StorageError.file(.tampered) }
    return found.id
  }

  /// Whether the database has a schema of the name of ours.
  static func exists(_ session: PostgresSession) throws -> Bool {
    try session.run("SELECT 1 FROM pg_namespace WHERE nspname = 'profilectl'") == 1
  }

  /// The statements that create an empty network.
  static func creation(
    version: Int = PostgresSchema.version, indexes: [SQL] = PostgresSchema.indexes
  ) -> [SQL] {
    tables + indexes + [
      """
      INSERT INTO profilectl.network (format, version, id)
      VALUES ('PROF', \(version), replace(gen_random_uuid()::text, '-', ''))
      """
    ]
  }

  /// Creates an empty network; false if another process did meanwhile.
  static func create(
    in session: PostgresSession, version: Int = PostgresSchema.version,
    indexes: [SQL] = PostgresSchema.indexes
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
  /// The same for `psql`, in one transaction; the version is the only value in them.
  static var script: String {
    (["BEGIN"] + creation() + ["COMMIT"])
      .map { $0.form.text(.numbered).replacing("$1", with: String(version)) + ";\n" }.joined()
  }

