import Model

/// What is wrong with statements that people write themselves.
extension Wording {
  static func words(for fault: QueryFault) -> String {
    switch fault {
    case .notReading: "The query may only read, with one SELECT."
    case .severalStatements: "Only one statement can be run at a time."
    case .noStatement: "There is no statement to run."
    case .holdsNUL: "The query holds a NUL."
    case .incomplete: "The query breaks off before its end."
    case .syntax(let word): "The query can't be understood at '\(shown(word))'."
    case .unknown(let kind, let name, let near):
      "There is no \(kind.rawValue) '\(shown(name))'." + meant(near)
    case .ambiguous(let column):
      "More than one of the tables has a column '\(shown(column))'; write the table before it, as in users.name."
    case .misused(let function):
      "The function '\(shown(function))' can't be used like this."
    case .forbidden: "The query asks for more than to read tables and to compute."
    case .noSuchPlace: "A number behind ORDER BY or GROUP BY is that of no column."
    case .unequalColumns:
      "Parts of the query that belong together have different numbers of columns."
    case .badJSON: "A value that is read as JSON is none."
    case .badWords: "The words to search for can't be read; put each in double quotes."
    case .tooLarge: "A value becomes too large."
    case .wrongKind: "A value is of another kind than it has to be there."
    case .impossible: "The query can't be carried out as it is written."
    }
  }
}
