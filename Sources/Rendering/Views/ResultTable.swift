/// A table with a header: the result of a query, or chosen fields of a list.
package struct ResultTable: View {
  private let columns: [String]
  private let rows: [[JSONValue]]

  package init(columns: [String], rows: [[JSONValue]]) {
    (self.columns, self.rows) = (columns, rows)
  }

  /// Chosen fields of records; each record must have all of them.
  package init(_ records: [Record], only fields: [String]) {
    self.init(columns: fields, rows: records.map { $0.only(fields).values })
  }

  package func canvas(in traits: Traits) -> Canvas {
    var columns: [Table.Column]?
    return canvas(after: &columns, in: traits)
  }

  /// One part of a long table.
  ///
  /// `columns` has the column widths of the earlier parts; a part may widen them. It is nil for the
  /// first part, which begins with the header.
  package func output(after columns: inout [Table.Column]?, in traits: Traits) -> Output {
    canvas(after: &columns, in: traits).output
  }

  private func canvas(after columns: inout [Table.Column]?, in traits: Traits) -> Canvas {
    let isFirst = columns == nil
    let lines = rows.map { row in row.map { line($0, in: traits) } }
    let table = Table(merged(with: columns, in: traits), rows: lines, hasHeader: isFirst)
    columns = table.columns
    if ResultTable.fits(table.columns, in: traits) { return table.canvas(in: traits) }
    let gap = Canvas(width: traits.width, height: 1)
    return Canvas(stacked: (isFirst ? [] : [gap]) + blocks(in: traits))
  }

  /// The columns of the earlier parts, or new ones.
  private func merged(with earlier: [Table.Column]?, in traits: Traits) -> [Table.Column] {
    var wanted =
      earlier
      ?? columns.enumerated().map { place, title in
        Table.Column(
          traits.text(title), minimum: ResultTable.narrowest, rank: -place, isTrailing: true)
      }
    for place in wanted.indices where !isNumeric(place) { wanted[place].isTrailing = false }
    return wanted
  }

  /// The least readable width of a column.
  private static let narrowest = 8

  private static func fits(_ columns: [Table.Column], in traits: Traits) -> Bool {
    columns.reduce(0) { $0 + min($1.width, narrowest) + 2 } - 2 <= traits.width
  }

  /// The rows as lists of names and values, if the table is too wide.
  private func blocks(in traits: Traits) -> [Canvas] {
    let titles = columns.map { traits.text($0) }
    let gap = Canvas(width: traits.width, height: 1)
    let parts = rows.map { row in
      KeyValueList(zip(titles, row).map { .init($0, $1.text(in: traits)) }).canvas(in: traits)
    }
    return Array(parts.map { [$0] }.joined(separator: [gap]))
  }

  /// The rows as records; repeated column names get a number.
  package var records: [Record] {
    let keys = ResultTable.keys(for: columns)
    return rows.map { Record(keys: keys, values: $0) }
  }

  /// Unique keys made from column names.
  package static func keys(for columns: [String]) -> [String] {
    var keys: [String] = []
    for column in columns {
      var key = column
      var number = 2
      while keys.contains(key) {
        key = "\(column):\(number)"
        number += 1
      }
      keys.append(key)
    }
    return keys
  }

  private func isNumeric(_ place: Int) -> Bool {
    !rows.isEmpty
      && rows.allSatisfy {
        switch $0[place] {
        case .integer, .real, .null: true
        default: false
        }
      }
  }

  private func line(_ value: JSONValue, in traits: Traits) -> StyledLine {
    StyledLine(value.text(in: traits), value == .null ? .faint : .plain)
  }
}
