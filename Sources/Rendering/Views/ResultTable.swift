/// The answer to a query, or chosen fields of a list, as a table with a heading.
package struct ResultTable: View {
  private let columns: [String]
  private let rows: [[JSONValue]]

  package init(columns: [String], rows: [[JSONValue]]) {
    self.columns = columns
    self.rows = rows
  }

  /// The chosen fields of records that have them all.
  package init(_ records: [Record], only fields: [String]) {
    self.init(columns: fields, rows: records.map { $0.only(fields).values })
  }

  package func canvas(in traits: Traits) -> Canvas {
    var columns: [Table.Column]?
    return canvas(behind: &columns, in: traits)
  }

  /// One stretch of a table that is too long to be held.
  ///
  /// `columns` are as wide as the stretches before this one need them, and after it wide enough for
  /// this one too; nil where this is the first, which stands below the heading.
  package func output(behind columns: inout [Table.Column]?, in traits: Traits) -> Output {
    canvas(behind: &columns, in: traits).output
  }

  private func canvas(behind columns: inout [Table.Column]?, in traits: Traits) -> Canvas {
    let isFirst = columns == nil
    let lines = rows.map { row in row.map { line($0, in: traits) } }
    let table = Table(behind(columns, in: traits), rows: lines, hasHeader: isFirst)
    columns = table.columns
    if ResultTable.fits(table.columns, in: traits) { return table.canvas(in: traits) }
    let gap = Canvas(width: traits.width, height: 1)
    return Canvas(stacked: (isFirst ? [] : [gap]) + blocks(in: traits))
  }

  /// The columns as those of earlier rows, if any, and the values of these rows want them.
  private func behind(_ earlier: [Table.Column]?, in traits: Traits) -> [Table.Column] {
    var wanted =
      earlier
      ?? columns.enumerated().map { place, title in
        Table.Column(
          traits.text(title), minimum: ResultTable.narrowest, rank: -place, isTrailing: true)
      }
    for place in wanted.indices where !isNumeric(place) { wanted[place].isTrailing = false }
    return wanted
  }

  /// A column cut to fewer cells than this can't be read.
  private static let narrowest = 8

  /// Whether the columns have room beside each other.
  private static func fits(_ columns: [Table.Column], in traits: Traits) -> Bool {
    columns.reduce(0) { $0 + min($1.width, narrowest) + 2 } - 2 <= traits.width
  }

  /// One row below the other, each column on a line: what a table too wide becomes.
  private func blocks(in traits: Traits) -> [Canvas] {
    let titles = columns.map { traits.text($0) }
    let gap = Canvas(width: traits.width, height: 1)
    let parts = rows.map { row in
      KeyValueList(zip(titles, row).map { .init($0, $1.text(in: traits)) }).canvas(in: traits)
    }
    return Array(parts.map { [$0] }.joined(separator: [gap]))
  }

  /// The rows as records; columns of the same name are told apart by their number.
  package var records: [Record] {
    let keys = ResultTable.keys(for: columns)
    return rows.map { Record(keys: keys, values: $0) }
  }

  /// Names that differ, made from the names of columns.
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
