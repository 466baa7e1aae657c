/// A batch of rows of a statement that a user typed.
package struct QueryResult: Equatable, Sendable {
  package enum Value: Equatable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])
  }

  package var columns: [String]
  package var rows: [[Value]]

  package init(columns: [String], rows: [[Value]]) {
    (self.columns, self.rows) = (columns, rows)
  }
}

/// A statement with the query plan of SQLite for it.
package struct Explanation: Equatable, Sendable {
  package var statement: String
  package var plan: [Step]

  /// One step of the plan in the words of SQLite; a child follows its parent, one level deeper.
  package struct Step: Equatable, Sendable {
    package var words: String
    package var depth: Int

    package init(_ words: String, depth: Int) {
      (self.words, self.depth) = (words, depth)
    }
  }

  package init(statement: String, plan: [Step]) {
    (self.statement, self.plan) = (statement, plan)
  }
}

/// Why a statement that a user typed is refused or fails.
package enum QueryFault: Equatable, Sendable {
  /// The statement is no SELECT, or it writes.
  case notReading
  case severalStatements
  case noStatement
  case holdsNUL
  /// The statement ends too early.
  case incomplete
  case syntax(at: String)
  /// An unknown name, with a similar known one.
  case unknown(Kind, name: String, near: String?)
  /// A column name found in several tables.
  case ambiguous(column: String)
  /// A function with a wrong number of arguments or in a forbidden place.
  case misused(function: String)
  /// The role on the server is a superuser, whose queries can't be limited to reading.
  case superuser
  /// A forbidden operation such as a pragma or an extension.
  case forbidden
  /// ORDER BY or GROUP BY has a column number out of range.
  case noSuchPlace
  /// Parts that need equal numbers of columns have different ones.
  case unequalColumns
  case badJSON
  /// The expression of a full-text search is invalid.
  case badWords
  /// A number or value exceeds the limits of SQLite.
  case tooLarge
  case wrongKind
  /// Any other error of the statement.
  case impossible

  /// The most similar known name; a table may be named before it.
  ///
  /// A table or column of the same name may exist elsewhere, and is no suggestion.
  package static func near(_ name: String, among known: [String]) -> String? {
    let last = name.split(separator: ".").last.map(String.init) ?? name
    return SpellingSuggestion.nearest(
      to: last, among: known.filter { $0.lowercased() != last.lowercased() })
  }

  /// The kinds of names in a statement.
  package enum Kind: String, Sendable {
    case table, column, function
  }
}
