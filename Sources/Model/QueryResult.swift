/// A stretch of the answer to a statement somebody wrote themself.
package struct QueryResult: Equatable, Sendable {
  /// One value of an answer, of whatever type the file holds.
  package enum Value: Equatable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])
  }

  package var columns: [String]
  package var rows: [[Value]]

  package init(columns: [String], rows: [[Value]]) {
    self.columns = columns
    self.rows = rows
  }
}
