/// A column from which on something else is drawn than to the left of it, over some rows.
///
/// Cells do not tell: the text of one tile may reach to one blank before that of the next.
package struct ColumnBoundary: Equatable, Sendable {
  let x: Int
  let rows: Range<Int>

  func moved(x: Int, y: Int) -> ColumnBoundary {
    ColumnBoundary(x: self.x + x, rows: rows.lowerBound + y..<rows.upperBound + y)
  }
}
