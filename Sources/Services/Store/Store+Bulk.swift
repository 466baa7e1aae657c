internal import Dispatch
internal import Model
internal import SQLite

/// Bulk writes: one deed of many items, or many deeds of one.
extension Store {
  /// Does `work` to each item, all or none in one deed; or, where the mode keeps going, each in a
  /// deed of its own, which the writer commits together.
  ///
  /// Throws the first refusal, unless the mode keeps going: then refusals are in the report, and so
  /// is trouble with the file itself that came after some items were saved.
  func bulk<Value: Hashable & Sendable>(
    _ items: [BulkItem<Value>], _ mode: BulkMode,
    _ work: @escaping @Sendable (Writing, String, Value) throws -> Outcome
  ) throws(ServiceError) -> BulkReport {
    let items = marked(items)
    if !mode.keepsGoing {
      return try perform(isRehearsal: mode.isRehearsal) { writing in
        try items.map { item in .success(try item.attempt(in: writing, work)) }
      }
    }
    if mode.isRehearsal || shared != nil {
      return try severally(items, isRehearsal: mode.isRehearsal, work)
    }
    let group = DispatchGroup()
    let tickets = items.map { item in
      writer.submit(in: group) { writing in try item.attempt(in: writing, work) }
    }
    group.wait()
    return try report(of: tickets)
  }

  /// Trouble with the file itself is thrown, unless some items were saved before it came.
  private func report(of tickets: [Ticket<Outcome>]) throws(ServiceError) -> BulkReport {
    var report: BulkReport = []
    var hasSaved = false
    for ticket in tickets {
      do throws(ServiceError) {
        let outcome = try ticket.value()
        report.append(.success(outcome))
        if !outcome.result.isUnchanged { hasSaved = true }
      } catch {
        if case .refused = error {} else if !hasSaved { throw error }
        report.append(.failure(error))
      }
    }
    return report
  }

  /// Does each item in a savepoint of one transaction, which a rehearsal undoes at the end, so that
  /// each finds what those before it left.
  private func severally<Value: Sendable>(
    _ items: [Item<Value>], isRehearsal: Bool,
    _ work: @escaping @Sendable (Writing, String, Value) throws -> Outcome
  ) throws(ServiceError) -> BulkReport {
    try perform(isRehearsal: isRehearsal) { writing in
      try items.map { item in
        do {
          return .success(
            try writing.connection.savepoint { try item.attempt(in: writing, work) })
        } catch let error as ServiceError {
          guard case .refused = error else { throw error }
          return .failure(error)
        }
      }
    }
  }

  private func marked<Value: Hashable & Sendable>(_ items: [BulkItem<Value>]) -> [Item<Value>] {
    var values: Set<Value> = []
    return items.map { Item(item: $0, isRepeated: !values.insert($0.value).inserted) }
  }

  /// An item, and whether an equal one stands before it.
  private struct Item<Value: Sendable> {
    let item: BulkItem<Value>
    let isRepeated: Bool

    /// Does it, and names it in whatever it is refused with.
    ///
    /// Trouble that ended the transaction is everybody's and names nobody, and so is an interrupt.
    func attempt(
      in writing: Writing, _ work: (Writing, String, Value) throws -> Outcome
    ) throws -> Outcome {
      do {
        return try work(writing, item.input, item.value)
      } catch  where writing.connection.isInTransaction {
        let reason = ServiceError(error)
        if reason == .interrupted { throw reason }
        throw ServiceError.refused(input: item.input, reason: meant(by: reason))
      }
    }

    /// What can be done once was done by the item before, which may come undone with this one.
    private func meant(by reason: ServiceError) -> ServiceError {
      switch reason {
      case .userExists, .noSuchPost: isRepeated ? .repeated(input: item.input) : reason
      default: reason
      }
    }
  }
}
