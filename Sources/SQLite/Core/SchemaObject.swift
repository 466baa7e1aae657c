internal import SQLText

/// One row of `sqlite_schema`: a table, an index, a view or a trigger, with its statement.
package struct SchemaObject: Sendable, Equatable {
  package let type: String
  package let name: String
  package let table: String
  /// Empty for automatic indexes.
  package let sql: String

  package init(type: String, name: String, table: String, sql: String) {
    (self.type, self.name, self.table, self.sql) = (type, name, table, sql)
  }

  /// Whether a row of `everything` has the same bytes.
  func isHeld(by row: borrowing Row) -> Bool {
    row.hasText(name, at: Column.name.rawValue) && row.hasText(sql, at: Column.sql.rawValue)
      && row.hasText(type, at: Column.type.rawValue)
      && row.hasText(table, at: Column.table.rawValue)
  }

  /// The columns of `everything`.
  fileprivate enum Column: Int {
    case type, name, table, sql
  }

  fileprivate static let everything: SQL = """
    SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_schema
    WHERE type <> 'table' OR name NOT IN ('sqlite_stat1', 'sqlite_stat4')
    """
}

extension Connection {
  /// Whether the schema, without the tables of ANALYZE, equals `expected` in any order.
  ///
  /// Every command calls this, so it avoids strings.
  func hasSchema(_ expected: [SchemaObject]) throws -> Bool {
    var comparison = SchemaComparison(with: expected)
    try eachRow(SchemaObject.everything) { row in
      let name = row.text(SchemaObject.Column.name.rawValue)
      comparison.take(named: name) { $0.isHeld(by: row) }
    }
    return comparison.isEqual
  }
}

/// Compares the rows of a schema with the expected ones, in any order.
struct SchemaComparison {
  private let expected: [SchemaObject]
  private var isFound: [Bool]
  private var hasStranger = false
  /// The index after the last found object; a file usually has objects in the expected order.
  private var next = 0

  init(with expected: [SchemaObject]) {
    self.expected = expected
    isFound = [Bool](repeating: false, count: expected.count)
  }

  /// Whether each expected object was found once, and no other object.
  var isEqual: Bool { !hasStranger && !isFound.contains(false) }

  /// Takes a row; compares it only with the expected objects of its name.
  mutating func take(named name: String, _ isHeld: (SchemaObject) -> Bool) {
    func isThere(_ object: SchemaObject) -> Bool { object.name == name && isHeld(object) }
    let place =
      expected[next...].firstIndex(where: isThere) ?? expected[..<next].firstIndex(where: isThere)
    guard let place, !isFound[place] else {
      hasStranger = true
      return
    }
    isFound[place] = true
    next = place + 1
  }
}
