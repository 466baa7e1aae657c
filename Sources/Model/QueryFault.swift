/// What is wrong with a statement that somebody wrote.
package enum QueryFault: Equatable, Sendable {
  /// It wants to do something else than read, or is no SELECT.
  case notReading
  case severalStatements
  case noStatement
  case holdsNUL
  /// It breaks off before its end.
  case incomplete
  case syntax(at: String)
  /// A name that nothing has, and the one that was perhaps meant.
  case unknown(Kind, name: String, near: String?)
  /// A column that more than one of the tables has.
  case ambiguous(column: String)
  /// A function that takes another number of values, or can't stand in this place.
  case misused(function: String)
  /// It asks for what nobody may have here, such as a pragma or an extension.
  case forbidden
  /// Behind ORDER BY or GROUP BY stands the number of no column.
  case noSuchPlace
  /// What belongs together has different numbers of columns.
  case unequalColumns
  case badJSON
  /// The words of a full-text search can't be read.
  case badWords
  /// A number or a value becomes larger than any may be.
  case tooLarge
  /// A value is of another kind than it has to be there.
  case wrongKind
  /// Tables, columns and functions are right, but it can't be carried out.
  case impossible

  /// What a name in a statement can be the name of.
  package enum Kind: String, Sendable {
    case table, column, function
  }
}
