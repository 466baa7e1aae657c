import Model

/// Words for queries of the user that can't be run.
enum QueryErrorWords {
  static func sentence(for fault: QueryFault) -> String {
    switch fault {
    case .notReading: "The query may only read, with one SELECT."
    case .severalStatements: "Only one statement can be run at a time."
    case .noStatement: "There is no statement to run."
    case .holdsNUL: "The query holds a NUL."
    case .incomplete: "The query ends too early."
    case .syntax(let word): "The query can't be understood at '\(shown(word))'."
    case .unknown(let kind, let name, let near):
      "There is no \(kind.rawValue) '\(shown(name))'." + Phrases.didYouMean(near)
    case .ambiguous(let column):
      "More than one of the tables has a column '\(shown(column))'; write the table before it, as in users.name."
    case .misused(let function):
      "The function '\(shown(function))' can't be used like this."
    case .superuser:
      "The role is a superuser of the server; 'sql' needs one that may only read."
    case .forbidden: "The query may only read tables and compute."
    case .noSuchPlace: "A number after ORDER BY or GROUP BY names no column."
    case .unequalColumns:
      "Parts of the query that belong together have different numbers of columns."
    case .badJSON: "A value is read as JSON, but is not JSON."
    case .badWords: "The words to search for can't be read; put each in double quotes."
    case .tooLarge: "A value becomes too large."
    case .wrongKind: "A value has the wrong type for its place."
    case .impossible: "The query can't be carried out as it is written."
    }
  }
}
