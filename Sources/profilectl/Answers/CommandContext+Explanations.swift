import CommandLine
import Model
import Rendering
import Services

/// How a question was answered, instead of the answer.
extension CommandContext {
  static let explain = Switch("explain", "Show the SQL and its plan instead of the answer.")

  /// Runs `body`, whose answer is not shown when an explanation is asked for.
  func explaining(_ isAsked: Bool, _ body: () throws -> Void) throws {
    guard isAsked else { return try body() }
    let network = try network()
    try show(try host.streams.muting { try network.explain(body) })
  }

  private func show(_ explanations: [Explanation]) throws {
    if let format = recordFormat {
      let keys = ["sql", "plan"]
      var writer = ListWriter(format, keys: keys, isTerminal: traits.isTerminal)
      return try answer(
        writer.list(
          explanations.map {
            let plan = JSONValue.array($0.plan.map { JSONValue.string($0.words) })
            return Record(keys: keys, values: [.string($0.statement), plan])
          }))
    }
    var output = Output()
    for explanation in explanations {
      output.append(SafeText(explanation.statement, .lines) + "\n")
      for step in explanation.plan {
        let indent = String(repeating: "  ", count: step.depth)
        output.append("  -- \(indent)\(step.words)\n")
      }
      output.append("\n")
    }
    try answer(output)
  }
}
