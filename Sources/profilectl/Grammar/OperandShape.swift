/// An operand as help, completions and the parser see it, whatever its value is.
struct OperandShape: Sendable {
  /// How many words the operand takes.
  enum Count: Sendable {
    case one, optional, oneOrMore, any

    /// Whether it takes all that is left.
    var isRepeated: Bool { self == .oneOrMore || self == .any }
    var isRequired: Bool { self == .one || self == .oneOrMore }
  }

  /// Without the brackets; unique in its command.
  let name: String
  let count: Count
  /// Whether a lone `-` stands for standard input.
  let acceptsStandardInput: Bool
  let summary: String
  let completion: Completion

  var spelled: String { "<\(name)>" }
}
