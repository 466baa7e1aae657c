import CommandLine
import Model
import Rendering
import Services
import Storage
import Terminal

/// Runs a write of several items, typed or read from standard input.
///
/// With `--keep-going` a refused or unreadable item is skipped and reported; without it nothing is
/// saved.
struct BulkWriter<Value: Hashable & Sendable> {
  typealias Work = ([BulkItem<Value>], BulkMode) throws -> BulkReport

  let context: CommandContext
  let items: Items<Value>
  let options: WriteOptions
  let subject: OutcomeLines.ItemKind
  /// Whether an item that equals an earlier one is left out instead of refused.
  var ignoresRepeats = false

  /// A refusal, with the number of its item's line on standard input.
  private struct Refusal {
    let error: any Error
    let line: Int?
  }

  /// The report of a write, item by item.
  private struct WriteResults {
    var outcomes: [Outcome] = []
    var refusals: [Refusal] = []
    /// The error that ended the write; nil if the write completed.
    var failure: Refusal?
  }

  /// Runs the write, and answers with the result of each item.
  func run(_ work: Work) throws -> CommandResult {
    let (items, report) = try refusing(isAllOrNone: isAllOrNone) {
      let items = try readItems()
      return (items, try attempt(items, work))
    }
    let results = results(of: items, report)
    let confirmation = Confirmation(context, isDryRun: options.isDryRun)
    var result = CommandResult()
    var unanswered: (any Error)?
    do {
      result = try confirmation.answer(results.outcomes, outOf: items.count, of: subject)
    } catch {
      unanswered = error
    }
    let saved = unanswered.map { CommandError($0).saved } ?? result.saved
    // Refusals are reported even if the answer can't be written.
    let complaints = results.refusals.map { context.complain(of: placed($0, after: saved)) }
    try refusing(isAllOrNone: saved == .nothing && !options.isDryRun) {
      try saving(saved) {
        if let failure = results.failure { throw placed(failure) }
      }
    }
    if let unanswered { throw unanswered }
    if !complaints.isEmpty { (result.status, result.effect) = (.no, .refused) }
    result.complaints = complaints
    return result
  }

  /// Returns the outcomes of the write, and throws what it would refuse.
  ///
  /// Only typed items are tried.
  private func tryOut(_ work: Work) throws -> [Outcome] {
    try refusing(isAllOrNone: isAllOrNone) {
      let typed = try typed.map { BulkItem(input: $0.input, value: try $0.value.get()) }
      return try work(typed, BulkMode(isDryRun: true)).map { try $0.get() }
    }
  }

  /// Whether a refusal of one item leaves all others unsaved.
  private var isAllOrNone: Bool {
    let areSeveral = items.readsStandardInput || items.typed.count > 1
    return areSeveral && !options.keepsGoing && !options.isDryRun
  }

  /// The error of a refusal, with its line of standard input.
  private func placed(_ refusal: Refusal, after saved: SavedPart = .nothing) -> CommandError {
    var error = CommandError(refusal.error)
    error.inputLine = refusal.line
    error.saved = saved
    return error
  }

  private func refusing<Result>(
    isAllOrNone: Bool, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch {
      var error = CommandError(error)
      if isAllOrNone { error.items = .all }
      throw error
    }
  }

  /// Runs the write on the items that could be read; a refusal names the line of its item.
  private func attempt(_ items: [Item<Value>], _ work: Work) throws -> BulkReport {
    let readable = items.compactMap { item in
      (try? item.value.get()).map { BulkItem(input: item.input, value: $0) }
    }
    do {
      return try work(
        readable,
        BulkMode(
          keepsGoing: options.keepsGoing, isDryRun: options.isDryRun,
          detail: context.outcomeDetail))
    } catch let refusal as ServiceError {
      guard case .refused(let input, let reason) = refusal else { throw refusal }
      let isRepeated = if case .repeated = reason { true } else { false }
      let index =
        isRepeated
        ? repetitions(among: items).firstIndex(of: true)
        : items.firstIndex { $0.input == input }
      let item = index.map { items[$0] }
      throw placed(Refusal(error: refusal, line: item?.line))
    }
  }

  /// The typed items that take part.
  private var typed: [Item<Value>] { participating(items.typed) }

  private func participating(_ items: [Item<Value>]) -> [Item<Value>] {
    if !ignoresRepeats { return items }
    return zip(items, repetitions(among: items)).compactMap { $1 ? nil : $0 }
  }

  /// Whether each item equals an earlier one, even if typed differently.
  private func repetitions(among items: [Item<Value>]) -> [Bool] {
    var values: Set<Value> = []
    return items.map { item in
      guard case .success(let value) = item.value else { return false }
      return !values.insert(value).inserted
    }
  }

  /// `report` has one result for each readable item, in order.
  private func results(of items: [Item<Value>], _ report: BulkReport) -> WriteResults {
    var rest = report[...]
    var results = WriteResults()
    for item in items {
      let error: any Error
      switch item.value {
      case .failure(let refusal):
        error = refusal
        results.refusals.append(Refusal(error: refusal, line: item.line))
      case .success:
        switch rest.removeFirst() {
        case .success(let outcome):
          results.outcomes.append(outcome)
          continue
        case .failure(let refusal):
          error = refusal
          note(refusal, of: item, in: &results)
        }
      }
      // An item stopped by a signal is not refused, nor are the items after it.
      if error as? ServiceError != .storage(.interrupted) {
        results.outcomes.append(Outcome(input: item.input, result: .refused))
      }
    }
    return results
  }

  /// Notes a refusal of an item, or an error that ended the write, such as a full disk.
  private func note(_ refusal: ServiceError, of item: Item<Value>, in results: inout WriteResults) {
    let isOfItem = if case .refused = refusal { true } else { false }
    if isOfItem, !refusal.isOfDatabase {
      results.refusals.append(Refusal(error: refusal, line: item.line))
    } else if results.failure == nil {
      results.failure = Refusal(error: refusal, line: isOfItem ? item.line : nil)
    }
  }

  /// The typed items, or those on standard input; a bad one ends the write unless it keeps going.
  private func readItems() throws -> [Item<Value>] {
    if !items.readsStandardInput {
      if !options.keepsGoing { for item in items.typed { _ = try item.value.get() } }
      return typed
    }
    let input = StandardInput()
    var read: [Item<Value>] = []
    var (weight, roomFor) = (0, 0)
    while let item = try nextItem(in: input) {
      if !options.keepsGoing, case .failure(let refusal) = item.value {
        throw placed(Refusal(error: refusal, line: item.line))
      }
      read.append(item)
      // An upper limit of the memory of an item and its outcome, checked every few megabytes.
      weight += 1_024 + 2 * item.input.utf8.count
      if weight > roomFor {
        roomFor = weight + LineMemory.base / 8
        try LineMemory.require(LineMemory.base + roomFor)
      }
    }
    return participating(read)
  }

  /// The item on the next line that is neither blank nor a comment; nil at the end.
  private func nextItem(in input: StandardInput) throws(InputError) -> Item<Value>? {
    do throws(InputError) {
      while let line = try input.nextLine() {
        if let item = items.item(onLine: line, number: input.lineNumber) { return item }
      }
      return nil
    } catch .lineTooLong(let number, let limit) {
      return items.item(onLineTooLong: limit, number: number)
    }
  }
}

/// A change of posts that can't be undone.
enum PostLoss {
  case delete, remove, dropReports

  /// Such as "Delete #42?".
  fileprivate func question(_ names: SafeText) -> SafeText {
    switch self {
    case .delete: "Delete \(names)?"
    case .remove: "Remove \(names)?"
    case .dropReports: "Drop the reports of \(names)?"
    }
  }

  fileprivate func reported(_ names: SafeText) -> UsageError.Loss {
    self == .dropReports ? .droppingReports(names.string) : .deleting(names.string)
  }
}

extension BulkWriter<TypedPost> {
  /// Runs a write that deletes posts or reports, after a question.
  ///
  /// The question is not asked if the write would be refused anyway, would change nothing, or only
  /// takes reposts back, which can be repeated.
  func run(asking loss: PostLoss, _ work: Work) throws -> CommandResult {
    if options.isDryRun || context.isConfirmed { return try run(work) }
    if !options.keepsGoing {
      let outcomes = try tryOut(work)
      let losesNothing = outcomes.allSatisfy { $0.result == .unreposted || $0.result.isUnchanged }
      if !outcomes.isEmpty, losesNothing { return try run(work) }
    }
    let names =
      items.readsStandardInput
      ? "all these posts" : SafeText.joined(typed.map(BulkWriter.name), by: ", ")
    return .asking(loss.reported(names), loss.question(names))
  }

  /// A post as lists show it; an invalid operand stays as it was typed.
  private static func name(_ item: Item<TypedPost>) -> SafeText {
    if case .number(let id)? = try? item.value.get() { SafeText(id) } else { SafeText(item.input) }
  }
}
