import CommandLine
import Model
import Rendering
import Services
import Terminal

/// Writes: their items, the question before them, and what is told after them.
extension CommandContext {
  /// What is still to be kept of an item and of what becomes of it, once its line is read.
  private static let weightOfItem = 1_024

  /// Longer input is refused before it is read.
  private static let mostInput = 1 << 20

  /// Does a write of several items and tells what became of each.
  ///
  /// An item that can't be read is refused like one that can't be done: alone where the write keeps
  /// going, and with all of them otherwise.
  func bulk<Value: Hashable & Sendable>(
    _ items: Items<Value>, _ options: WriteOptions, of subject: OutcomeLines.Subject,
    _ work: ([BulkItem<Value>], BulkMode) throws -> BulkReport
  ) throws {
    expectAllOrNone(of: items, options)
    let items = try self.items(items, unlessRefused: !options.keepsGoing)
    let mode = BulkMode(keepsGoing: options.keepsGoing, isRehearsal: options.isDryRun)
    var readable: [BulkItem<Value>] = []
    for item in items {
      switch item.value {
      case .success(let value): readable.append(BulkItem(input: item.input, value: value))
      case .failure: break
      }
    }
    let report = try attempt(items) { try work(readable, mode) }
    let (outcomes, refusals, trouble) = fates(of: items, report)
    let told = Result {
      try tell(outcomes, outOf: items.count, of: subject, isRehearsal: options.isDryRun)
    }
    // Whoever doesn't read what was done is still told what was not.
    for refusal in refusals { onLine(refusal.line) { complain(of: refusal.error) } }
    expectTrouble(options)
    if let trouble { try onLine(trouble.line) { throw trouble.error } }
    try told.get()
  }

  /// What became of each item, why some were refused, and what befell the rest of the list.
  private func fates<Value>(of items: [Item<Value>], _ report: BulkReport) -> (
    outcomes: [Outcome], refusals: [(error: any Error, line: Int?)],
    trouble: (error: ServiceError, line: Int?)?
  ) {
    var done = report[...]
    var outcomes: [Outcome] = []
    var refusals: [(error: any Error, line: Int?)] = []
    var trouble: (error: ServiceError, line: Int?)?
    for item in items {
      switch item.value {
      case .failure(let refusal):
        refusals.append((refusal, item.line))
        outcomes.append(Outcome(input: item.input, result: .refused))
      case .success:
        switch done.removeFirst() {
        case .success(let outcome): outcomes.append(outcome)
        case .failure(let refusal):
          let isOfItem = if case .refused = refusal { true } else { false }
          if isOfItem, !refusal.isOfDatabase {
            refusals.append((refusal, item.line))
          } else {
            trouble = trouble ?? (refusal, isOfItem ? item.line : nil)
          }
          // What a signal gave up was refused no more than what was not begun.
          if refusal != .interrupted {
            outcomes.append(Outcome(input: item.input, result: .refused))
          }
        }
      }
    }
    return (outcomes, refusals, trouble)
  }

  /// Does all of them; a refusal is that of the line its item stands on.
  private func attempt<Value: Hashable>(
    _ items: [Item<Value>], _ work: () throws -> BulkReport
  ) throws -> BulkReport {
    do {
      return try work()
    } catch let refusal as ServiceError {
      guard case .refused(let input, let reason) = refusal else { throw refusal }
      let isRepeated = if case .repeated = reason { true } else { false }
      let item = isRepeated ? repetition(among: items) : items.first { $0.input == input }
      return try onLine(item?.line) { throw refusal }
    }
  }

  /// The first item that is equal to one before it, however they are typed.
  private func repetition<Value: Hashable>(among items: [Item<Value>]) -> Item<Value>? {
    var values: Set<Value> = []
    return items.first { item in
      guard case .success(let value) = item.value else { return false }
      return !values.insert(value).inserted
    }
  }

  /// The items that were typed, or those on standard input; one that can't be read may end it at
  /// once.
  private func items<Value>(
    _ items: Items<Value>, unlessRefused: Bool
  ) throws -> [Item<Value>] {
    if !items.readsStandardInput {
      if unlessRefused { for item in items.typed { _ = try item.value.get() } }
      return items.typed
    }
    let input = StandardInput()
    var read: [Item<Value>] = []
    var (weight, askedFor) = (0, 0)
    while let item = try nextItem(items, in: input) {
      if unlessRefused { _ = try onLine(item.line) { try item.value.get() } }
      read.append(item)
      weight += CommandContext.weightOfItem + 2 * item.input.utf8.count
      if weight > askedFor {
        askedFor = weight + Interpreter.room / 8
        guard Memory.hasRoom(for: Interpreter.room + askedFor) else {
          throw ServiceError.storage(.memoryShort, saved: .nothing)
        }
      }
    }
    return read
  }

  /// The item on the next line that has one; nil at the end.
  private func nextItem<Value>(
    _ items: Items<Value>, in input: StandardInput
  ) throws(InputError) -> Item<Value>? {
    do throws(InputError) {
      while let line = try input.nextLine() {
        if let item = items.item(onLine: line, number: input.lineNumber) { return item }
      }
      return nil
    } catch .lineTooLong(let number, let limit) {
      return items.item(onLineTooLong: limit, number: number)
    }
  }

  /// Tells what became of the items of a write: a list, even of one.
  func tell(
    _ outcomes: [Outcome], outOf count: Int, of subject: OutcomeLines.Subject,
    isRehearsal: Bool = false
  ) throws {
    if outcomes.allSatisfy(\.result.isUnchanged) { effect = .unchanged }
    let done = outcomes.filter { $0.result != .refused }
    let saved = SavedPart.part(
      of: done.count { !$0.result.isUnchanged }, isAll: done.count == count)
    try confirm(isRehearsal ? .nothing : saved) {
      guard let format = recordFormat else {
        return try answer(text(of: done, subject, isRehearsal))
      }
      var writer = ListWriter(
        format, of: .outcome, only: options.fields, isTerminal: traits.isTerminal)
      try answer(list(outcomes, through: &writer) { Record($0) })
    }
  }

  /// Tells what became of a write of one thing.
  func tell(
    _ outcome: Outcome, of subject: OutcomeLines.Subject, isRehearsal: Bool = false
  ) throws {
    if outcome.result.isUnchanged { effect = .unchanged }
    if recordFormat != nil {
      return try tell(Record(outcome), saved: isRehearsal ? .nothing : .all)
    }
    try confirm(isRehearsal ? .nothing : .all) {
      try answer(text(of: [outcome], subject, isRehearsal))
    }
  }

  /// Tells what was done by a write that has no items; to people as `text` draws it, or key by key.
  func tell(
    _ record: Record, saved: SavedPart = .all, text: ((Traits) -> Output)? = nil
  ) throws {
    try confirm(saved) {
      try answer(record) { traits in
        text?(traits) ?? KeyValueList(facts: record, in: traits).output(in: traits)
      }
    }
  }

  /// Runs `tell`, which answers about a write, unless nothing but answers was asked for.
  private func confirm(_ saved: SavedPart, _ tell: () throws -> Void) rethrows {
    expectSaved(saved)
    if recordFormat == nil, options.isQuiet { return }
    try tell()
  }

  /// Sentences for people; for pipes the handle or number, and the result; the fields that were
  /// chosen for both.
  private func text(
    of outcomes: [Outcome], _ subject: OutcomeLines.Subject, _ isRehearsal: Bool
  ) -> Output {
    if let fields = options.fields {
      if traits.isTerminal {
        return ResultTable(outcomes.map { Record($0) }, only: fields).output(in: traits)
      }
      var writer = ListWriter(.lines, of: .outcome, only: fields)
      return list(outcomes, through: &writer) { Record($0) }
    }
    if traits.isTerminal {
      return OutcomeLines(outcomes, of: subject, isDryRun: isRehearsal).output(in: traits)
    }
    var writer = ListWriter(.lines, keys: ["thing", "result"])
    return list(outcomes, through: &writer) { outcome in
      let thing =
        outcome.post.map { String($0.item.id.number) }
        ?? outcome.user.map { $0.item.user.handle.text } ?? outcome.input
      return Record(
        keys: ["thing", "result"], values: [.string(thing), .string(outcome.result.rawValue)])
    }
  }

  /// The whole list, of which only a few records exist at a time: a record is far larger than its
  /// line.
  private func list(
    _ outcomes: [Outcome], through writer: inout ListWriter, _ record: (Outcome) -> Record
  ) -> Output {
    var output = writer.begin()
    for start in stride(from: 0, to: outcomes.count, by: 500) {
      let stretch = outcomes[start..<min(start + 500, outcomes.count)]
      output.append(writer.add(stretch.map(record)))
    }
    output.append(writer.end())
    return output
  }

  /// Does a write that undoes itself when it is asked to stop: a signal ends the process only when
  /// nothing is left of what was not finished.
  func undoingIfStopped<Value, Trouble>(
    _ work: () throws(Trouble) -> Value
  ) throws(Trouble) -> Value {
    Interruption.hold()
    return try work()
  }

  /// Returns unless lines before this one wait for a commit that is yet to come: whatever is done
  /// to the file itself would not know of them.
  func expectOnDisk(_ word: String) throws {
    if host.streams.isHolding { throw UsageError(.notBeforeCommit, at: Token.word(word)) }
  }

  /// Returns unless a later line may undo what this one and those before it do: a file stays.
  func expectKept(_ option: String) throws {
    if host.setting.undoesAll { throw UsageError(.notBeforeCommit, at: Token.word(option)) }
  }

  /// Returns if a destructive command may go on; asks a person, and refuses everybody else.
  ///
  /// The browser is refused too, and told what to ask.
  func askBefore(_ loss: UsageError.Loss, _ question: SafeText) throws {
    if options.saysYes || host.isAgreed { return }
    let console = surroundings.console
    guard host.surface != .script, options.mayAsk, console.isTerminal(.input),
      host.surface == .browser || console.isTerminal(.error)
    else {
      throw UsageError(.needsConfirmation(loss))
    }
    if host.surface == .browser {
      host.question = question
      throw UsageError(.needsConfirmation(loss))
    }
    let isAgreed = try host.asking { try console.confirm(traits.words(question).string) }
    if !isAgreed { throw Declined() }
  }

  /// Text given on standard input, without the line ends behind it.
  func textFromInput() throws -> [UInt8] {
    var bytes = try StandardInput().readAll(limit: CommandContext.mostInput)
    while bytes.last == UInt8(ascii: "\n") || bytes.last == UInt8(ascii: "\r") {
      bytes.removeLast()
    }
    return bytes
  }
}
