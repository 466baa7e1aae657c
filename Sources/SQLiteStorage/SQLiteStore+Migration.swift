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
          var source = SQLiteMigrationSource(connection)
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

/// The rows of a file, in the order of their keys.
private struct SQLiteMigrationSource: MigrationSource {
  private let connection: Connection
  /// Connections that see one snapshot, that of `connection`.
  var examiners: [Connection]

  init(_ connection: Connection) {
    self.connection = connection
    examiners = [connection]
  }

  var rows: any RowSource { SQLiteRows(connection: connection) }

  /// Ignores words and indexes, which are not copied.
  func faults() throws -> Int {
    let jobs = (Examination.checks + Examination.checksOfContents).map { check in
      { connection in try check(Examination(connection: connection, isDeep: false)) }
    }
    return try Set(distribute(jobs, over: examiners).joined()).count
  }

  func totals() throws -> MigrationTotals {
    var totals = MigrationTotals(last: try rows.lastNumbers())
    for type in Migration.tables {
      var table = MigrationTotals.Table()
      try connection.each(value: "SELECT \(type.number) FROM \(type.table)") {
        (number: Int64) in
        table.rows += 1
        table.sum &+= number
      }
      totals.tables[type.table.text] = table
    }
    return totals
  }
}

/// A new file that takes the rows of another network.
private final class SQLiteMigrationTarget: MigrationTarget {
  private let connection: Connection

  init(writing: SQLiteWriting) {
    connection = writing.connection
  }

  let movesTimes = true

  func begin(_ totals: MigrationTotals) throws -> [String: Int] { [:] }

  func add<Row: StoredRow>(_ rows: [Row]) throws { try connection.insert(rows) }

  func finish(_ totals: MigrationTotals, timesMoved: Int) throws {
    let (users, posts) = (Counter.users, Counter.posts)
    try connection.script([
      "UPDATE counters SET value = \(totals.last.user) WHERE name = \(users.rawValue)",
      "UPDATE counters SET value = \(totals.last.post) WHERE name = \(posts.rawValue)",
    ])
    try DerivedRows(connection: connection).fillFullText()
    if timesMoved > 0 { try renewNewestPosts() }
    let copied = try SQLiteMigrationSource(connection).totals()
    for table in totals.differences(from: copied) where table != "posts" || timesMoved == 0 {
      throw StorageError.migration(.different(table: table.text))
    }
    if copied.rows(of: StoredPost.self) != totals.rows(of: StoredPost.self) {
      throw StorageError.migration(.different(table: "posts"))
    }
    let faults = try Examination(connection: connection, isDeep: false).faults()
    if let fault = faults.first {
      throw StorageError.migration(.different(table: fault.category?.table ?? ""))
    }
  }

  private func renewNewestPosts() throws {
    try connection.run(
      """
      UPDATE users SET last_post_at = coalesce(
        (SELECT max(at) FROM posts WHERE author = users.id AND private = 0), 0)
      """)
  }
}
