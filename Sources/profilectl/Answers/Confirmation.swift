import CommandLine
import Model
import Rendering

/// The answer to a write: its outcomes.
struct Confirmation {
  let context: CommandContext
  let isDryRun: Bool

  init(_ context: CommandContext, isDryRun: Bool = false) {
    self.context = context
    self.isDryRun = isDryRun
  }

  private var traits: Traits { context.traits }
  private var kind: RecordKind { isDryRun ? .dryRunOutcome : .outcome }

  private func record(of outcome: Outcome) -> Record {
    Record(outcome, isDryRun: isDryRun)
  }

  private var fields: [String]? { context.options.fields }

  /// Answers about the items of a write: a list, even of one item.
  ///
  /// `count` is the number of requested items.
  func answer(
    _ outcomes: [Outcome], outOf count: Int, of subject: OutcomeLines.ItemKind
  ) throws -> CommandResult {
    let done = outcomes.filter { $0.result != .refused }
    let part = SavedPart.part(
      of: done.count { !$0.result.isUnchanged }, isAll: done.count == count)
    var result = CommandResult(saved: isDryRun ? .nothing : part)
    if outcomes.allSatisfy(\.result.isUnchanged) { result.effect = .unchanged }
    try confirm(result.saved) {
      guard let format = context.recordFormat else {
        return try context.answer(text(of: done, subject))
      }
      var writer = ListWriter(format, of: kind, only: fields, isTerminal: traits.isTerminal)
      try context.answer(list(outcomes, through: &writer, record(of:)))
    }
    return result
  }

  /// Answers about a write of one thing.
  func answer(_ outcome: Outcome, of subject: OutcomeLines.ItemKind) throws -> CommandResult {
    var result = CommandResult(saved: isDryRun ? .nothing : .all)
    if outcome.result.isUnchanged { result.effect = .unchanged }
    try confirm(result.saved) {
      if context.recordFormat != nil {
        try context.answer(facts: record(of: outcome))
      } else {
        try context.answer(text(of: [outcome], subject))
      }
    }
    return result
  }

  /// Answers about a write that has no items: as `text` draws it, or else key by key.
  func answer(
    _ record: Record, saved: SavedPart = .all, effect: LineEffect = .done,
    text: ((Traits) -> Output)? = nil
  ) throws -> CommandResult {
    try confirm(saved) {
      try context.answer(record) { traits in
        text?(traits) ?? KeyValueList(facts: record, in: traits).output(in: traits)
      }
    }
    return CommandResult(effect: effect, saved: saved)
  }

  /// Runs `answer`, unless the line is quiet and its answer is text.
  private func confirm(_ saved: SavedPart, _ answer: () throws -> Void) throws {
    if context.recordFormat == nil, context.options.isQuiet { return }
    try saving(saved, answer)
  }

  /// Sentences on a terminal; on a pipe the handle or number, and the result; the chosen fields on
  /// both.
  private func text(of outcomes: [Outcome], _ subject: OutcomeLines.ItemKind) -> Output {
    if let fields {
      if traits.isTerminal {
        return ResultTable(outcomes.map(record(of:)), only: fields).output(in: traits)
      }
      var writer = ListWriter(.lines, of: kind, only: fields)
      return list(outcomes, through: &writer, record(of:))
    }
    if traits.isTerminal {
      return OutcomeLines(outcomes, of: subject, isDryRun: isDryRun).output(in: traits)
    }
    let keys = ["thing", "result"]
    var writer = ListWriter(.lines, keys: keys)
    return list(outcomes, through: &writer) { outcome in
      let thing =
        outcome.post.map { String($0.item.id.number) }
        ?? outcome.user.map { $0.item.user.handle.text } ?? outcome.input
      return Record(keys: keys, values: [.string(thing), .string(outcome.result.rawValue)])
    }
  }

  /// The whole list; only a few records exist at a time, as a record is far larger than its line.
  private func list(
    _ outcomes: [Outcome], through writer: inout ListWriter, _ record: (Outcome) -> Record
  ) -> Output {
    var output = writer.begin()
    for start in stride(from: 0, to: outcomes.count, by: 500) {
      let batch = outcomes[start..<min(start + 500, outcomes.count)]
      output.append(writer.add(batch.map(record)))
    }
    output.append(writer.end())
    return output
  }
}
