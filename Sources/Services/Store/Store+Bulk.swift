internal import Dispatch
internal import Model
internal import SQLite

/// Bulk writes: one deed of many items, or many deeds of one.
extension Store {
  /// Does to each item what `begin` gives back, which first looks for what the items of a deed
  /// need: all or none in one deed; or, where the mode keeps going, each in a deed of its own,
  /// which the writer commits together.
  ///
  /// Throws the first refusal, unless the mode keeps going: then refusals are in the report, and so
  /// is trouble with the file itself where some items were saved.
  func bulk<Value: Hashable & Sendable>(
    _ items: [BulkItem<Value>], _ mode: BulkMode,
    _ begin: @escaping @Sendable (Writing) throws -> (String, Value) throws -> Outcome
  ) throws(ServiceError) -> BulkReport {
    let areRepeated = areRepeated(items)
    if !mode.keepsGoing {
      return try perform(isRehearsal: mode.isRehearsal) { writing in
        let work = try begin(writing)
        return try zip(items, areRepeated).map { item, isRepeated in
          .success(try attempt(item, isRepeated: isRepeated, in: writing, work))
        }
      }
    }
    if mode.isRehearsal || shared != nil {
      return try severally(items, areRepeated, isRehearsal: mode.isRehearsal, begin)
    }
    try translating { try letGoIfLost() }
    let group = DispatchGroup()
    let tickets = zip(items, areRepeated).map { item, isRepeated in
      writer.submit(in: group) { writing in
        try attempt(item, isRepeated: isRepeated, in: writing, try begin(writing))
      }
    }
    writer.finish(group)
    return try report(of: tickets)
  }

  /// Of each, whether an equal one stands before it.
  private func areRepeated<Value: Hashable>(_ items: [BulkItem<Value>]) -> [Bool] {
    // To make a set costs a lone follow a twentieth of its instructions.
    if items.count == 1 { return [false] }
    var values: Set<Value> = []
    return items.map { !values.insert($0.value).inserted }
  }

  /// Trouble with the file itself is thrown, unless some items were saved before it came, or after
  /// it went.
  private func report(of tickets: [Ticket<Outcome>]) throws(ServiceError) -> BulkReport {
    var report: BulkReport = []
    var hasSaved = false
    var trouble: ServiceError?
    for ticket in tickets {
      do throws(ServiceError) {
        let outcome = try ticket.value()
        report.append(.success(outcome))
        if !outcome.result.isUnchanged { hasSaved = true }
      } catch {
        if case .refused = error {} else { trouble = trouble ?? error }
        report.append(.failure(error))
      }
    }
    if let trouble, !hasSaved { throw trouble }
    return report
  }

  /// Does each item in a savepoint of one transaction, which a rehearsal undoes at the end, so that
  /// each finds what those before it left.
  private func severally<Value: Sendable>(
    _ items: [BulkItem<Value>], _ areRepeated: [Bool], isRehearsal: Bool,
    _ begin: @escaping @Sendable (Writing) throws -> (String, Value) throws -> Outcome
  ) throws(ServiceError) -> BulkReport {
    try perform(isRehearsal: isRehearsal) { writing in
      let work = try begin(writing)
      return try zip(items, areRepeated).map { item, isRepeated in
        do {
          return .success(
            try writing.connection.savepoint {
              try attempt(item, isRepeated: isRepeated, in: writing, work)
            })
        } catch let error as ServiceError {
          guard case .refused = error else { throw error }
          return .failure(error)
        }
      }
    }
  }
}

/// Does one item, and names it in whatever it is refused with.
///
/// Trouble that ended the transaction is everybody's and names nobody, and so is an interrupt.
private func attempt<Value>(
  _ item: BulkItem<Value>, isRepeated: Bool, in writing: Writing,
  _ work: (String, Value) throws -> Outcome
) throws -> Outcome {
  do {
    return try work(item.input, item.value)
  } catch  where writing.connection.isInTransaction {
    switch ServiceError(error) {
    case .interrupted: throw ServiceError.interrupted
    // What can be done once was done by the item before, which may come undone with this one.
    case .userExists where isRepeated, .noSuchPost where isRepeated:
      throw ServiceError.refused(input: item.input, reason: .repeated(input: item.input))
    case let reason: throw ServiceError.refused(input: item.input, reason: reason)
    }
  }
}
