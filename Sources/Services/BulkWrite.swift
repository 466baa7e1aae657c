package import Model
internal import Storage

/// One item of a bulk write: the value, and how it was typed.
package struct BulkItem<Value: Sendable>: Sendable {
  package let input: String
  package let value: Value

  package init(input: String, value: Value) {
    (self.input, self.value) = (input, value)
  }
}

/// How a bulk write treats its items.
package struct BulkMode: Sendable {
  /// Whether each item is saved or refused by itself, instead of all or none.
  package var keepsGoing: Bool
  /// Whether nothing is saved.
  package var isDryRun: Bool
  /// The detail of the outcomes of edges and reposts.
  package var detail: Outcome.Detail

  package init(
    keepsGoing: Bool = false, isDryRun: Bool = false, detail: Outcome.Detail = .whole
  ) {
    (self.keepsGoing, self.isDryRun, self.detail) = (keepsGoing, isDryRun, detail)
  }
}

/// The result for each item, in the order they were given.
///
/// A failure is a `refused` item, or a storage error that kept the item from being tried.
package typealias BulkReport = [Result<Outcome, ServiceError>]

/// Bulk writes: one job of many items, or many jobs of one item.
extension Store {
  /// Runs the items one after another with the function that `begin` returns.
  ///
  /// `begin` looks up what all items need. All items share one job, which saves all or none. With
  /// `keepsGoing`, each item has its own job, and the queue commits the jobs together.
  ///
  /// Throws the first refusal. With `keepsGoing`, the report has the refusals, and also storage
  /// errors if some items were saved.
  func bulk<Value: Hashable & Sendable>(
    _ items: [BulkItem<Value>], _ mode: BulkMode,
    _ begin: @escaping @Sendable (any Writing) throws -> (String, Value) throws -> Outcome
  ) throws(ServiceError) -> BulkReport {
    let areRepeated = areRepeated(items)
    if !mode.keepsGoing {
      return try write(isDryRun: mode.isDryRun) { writing in
        let work = try begin(writing)
        return try items.indices.map { index in
          .success(try attempt(items[index], areRepeated[index], in: writing, work))
        }
      }
    }
    if mode.isDryRun || shared != nil {
      return try severally(items, areRepeated, isDryRun: mode.isDryRun, begin)
    }
    try asServiceErrors {
      try requireInPlace()
      try migrate()
    }
    let jobs = items.indices.map { index in
      { @Sendable (writing: any Writing) in
        try attempt(items[index], areRepeated[index], in: writing, try begin(writing))
      }
    }
    return try report(of: queue.perform(each: jobs))
  }

  /// Whether each item equals an earlier one.
  private func areRepeated<Value: Hashable>(_ items: [BulkItem<Value>]) -> [Bool] {
    var values: Set<Value> = []
    return items.map { !values.insert($0.value).inserted }
  }

  /// Throws the first storage error, unless some items were saved.
  private func report(of results: [PendingResult<Outcome>]) throws(ServiceError) -> BulkReport {
    var report: BulkReport = []
    var hasSaved = false
    var firstError: ServiceError?
    for result in results {
      do throws(ServiceError) {
        let outcome = try asServiceErrors { try result.value() }
        report.append(.success(outcome))
        if !outcome.result.isUnchanged { hasSaved = true }
      } catch {
        if case .refused = error {} else { firstError = firstError ?? error }
        report.append(.failure(error))
      }
    }
    if let firstError, !hasSaved { throw firstError }
    return report
  }

  /// Runs each item in a savepoint of one transaction, so that it sees the changes of earlier
  /// items.
  ///
  /// A dry run rolls the transaction back.
  private func severally<Value: Sendable>(
    _ items: [BulkItem<Value>], _ areRepeated: [Bool], isDryRun: Bool,
    _ begin: @escaping @Sendable (any Writing) throws -> (String, Value) throws -> Outcome
  ) throws(ServiceError) -> BulkReport {
    try write(isDryRun: isDryRun) { writing in
      let work = try begin(writing)
      return try items.indices.map { index in
        do {
          return .success(
            try writing.savepoint {
              try attempt(items[index], areRepeated[index], in: writing, work)
            })
        } catch let error as ServiceError {
          guard case .refused = error else { throw error }
          return .failure(error)
        }
      }
    }
  }
}

/// Runs one item; a refusal names it.
///
/// An interrupt, and an error that ended the transaction, concern all items and name none.
private func attempt<Value>(
  _ item: BulkItem<Value>, _ isRepeated: Bool, in writing: any Writing,
  _ work: (String, Value) throws -> Outcome
) throws -> Outcome {
  do {
    return try work(item.input, item.value)
  } catch  where writing.isOpen {
    switch ServiceError(error) {
    case .storage(.interrupted): throw StorageError.interrupted
    // An equal earlier item made the change, which may be rolled back with this item.
    case .userExists where isRepeated, .noSuchPost where isRepeated:
      throw ServiceError.refused(input: item.input, reason: .repeated(input: item.input))
    case let reason: throw ServiceError.refused(input: item.input, reason: reason)
    }
  }
}
