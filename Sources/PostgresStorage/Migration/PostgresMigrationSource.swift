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

/// The rows of a network on a server.
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

  var rows: any RowSource { PostgresRows(session: session) }

  func totals() throws -> MigrationTotals {
    var totals = MigrationTotals(last: try rows.lastNumbers())
    for type in Migration.tables {
      totals.tables[type.table.text] = try session.first {
        "SELECT \($0) FROM \(type.stored())"
      } as: { row in
        var table = MigrationTotals.Table()
        table.rows = row["count(*)"]
        // The sums of a file wrap around.
        let sum: String = row["coalesce(sum((\(type.number))::bigint), 0)::text"]
        table.sum = Int64(truncatingIfNeeded: Int128(sum) ?? 0)
        return table
      }
    }
    return totals
  }
}
