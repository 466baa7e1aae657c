/// A command's usage line: what is typed, in which order.
struct Synopsis {
  let declaration: Declaration

  /// The words that are not broken between lines.
  var pieces: [String] {
    ["profilectl \(declaration.name)"] + declaration.operands.map(Self.piece)
      + declaration.options.map(Self.piece)
  }

  var line: String { pieces.joined(separator: " ") }

  static func piece(_ operand: OperandShape) -> String {
    let dash = operand.acceptsStandardInput ? " | -" : ""
    return switch operand.count {
    case .one: operand.spelled
    case .optional: "[\(operand.spelled)\(dash)]"
    case .any: "[\(operand.spelled) ...\(dash)]"
    case .oneOrMore: dash.isEmpty ? "\(operand.spelled) ..." : "(\(operand.spelled) ...\(dash))"
    }
  }

  static func piece(_ option: OptionShape) -> String {
    "[\(option.spelled)\(value(of: option))]"
  }

  /// `-n, --limit <n>`.
  static func label(_ option: OptionShape) -> String {
    let short = option.short.map { "-\($0), " } ?? ""
    return "\(short)\(option.spelled)\(value(of: option))"
  }

  private static func value(of option: OptionShape) -> String {
    option.value.map { " <\($0.metavariable)>" } ?? ""
  }
}
