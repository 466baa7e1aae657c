internal import Model
internal import SQLite

extension QueryFault {
  init(_ refusal: QueryRefusal) {
    self =
      switch refusal {
      case .notReading: .notReading
      case .severalStatements: .severalStatements
      case .noStatement: .noStatement
      case .holdsNUL: .holdsNUL
      }
  }

  /// Reads the few complaints of SQLite that name something; its own sentences go no further.
  fileprivate init(_ complaint: String) {
    func name(after lead: String, before end: String = "") -> String? {
      guard complaint.hasPrefix(lead), complaint.hasSuffix(end) else { return nil }
      return String(complaint.dropFirst(lead.count).dropLast(end.count))
    }
    self =
      if complaint == "incomplete input" {
        .incomplete
      } else if let word = name(after: "near \"", before: "\": syntax error") {
        .syntax(at: word)
      } else if let word = name(after: "unrecognized token: \"", before: "\"") {
        .syntax(at: word)
      } else if let table = name(after: "no such table: ") {
        .unknown(.table, name: table, near: nil)
      } else if let column = name(after: "no such column: ") {
        .unknown(.column, name: column, near: nil)
      } else if let function = name(after: "no such function: ") {
        .unknown(.function, name: function, near: nil)
      } else if let column = name(after: "ambiguous column name: ") {
        .ambiguous(column: column)
      } else if let function = name(after: "wrong number of arguments to function ", before: "()") {
        .misused(function: function)
      } else if let function = name(after: "misuse of aggregate: ", before: "()")
        ?? name(after: "misuse of aggregate function ", before: "()")
      {
        .misused(function: function)
      } else {
        .impossible
      }
  }
}

extension Reading {
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
    return .unknown(kind, name: name, near: Nearness.nearest(to: last, among: names))
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
