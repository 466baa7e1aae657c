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
  func bulk<Value: Equatable & Sendable>(
    _ items: [BulkItem<Value>], _ mode: BulkMode,
    _ work: @escaping @Sendable (Writing, String, Value) throws -> Outcome
  ) throws(ServiceError) -> BulkReport {
    if !mode.keepsGoing {
      return try together(items, isRehearsal: mode.isRehearsal, work)
    }
    if mode.isRehearsal || shared != nil { return try severally(items, mode, work) }
    let group = DispatchGroup()
    let tickets = items.map { item in
      writer.submit(in: group) { writing in
        try attempt(item, in: writing, work)
      }
    }
    writer.finish(group)
    return try report(of: tickets)
  }

  /// Does all items or none.
  ///
  /// One that only those before it have made impossible, and that are undone with it, was repeated.
  private func together<Value: Equatable & Sendable>(
    _ items: [BulkItem<Value>], isRehearsal: Bool,
    _ work: @escaping @Sendable (Writing, String, Value) throws -> Outcome
  ) throws(ServiceError) -> BulkReport {
    try perform(isRehearsal: isRehearsal) { writing in
      try items.enumerated().map { index, item in
        do {
          return .success(try attempt(item, in: writing, work))
        } catch let error as ServiceError
          where items[..<index].contains(where: { $0.value == item.value })
        {
          throw error.ofRepeated
        }
      }
    }
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
    _ items: [BulkItem<Value>], _ mode: BulkMode,
    _ work: @escaping @Sendable (Writing, String, Value) throws -> Outcome
  ) throws(ServiceError) -> BulkReport {
    try perform(isRehearsal: mode.isRehearsal) { writing in
      try items.map { item in
        do {
          return .success(
            try writing.connection.savepoint { try attempt(item, in: writing, work) })
        } catch let error as ServiceError {
          guard case .refused = error else { throw error }
          return .failure(error)
        }
      }
    }
  }
}

extension ServiceError {
  /// What is wrong with an item that was given before, in the same deed.
  fileprivate var ofRepeated: ServiceError {
    switch self {
    case .refused(let input, .userExists), .refused(let input, .noSuchPost):
      .refused(input: input, reason: .repeated(input: input))
    default: self
    }
  }
}

/// Does one item, and names it in whatever it is refused with.
///
/// Trouble that ended the transaction is everybody's and names nobody, and so is an interrupt.
private func attempt<Value>(
  _ item: BulkItem<Value>, in writing: Writing,
  _ work: (Writing, String, Value) throws -> Outcome
) throws -> Outcome {
  do {
    return try work(writing, item.input, item.value)
  } catch  where writing.connection.isInTransaction {
    let reason = ServiceError(error)
    if reason == .interrupted { throw reason }
    throw ServiceError.refused(input: item.input, reason: reason)
  }
}
