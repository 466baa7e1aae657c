internal import SQLText
internal import SQLite

/// Rows of integers, gathered into statements of many rows each.
///
/// For a million follows this is 1.5 to 4 times as fast as single rows (measured 2026-11-21).
struct RowBatch {
  /// SQLite takes a thousand bindings in one statement of ours.
  private static let mostBindings = 1_000

  private let connection: Connection
  private let head: SQL
  private let columns: Int
  private var parts = RowBatch.empty
  private var bindings = 0

  /// `head` goes before `VALUES (…), (…)`.
  init(on connection: Connection, _ head: SQL, columns: Int) {
    self.connection = connection
    self.head = head
    self.columns = columns
  }

  mutating func add(_ numbers: Int64...) throws {
    parts.appendLiteral(bindings == 0 ? "(" : ", (")
    for (column, number) in numbers.enumerated() {
      if column > 0 { parts.appendLiteral(",") }
      parts.appendInterpolation(number)
    }
    parts.appendLiteral(")")
    bindings += columns
    if bindings + columns > RowBatch.mostBindings { try flush() }
  }

  /// Sends the gathered rows; a batch must end with it.
  mutating func flush() throws {
    guard bindings > 0 else { return }
    let rows = SQL(stringInterpolation: parts)
    parts = RowBatch.empty
    bindings = 0
    try connection.run("\(head) VALUES \(rows)")
  }

  private static var empty: SQL.StringInterpolation {
    SQL.StringInterpolation(literalCapacity: 4_096, interpolationCount: mostBindings)
  }
}
