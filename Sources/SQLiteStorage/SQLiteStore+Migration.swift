internal import Model
internal import SQLText
internal import SQLite
package import Storage

extension SQLiteStore {
  /// Runs `body` with one snapshot of the file as the source of a migration.
  ///
  /// A second connection shares the examination, unless a commit came between its snapshot and that
  /// of the first.
  package func migrating<Value>(_ body: (any MigrationSource) throws -> Value) throws -> Value {
    try withReader { connection in
      try connection.keep(.large)
      let second = connection.isPassing ? nil : try newReader()
      try second?.keep(.large)
      let version = try second?.dataVersion
      return try connection.snapshot {
        _ = try connection.dataVersion
        return try (second ?? connection).snapshot {
          var source = SQLiteMigrationSource(connection: connection, examiners: [connection])
          if let second, try second.dataVersion == version { source.examiners.append(second) }
          return try body(source)
        }
      }
    }
  }

  /// Creates a file from what `body` copies to it; the file gets its name when it is whole.
  package static func migrate<Value>(
    to path: String, patience: Patience, interrupts: Interrupts,
    _ body: (any MigrationTarget) throws -> Value
  ) throws -> Value {
    try fill(newFileAt: path, patience: patience, interrupts: interrupts) { writing in
      let writing = try SQLiteWriting(writing)
      try writing.connection.keep(.large)
      var value: Value?
      try writing.connection.withoutReferences {
        value = try body(SQLiteMigrationTarget(writing: writing))
      }
      guard let value else { throw StorageError.internal("A migration came to nothing.") }
      return value
    }
  }
}

extension MigratedTable {
  /// How a file stores the rows.
  fileprivate var stored: Table {
    get throws {
      guard let table = Table.all.first(where: { $0.name.text == rawValue }) else {
        throw StorageError.internal("A file has no table '\(rawValue)'.")
      }
      return table
    }
  }
}

/// The rows of a file, in the order of their keys.
private struct SQLiteMigrationSource: MigrationSource {
  let connection: Connection
  /// Connections that see one snapshot, that of `connection`.
  var examiners: [Connection]

  /// Words and indexes are not copied.
  func faults() throws -> Int {
    let jobs = (Examination.checks + Examination.checksOfContents).map { check in
      { connection in try check(Examination(connection: connection, isDeep: false)) }
    }
    return try Set(distribute(jobs, over: examiners).joined()).count
  }

  func totals() throws -> MigrationTotals {
    var totals = MigrationTotals()
    for table in MigratedTable.allCases {
      let stored = try table.stored
      var rows = MigrationTotals.Table()
      let number: SQL = stored.hasChecksum ? "checksum" : table.ends(in: stored)
      try connection.each(value: "SELECT \(number) FROM \(stored.name)") { (number: Int64) in
        rows.rows += 1
        rows.sum &+= number
      }
      totals.tables[table] = rows
    }
    totals.lastUser = try last(of: .users)
    totals.lastPost = try last(of: .posts)
    return totals
  }

  private func last(of counter: Counter) throws -> Int64 {
    try connection.value("SELECT value FROM counters WHERE name = \(counter.rawValue)") ?? 0
  }

  func rows(
    of table: MigratedTable, skipping skipped: Int, byTime: Bool,
    _ take: (MigratedRow) throws -> Void
  ) throws {
    let stored = try table.stored
    let order = SQL.list(table == .posts && byTime ? ["at", "id"] : stored.key)
    var left = skipped
    try connection.eachRow(
      "SELECT \(.list(stored.columns)) FROM \(stored.name) ORDER BY \(order)"
    ) { row in
      if left > 0 {
        left -= 1
        return
      }
      try take((0..<row.columnCount).map { QueryResult.Value(row.value($0)) })
    }
  }
}

extension MigratedTable {
  /// A number for the two ends of an edge, and 0 for other rows.
  fileprivate func ends(in table: Table) -> SQL {
    guard table.identity.count == 2, self != .origins else { return "0" }
    let (source, target) = (table.identity[0], table.identity[1])
    return "(\(source) * 7919 + \(target) * 104729) % 1000003"
  }
}

/// A new file that takes the rows of another network.
private final class SQLiteMigrationTarget: MigrationTarget {
  private let connection: Connection
  private var hasMovedTimes = false

  init(writing: SQLiteWriting) {
    connection = writing.connection
  }

  let movesTimes = true

  func begin(_ totals: MigrationTotals) throws -> [MigratedTable: Int] { [:] }

  func add(_ rows: [MigratedRow], of table: MigratedTable) throws {
    let stored = try table.stored
    let head: SQL = "INSERT INTO \(stored.name) (\(.list(stored.columns))) VALUES"
    for row in rows {
      try connection.run("\(head) (\(.joined(row.map { "\($0)" })))")
    }
  }

  func finish(_ totals: MigrationTotals) throws {
    for (counter, value) in [(Counter.users, totals.lastUser), (.posts, totals.lastPost)] {
      try connection.run(
        "UPDATE counters SET value = \(value) WHERE name = \(counter.rawValue)")
    }
    try DerivedRows(connection: connection).fillFullText()
    try sealMovedPosts()
    let copied = try SQLiteMigrationSource(connection: connection, examiners: [connection])
      .totals()
    // A post whose time moved has another checksum.
    for table in totals.differences(from: copied) where table != .posts || !hasMovedTimes {
      throw StorageError.migration(.different(table: table.rawValue))
    }
    if copied.rows(of: .posts) != totals.rows(of: .posts) {
      throw StorageError.migration(.different(table: MigratedTable.posts.rawValue))
    }
    let faults = try Examination(connection: connection, isDeep: false).faults()
    if let fault = faults.first {
      throw StorageError.migration(.different(table: fault.category?.table ?? ""))
    }
  }

  /// Renews the checksums of posts that another time has made wrong, and the newest times.
  private func sealMovedPosts() throws {
    try connection.run(
      """
      UPDATE posts SET checksum = \(Table.posts.checksum) WHERE checksum <> \(Table.posts.checksum)
      """)
    guard connection.changes > 0 else { return }
    hasMovedTimes = true
    try connection.run(
      """
      UPDATE users SET last_post_at = coalesce(
        (SELECT max(at) FROM posts WHERE author = users.id AND private = 0), 0)
      """)
  }
}
