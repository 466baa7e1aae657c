import CommandLine
import Model
import Rendering

/// Turns the stretches of a query's answer into bytes, in the form the context wants.
struct QueryPrinter {
  private let traits: Traits
  private var writer: ListWriter?
  /// The columns of a table, as the rows so far need them.
  private var columns: [Table.Column]?

  init(columns: [String], for context: CommandContext) {
    traits = context.traits
    let format = context.recordFormat ?? (traits.isTerminal ? nil : .lines)
    writer = format.map {
      ListWriter($0, keys: ResultTable.keys(for: columns), isTerminal: traits.isTerminal)
    }
  }

  func begin() -> Output {
    writer?.begin() ?? Output()
  }

  mutating func print(_ result: QueryResult) -> Output {
    let rows = result.rows.map { row in
      row.map { writer == nil ? JSONValue(forPeople: $0) : JSONValue($0) }
    }
    let table = ResultTable(columns: result.columns, rows: rows)
    return writer?.add(table.records) ?? table.output(behind: &columns, in: traits)
  }

  func finish() -> Output {
    writer?.end() ?? Output()
  }
}
