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
    table(in: traits)?.canvas(in: traits) ?? Canvas(stacked: blocks(in: traits))
  }

  /// The lines behind those of `beginning`, whose columns they keep, below its heading.
  package func output(behind beginning: ResultTable?, in traits: Traits) -> Output {
    guard let beginning else { return output(in: traits) }
    guard let table = beginning.table(in: traits) else {
      let gap = Canvas(width: traits.width, height: 1)
      return Canvas(stacked: [gap] + blocks(in: traits)).output
    }
    return table.canvas(of: lines(in: traits), in: traits).output
  }

  /// Nil where the columns have no room beside each other.
  private func table(in traits: Traits) -> Table? {
    let lines = lines(in: traits)
    let titles = columns.map { traits.text($0) }
    guard fits(titles, lines, in: traits) else { return nil }
    let columns = titles.enumerated().map { place, title in
      Table.Column(
        title, minimum: ResultTable.narrowest, rank: -place, isTrailing: isNumeric(place))
    }
    return Table(columns, rows: lines, hasHeader: true)
  }

  private func lines(in traits: Traits) -> [[StyledLine]] {
    rows.map { row in row.map { line($0, in: traits) } }
  }

  /// A column cut to fewer cells than this can't be read.
  private static let narrowest = 8

  private func fits(_ titles: [SafeText], _ rows: [[StyledLine]], in traits: Traits) -> Bool {
    let cells = titles.indices.reduce(0) { sum, place in
      let widest = rows.reduce(titles[place].width) { max($0, $1[place].width) }
      return sum + min(widest, ResultTable.narrowest) + 2
    }
    return cells - 2 <= traits.width
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
