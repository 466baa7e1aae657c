internal import Model
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

  /// What is said in complaints that quote nothing of the statement in front of it.
  private static let known: [(part: String, fault: QueryFault)] = [
    ("not authorized", .forbidden), ("BY term out of range", .noSuchPlace),
    ("same number of result columns", .unequalColumns),
    ("same number of terms", .unequalColumns), ("sub-select returns ", .unequalColumns),
    ("malformed JSON", .badJSON), ("bad JSON path", .badJSON), ("JSON path error", .badJSON),
    ("fts5: syntax error", .badWords), ("unterminated string", .badWords),
    ("integer overflow", .tooLarge), ("too big", .tooLarge), ("datatype mismatch", .wrongKind),
  ]

  /// Reads the few complaints of SQLite that name something; its own sentences go no further.
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
