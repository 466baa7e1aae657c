internal import Model
internal import SQLite

extension SQLiteReading {
  /// What SQLite finds wrong with a statement, with a guess at the name that was meant.
  func fault(_ error: SQLiteError) throws -> QueryFault {
    let fault = QueryFault(error.message)
    guard case .unknown(let kind, let name, _) = fault else { return fault }
    let names: [String] =
      switch kind {
      case .table:
        try connection.all("SELECT name FROM sqlite_schema WHERE type = 'table'") { $0.text(0) }
      case .column: try columnNames()
      case .function: []
      }
    let last = name.split(separator: ".").last.map(String.init) ?? name
    // Another table may have just that name.
    let others = names.filter { $0.lowercased() != last.lowercased() }
    return .unknown(kind, name: name, near: SpellingSuggestion.nearest(to: last, among: others))
  }

  private func columnNames() throws -> [String] {
    try connection.all(
      """
      SELECT DISTINCT c.name FROM sqlite_schema AS t, pragma_table_info(t.name) AS c
      WHERE t.type = 'table' ORDER BY c.name
      """
    ) { $0.text(0) }
  }
}
