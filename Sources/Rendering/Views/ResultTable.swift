/// The answer to a query as a table with a heading.
package struct ResultTable: View {
  private let columns: [String]
  private let rows: [[JSONValue]]

  package init(columns: [String], rows: [[JSONValue]]) {
    self.columns = columns
    self.rows = rows
  }

  package func canvas(in traits: Traits) -> Canvas {
    let table = columns.enumerated().map { place, title in
      Table.Column(
        traits.text(title), minimum: 4, rank: -place, isTrailing: isNumeric(place))
    }
    let lines = rows.map { row in row.map { line($0, in: traits) } }
    return Table(table, rows: lines, hasHeader: true).canvas(in: traits)
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
    switch value {
    case .null: return StyledLine("null", .faint)
    case .string(let string): return StyledLine(traits.text(string))
    default:
      var output = Output()
      JSONText.write(value, to: &output)
      return StyledLine(traits.text(output.text))
    }
  }
}
