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
    case .impossible: "The query can't be carried out as it is written."
    }
  }
}
