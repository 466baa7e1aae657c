/// A column of a query.
package enum Column: ExpressibleByStringInterpolation, Sendable {
  case literal(StaticString)
  /// An expression with interpolated names or values.
  case expression(SQL)

  package init(stringLiteral literal: StaticString) {
    self = .literal(literal)
  }

  package init(stringInterpolation parts: SQL.StringInterpolation) {
    self = .expression(SQL(stringInterpolation: parts))
  }
}

/// A row of a result, whose columns are named where they are read.
///
/// The function that reads a row is called once without a row, to learn the columns of the query,
/// and then for each row:
///
///     connection.all { "SELECT \($0) FROM follows WHERE followee = \(user)" } as: { row in
///       (follower: row["follower"] as User.ID, at: row["at"] as Moment)
///     }
///
/// So it must read all its columns in the same order, whatever their values.
package struct ResultRow {
  private let values: any RowValues
  /// The columns that were read so far; nil if there is a row.
  private var columns: SQL.StringInterpolation?
  private var place: Int32 = 0

  package init(_ values: any RowValues) {
    self.values = values
  }

  /// The columns that `read` names.
  package static func columns<Value>(of read: (inout ResultRow) -> Value) -> SQL {
    var row = ResultRow(NoValues.shared)
    row.columns = SQL.StringInterpolation(literalCapacity: 0, interpolationCount: 24)
    _ = read(&row)
    return row.columns.map { SQL(stringInterpolation: $0) } ?? ""
  }

  package mutating func read<Value>(as read: (inout ResultRow) -> Value) -> Value {
    place = 0
    return read(&self)
  }

  /// The index of the next column.
  private mutating func next(_ column: () -> Column) -> Int32 {
    columns?.append(column(), isFirst: place == 0)
    place += 1
    return place - 1
  }

  package subscript<Value: Storable>(_ column: @autoclosure () -> Column) -> Value {
    mutating get { Value(values, at: next(column)) }
  }

  /// NULL is nil.
  package subscript<Value: Storable>(optional column: @autoclosure () -> Column) -> Value? {
    mutating get {
      let place = next(column)
      return values.isNull(place) ? nil : Value(values, at: place)
    }
  }
}

extension SQL.StringInterpolation {
  fileprivate mutating func append(_ column: Column, isFirst: Bool) {
    switch column {
    case .literal(let literal): isFirst ? appendLiteral(literal) : appendItem(literal)
    case .expression(let sql):
      // Long columns are on separate lines, because `--explain` prints the SQL.
      if !isFirst { appendLiteral(",\n") }
      appendInterpolation(sql)
    }
  }
}

/// Replaces the row while the columns of a query are collected.
private final class NoValues: RowValues, Sendable {
  static let shared = NoValues()

  func isNull(_ place: Int32) -> Bool { true }
  func int64(_ place: Int32) -> Int64 { 0 }
  func double(_ place: Int32) -> Double { 0 }
  func text(_ place: Int32) -> String { "" }
  func bytes(_ place: Int32) -> [UInt8] { [] }
}
