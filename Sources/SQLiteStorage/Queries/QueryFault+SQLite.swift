internal import Model
internal import SQLText
internal import SQLite

extension QueryFault {
  init(_ refusal: UserQueryError) {
    self =
      switch refusal {
      case .notReading: .notReading
      case .severalStatements: .severalStatements
      case .noStatement: .noStatement
      case .holdsNUL: .holdsNUL
      }
  }

  /// The faults by a part of SQLite's message, for messages that quote nothing of the statement.
  private static let known: [(part: String, fault: QueryFault)] = [
    ("not authorized", .forbidden), ("BY term out of range", .noSuchPlace),
    ("same number of result columns", .unequalColumns),
    ("same number of terms", .unequalColumns), ("sub-select returns ", .unequalColumns),
    ("malformed JSON", .badJSON), ("bad JSON path", .badJSON), ("JSON path error", .badJSON),
    ("fts5: syntax error", .badWords), ("unterminated string", .badWords),
    ("integer overflow", .tooLarge), ("too big", .tooLarge), ("datatype mismatch", .wrongKind),
  ]

  /// Classifies a message of SQLite; only names that it quotes are kept.
  init(_ complaint: String) {
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
        ?? name(after: "misuse of window function ", before: "()")
      {
        .misused(function: function)
      } else {
        QueryFault.known.first { complaint.contains($0.part) }?.fault ?? .impossible
      }
  }
}

extension QueryFault {
  /// Classifies an error of a statement, and suggests a similar name for an unknown one.
  init(_ error: SQLiteError, on connection: Connection) throws {
    let fault = QueryFault(error.message)
    guard case .unknown(let kind, let name, _) = fault else {
      self = fault
      return
    }
    let names: [String] =
      switch kind {
      case .table:
        try connection.values("SELECT name FROM sqlite_schema WHERE type = 'table'")
      case .column: try Self.columnNames(on: connection)
      case .function: []
      }
    self = .unknown(kind, name: name, near: QueryFault.near(name, among: names))
  }

  private static func columnNames(on connection: Connection) throws -> [String] {
    try connection.values(
      """
      SELECT DISTINCT c.name FROM sqlite_schema AS t, pragma_table_info(t.name) AS c
      WHERE t.type = 'table' ORDER BY c.name
      """)
  }
}
