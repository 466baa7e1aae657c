/// A part of the result of a user-written statement.
package struct QueryResult: Equatable, Sendable {
  /// One value of a result.
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
    self.columns = columns
    self.rows = rows
  }
}

/// A statement with the query plan of SQLite for it.
package struct Explanation: Equatable, Sendable {
  package var statement: String
  package var plan: [Step]

  /// One step of the plan in the words of SQLite; it follows its parent, one level deeper.
  package struct Step: Equatable, Sendable {
    package var words: String
    package var depth: Int

    package init(_ words: String, depth: Int) {
      self.words = words
      self.depth = depth
    }
  }

  package init(statement: String, plan: [Step]) {
    self.statement = statement
    self.plan = plan
  }
}

/// The error in a user-written statement.
package enum QueryFault: Equatable, Sendable {
  /// The statement is no SELECT or does not only read.
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
  /// The role on the server may do anything, so that no query of it only reads.
  case superuser
  /// A forbidden operation such as a pragma or an extension.
  case forbidden
  /// ORDER BY or GROUP BY names a column number out of range.
  case noSuchPlace
  /// Parts that must have equal numbers of columns differ.
  case unequalColumns
  case badJSON
  /// The expression of a full-text search is invalid.
  case badWords
  /// A number or value exceeds the limits of SQLite.
  case tooLarge
  /// A value has the wrong type.
  case wrongKind
  /// Any other error of a statement whose names are all valid.
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
