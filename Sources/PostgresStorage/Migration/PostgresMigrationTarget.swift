internal import Model
internal import Postgres
internal import SQLText
package import Storage

extension PostgresStore {
  /// Copies the rows that `body` passes on to a server, and then releases the network for use.
  package static func migrate<Value>(
    to place: String, patience: Patience, interrupts: Interrupts,
    _ body: (any MigrationTarget) throws -> Value
  ) throws -> Value {
    let connections = try connections(to: place, interrupts)
    do {
      let connect = {
        let session = try connections.connect(wait: patience.duration)
        session.patience = nil
        return session
      }
      return try body(PostgresMigrationTarget(session: try connect(), connect, interrupts))
    } catch let error as any EngineError {
      throw error.storageError.after(patience)
    }
  }
}

/// A schema that takes the rows of another network, a transaction for each batch.
///
/// The number of copied rows is written with them, so that another run continues where one
/// was cut off. Keys and other indexes are made at the end, by two more sessions.
private final class PostgresMigrationTarget: MigrationTarget {
  private let session: PostgresSession
  /// Opens another session.
  private let connect: () throws -> PostgresSession
  private let interrupts: Interrupts
  /// The number of copied rows of each table, as this run last read or wrote it.
  private var copied: [String: Int] = [:]

  init(
    session: PostgresSession, _ connect: @escaping () throws -> PostgresSession,
    _ interrupts: Interrupts
  ) {
    (self.session, self.connect, self.interrupts) = (session, connect, interrupts)
  }

  let movesTimes = false

  // MARK: The beginning

  func begin(_ totals: MigrationTotals) throws -> [String: Int] {
    if try !PostgresSchema.exists(session) {
      _ = try PostgresSchema.create(in: session, version: PostgresSchema.unfinished, indexes: [])
    }
    try transaction {
      let version: Int64? = try session.value(
        "SELECT version FROM profilectl.network FOR UPDATE NOWAIT")
      guard let version else { throw StorageError.file(.foreign) }
      if version != Int64(PostgresSchema.unfinished) { try empty(version) }
      try note(totals)
    }
    return copied
  }

  /// Turns an empty network into an unfinished one.
  private func empty(_ version: Int64) throws {
    try PostgresSchema.check(version: version)
    let isEmpty: Bool? = try session.value(
      """
      SELECT NOT EXISTS (SELECT 1 FROM profilectl.users)
        AND NOT EXISTS (SELECT 1 FROM profilectl.posts)
        AND NOT EXISTS (SELECT 1 FROM profilectl.pictures)
      """)
    guard isEmpty == true else { throw StorageError.migration(.notEmpty) }
    try session.run([
      """
      DO $$
      DECLARE found record;
      BEGIN
        FOR found IN
          SELECT i.indexrelid::regclass AS name FROM pg_index AS i
          JOIN pg_class AS c ON c.oid = i.indrelid
          JOIN pg_namespace AS n ON n.oid = c.relnamespace
          WHERE n.nspname = 'profilectl' AND NOT i.indisprimary
        LOOP
          EXECUTE 'DROP INDEX ' || found.name;
        END LOOP;
      END $$
      """,
      "UPDATE profilectl.network SET version = \(PostgresSchema.unfinished)",
    ])
  }

  /// Notes which network is copied, or reads how far an earlier run came with it.
  private func note(_ totals: MigrationTotals) throws {
    try session.run(
      """
      CREATE TABLE IF NOT EXISTS profilectl.migration (
        name text PRIMARY KEY, rows bigint NOT NULL, source text)
      """)
    let known = try session.all {
      "SELECT \($0) FROM profilectl.migration"
    } as: { row -> (name: String, rows: Int, source: String?) in
      (row["name"], row["rows"], row[optional: "source"])
    }
    if known.isEmpty {
      try session.run(
        "INSERT INTO profilectl.migration (name, rows, source) VALUES ('', 0, \(totals.text))")
      for type in Migration.tables {
        try session.run(
          "INSERT INTO profilectl.migration (name, rows) VALUES (\(type.table.text), 0)")
      }
      try dropKeys()
      return
    }
    guard known.contains(where: { $0.source == totals.text }) else {
      throw StorageError.migration(.otherSource)
    }
    copied = Dictionary(known.map { ($0.name, $0.rows) }, uniquingKeysWith: { first, _ in first })
  }

  /// Drops the keys and notes their definitions: COPY is faster without them.
  private func dropKeys() throws {
    try session.run(
      """
      DO $$
      DECLARE k record;
      BEGIN
        FOR k IN
          SELECT c.relname, x.conname, pg_get_constraintdef(x.oid) AS definition
          FROM pg_constraint AS x JOIN pg_class AS c ON c.oid = x.conrelid
          JOIN pg_namespace AS n ON n.oid = c.relnamespace
          WHERE n.nspname = 'profilectl' AND x.contype = 'p' AND NOT c.relispartition
            AND c.relname NOT IN ('network', 'migration')
        LOOP
          INSERT INTO profilectl.migration (name, rows, source)
          VALUES ('key of ' || k.relname, 0, k.definition);
          EXECUTE format('ALTER TABLE profilectl.%I DROP CONSTRAINT %I', k.relname, k.conname);
        END LOOP;
      END $$
      """)
  }

  /// Adds one of the noted keys for which `condition` holds, unless another session adds it.
  private static func keyCreation(where condition: SQL = "TRUE") -> SQL {
    """
    DO $$
    DECLARE k record;
    BEGIN
      FOR k IN
        SELECT name, substr(name, length('key of ') + 1) AS relname, source AS definition
        FROM profilectl.migration WHERE name LIKE 'key of %' AND \(condition)
        LIMIT 1 FOR UPDATE SKIP LOCKED
      LOOP
        EXECUTE format('ALTER TABLE profilectl.%I ADD %s', k.relname, k.definition);
        DELETE FROM profilectl.migration WHERE name = k.name;
      END LOOP;
    END $$
    """
  }

  private func transaction(_ body: () throws -> Void) throws {
    try session.run(["BEGIN", "SET LOCAL statement_timeout = 0"])
    do {
      try body()
      try session.run("COMMIT")
    } catch {
      if session.isUsable { _ = try? session.run("ROLLBACK") }
      switch (error as? PostgresError)?.state {
      case "55P03": throw StorageError.migration(.contended)
      // A schema of that name with other tables is another program's.
      case "42P01", "42703": throw StorageError.file(.foreign)
      default: throw error
      }
    }
  }

  // MARK: Rows

  func add<Row: StoredRow>(_ rows: [Row]) throws {
    if interrupts.isAsked() { throw StorageError.interrupted }
    let table = Row.table.text
    let before = copied[table] ?? 0
    let after = before + rows.count
    try transaction {
      // The last commit waits for the disk, and so for all commits before it.
      try session.run([
        "SELECT 1 FROM profilectl.network FOR UPDATE NOWAIT", "SET LOCAL synchronous_commit = off",
      ])
      let changed = try session.run(
        """
        UPDATE profilectl.migration SET rows = \(after)
        WHERE name = \(table) AND rows = \(before)
        """)
      if changed != 1 { throw StorageError.migration(.contended) }
      if Row.self == StoredFlag.self || Row.self == StoredMention.self {
        try session.run(PostgresMigrationTarget.keyCreation(where: "name = 'key of post_places'"))
      }
      try session.copy(rows: rows)
    }
    copied[table] = after
  }

  // MARK: The end

  /// Other sessions make the keys and indexes and examine the copy; this one keeps other
  /// migrations out meanwhile.
  func finish(_ totals: MigrationTotals, timesMoved: Int) throws {
    try transaction {
      try session.run([
        "SELECT 1 FROM profilectl.network FOR UPDATE NOWAIT",
        "SET LOCAL idle_in_transaction_session_timeout = 0",
      ])
      for (sequence, number) in [
        ("profilectl.user_ids", totals.last.user), ("profilectl.post_ids", totals.last.post),
      ] as [(Name, Int64)] where number > 0 {
        try session.run("SELECT setval('\(sequence)', \(number))")
      }
      let sessions = [try connect(), try connect()]
      try completeTables(sessions)
      try examine(sessions, totals)
      try session.run([
        "DROP TABLE profilectl.migration",
        "UPDATE profilectl.network SET version = \(PostgresSchema.version)",
      ])
    }
  }

  /// Makes notices, keys, indexes and statistics, without those that an earlier run has made.
  private func completeTables(_ sessions: [PostgresSession]) throws {
    let keys = try session.run("SELECT 1 FROM profilectl.migration WHERE name LIKE 'key of %'")
    var steps = [DerivedTable.notices.repair]
    steps += Array(repeating: [PostgresMigrationTarget.keyCreation()], count: keys)
    steps += try PostgresSchema.missingIndexes(session).map { [$0.creation] }
    // The examination needs statistics for its plans.
    steps.append(["ANALYZE profilectl.posts"])
    steps.append([
      """
      DO $$ DECLARE name text; BEGIN
        FOR name IN
          SELECT tablename FROM pg_tables WHERE schemaname = 'profilectl' AND tablename <> 'posts'
        LOOP EXECUTE 'ANALYZE profilectl.' || quote_ident(name); END LOOP;
      END $$
      """
    ])
    let jobs = steps.map { step in
      { (session: PostgresSession) in try session.finishing { try session.run(step) } }
    }
    _ = try distribute(jobs, over: sessions)
  }

  /// Compares the copy with the totals of the source, and looks for contradictions in it.
  private func examine(_ sessions: [PostgresSession], _ totals: MigrationTotals) throws {
    let comparison = { (session: PostgresSession) in
      try totals.differences(from: PostgresMigrationSource(session: session).totals())
        .map(\.text)
    }
    let checks = PostgresExamination.checksOfCopies.map { check in
      { (session: PostgresSession) in
        try check(PostgresExamination(session: session, isDeep: false))
          .map { $0.category?.table ?? "" }
      }
    }
    let jobs = ([comparison] + checks).map { job in
      { (session: PostgresSession) in try session.finishing { try job(session) } }
    }
    let tables = try distribute(jobs, over: sessions)
    if let table = tables.joined().first {
      throw StorageError.migration(.different(table: table))
    }
  }
}

extension PostgresSession {
  /// Runs a job of the end of a migration in a transaction.
  ///
  /// The session can't be used after an error.
  fileprivate func finishing<Value>(_ job: () throws -> Value) throws -> Value {
    try run([
      "BEGIN", "SET LOCAL statement_timeout = 0", "SET LOCAL lock_timeout = 0",
      "SET LOCAL synchronous_commit = off", "SET LOCAL work_mem = '64MB'",
      "SET LOCAL maintenance_work_mem = '256MB'",
    ])
    let value = try job()
    try run("COMMIT")
    return value
  }
}
