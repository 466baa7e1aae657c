internal import Model
internal import Postgres
internal import SQLText
package import Storage

extension PostgresStore {
  /// Runs `body` with one snapshot of the network as the source of a migration.
  package func migrating<Value>(_ body: (any MigrationSource) throws -> Value) throws -> Value {
    try withSession { session in
      session.patience = nil
      try session.run(PostgresMigrationSource.allowIdle)
      try PostgresSchema.check(session)
      return try body(PostgresMigrationSource(session: session))
    }
  }
}

/// The rows of a network on a server, in the order of their keys on a file.
struct PostgresMigrationSource: MigrationSource {
  let session: PostgresSession

  /// Lets the snapshot stay idle while the target works.
  fileprivate static let allowIdle: SQL = "SET LOCAL idle_in_transaction_session_timeout = 0"

  /// Looks at up to three snapshots and stays in the last one, because a single snapshot of tables
  /// on several machines may see half of a transaction.
  func faults() throws -> Int {
    var found = try PostgresExamination(session: session, isDeep: true).faults()
    for _ in 1...2 where !found.isEmpty {
      try session.run([
        "COMMIT", "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY",
        PostgresMigrationSource.allowIdle,
      ])
      let before = found
      found = try PostgresExamination(session: session, isDeep: true).faults()
      if !Fault.lasting(before, found).isEmpty { break }
    }
    return found.count
  }

  func totals() throws -> MigrationTotals {
    var totals = MigrationTotals()
    for table in MigratedTable.allCases {
      let columns = MigratedColumns(table)
      totals.tables[table] = try session.first {
        "SELECT \($0) FROM \(columns.rows)"
      } as: { row in
        var rows = MigrationTotals.Table()
        rows.rows = row["count(*)"]
        // The sums of a file wrap around.
        let sum: String = row["coalesce(sum(\(columns.number)), 0)::text"]
        rows.sum = Int64(truncatingIfNeeded: Int128(sum) ?? 0)
        return rows
      }
    }
    totals.lastUser = try last("profilectl.user_ids")
    totals.lastPost = try last("profilectl.post_ids")
    return totals
  }

  private func last(_ sequence: Name) throws -> Int64 {
    try session.value("SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM \(sequence)") ?? 0
  }

  func rows(
    of table: MigratedTable, skipping skipped: Int, byTime: Bool,
    _ take: (MigratedRow) throws -> Void
  ) throws {
    let columns = MigratedColumns(table)
    let order = SQL.list(table == .posts && byTime ? ["at", "id"] : columns.order)
    var left = skipped
    try session.each {
      "SELECT \($0) FROM \(columns.rows) ORDER BY \(order)"
    } as: {
      columns.row(&$0)
    } take: { row in
      if left > 0 {
        left -= 1
      } else {
        try take(row)
      }
    }
  }
}
