internal import Model
internal import SQLText
internal import SQLite
internal import Storage

extension SQLiteReading {
  var rows: any RowSource { SQLiteRows(connection: connection) }
}

/// The stored rows of a file.
struct SQLiteRows: RowSource {
  let connection: Connection

  func each<Row: StoredRow>(
    _ type: Row.Type, where condition: SQL, order: RowOrder, limit: Int?,
    _ take: (Row) throws -> Void
  ) throws {
    let end: SQL = limit.map { "LIMIT \($0)" } ?? ""
    try connection.each {
      "SELECT \($0) FROM \(type.table) WHERE \(condition) ORDER BY \(order.sql) \(end)"
    } as: {
      Row(&$0)
    } take: {
      try take($0)
    }
  }

  func count(_ type: any StoredRow.Type, by column: Name, where condition: SQL) throws -> Int {
    try connection.value("SELECT count(*) FROM \(type.table) WHERE \(condition)") ?? 0
  }

  func isIn(_ column: Name, _ numbers: some Sequence<Int64>) -> SQL {
    let list = numbers.map(String.init).joined(separator: ",")
    return "\(column) IN (SELECT value FROM json_each(\("[\(list)]")))"
  }

  func belongs(to posts: [(id: Post.ID, author: User.ID)]) -> SQL {
    isIn("post", posts.map(\.id.number))
  }

  func eachPiece(
    of picture: PictureID, upTo limit: Int?, _ take: ([UInt8]) throws -> Void
  ) throws {
    try connection.eachPiece(
      of: "content", in: "pictures", row: picture.number, upTo: limit ?? .max, take)
  }

  func lastNumbers() throws -> LastNumbers {
    func last(_ counter: Counter) throws -> Int64 {
      try connection.value("SELECT value FROM counters WHERE name = \(counter.rawValue)") ?? 0
    }
    return LastNumbers(user: try last(.users), post: try last(.posts))
  }
}

extension Connection {
  /// SQLite takes a thousand bindings in one statement of ours.
  private static let mostBindings = 1_000

  /// Inserts rows with all their columns.
  ///
  /// Statements of many rows are 1.5 to 4 times as fast for a million follows (measured
  /// 2026-11-21). Wide rows go one by one, because a statement of many keeps a copy of every page
  /// that it changes.
  func insert<Row: StoredRow>(_ rows: [Row]) throws {
    let columns = Row.columns
    let most = columns.count > 4 ? 1 : Connection.mostBindings / columns.count
    for start in stride(from: 0, to: rows.count, by: most) {
      var values = SQL.StringInterpolation(
        literalCapacity: 0, interpolationCount: most * columns.count)
      for (index, row) in rows[start..<min(start + most, rows.count)].enumerated() {
        values.appendLiteral(index == 0 ? "(" : ", (")
        for (column, value) in row.values.enumerated() {
          if column > 0 { values.appendLiteral(", ") }
          values.appendInterpolation(value)
        }
        values.appendLiteral(")")
      }
      let given = SQL(stringInterpolation: values)
      try run("INSERT INTO \(Row.table) (\(.list(columns))) VALUES \(given)")
    }
  }
}
