internal import Dispatch
internal import Model
internal import SQLite

/// The one place where the network changes.
///
/// Deeds are done in the order they were submitted. While a commit is on its way to the disk, further
/// deeds gather; then all that wait share the next transaction and its one sync. Each runs in a
/// savepoint of its own, so that a refused deed harms no other. A deed is answered only after its
/// commit is durable, and its group is left exactly once, whatever fails.
///
/// Sendable by construction: `connection` is touched on `lane` only, `waiting` on `intake` only.
final class Writer: @unchecked Sendable {
  /// Deeds beyond this wait for the next transaction, so that other processes get their turn.
  static let mostDeedsPerCommit = 1_000

  private let file: DatabaseFile
  private let patience: Patience
  /// Called on `lane` when a commit can no longer be stopped.
  private let beforeCommit: @Sendable () -> Void
  private let lane = DispatchQueue(label: "profilectl.writer")
  private let intake = DispatchQueue(label: "profilectl.writer.intake")
  private var connection: DatabaseWriter?
  private var waiting: [Deed] = []

  init(file: DatabaseFile, patience: Patience, beforeCommit: @escaping @Sendable () -> Void) {
    self.file = file
    self.patience = patience
    self.beforeCommit = beforeCommit
  }

  /// Does one deed and returns when it is on disk.
  func perform<Value: Sendable>(
    isRehearsal: Bool = false, _ work: @escaping @Sendable (Writing) throws -> Value
  ) throws(ServiceError) -> Value {
    let group = DispatchGroup()
    let ticket = submit(isRehearsal: isRehearsal, in: group, work)
    wait(for: group)
    return try ticket.value()
  }

  /// Puts a deed in the queue; its ticket can be asked once the group has been left by all.
  func submit<Value: Sendable>(
    isRehearsal: Bool = false, in group: DispatchGroup,
    _ work: @escaping @Sendable (Writing) throws -> Value
  ) -> Ticket<Value> {
    let ticket = Ticket<Value>()
    let deed = Deed(
      work: { writing in
        ticket.outcome = .success(try work(writing))
        if isRehearsal { throw Rehearsed() }
      },
      answer: { error in
        defer { group.leave() }
        if let error { ticket.outcome = .failure(error) }
      })
    group.enter()
    intake.sync { waiting.append(deed) }
    lane.async { self.commitWaiting() }
    return ticket
  }

  /// Waits until the deeds of a group are answered and nothing of them is left on the lane: whatever
  /// they hold may be closing the file.
  func wait(for group: DispatchGroup) {
    group.wait()
    lane.sync {}
  }

  /// Closes the connection when all that was submitted is done, so that a process that ends leaves
  /// no log behind.
  func close() {
    lane.sync { connection = nil }
  }

  /// Takes what waits and commits it together.
  ///
  /// Often there is nothing left to take, because an earlier turn took it.
  private func commitWaiting() {
    let deeds = intake.sync {
      let taken = Array(waiting.prefix(Writer.mostDeedsPerCommit))
      waiting.removeFirst(taken.count)
      return taken
    }
    guard !deeds.isEmpty else { return }
    var refusals = [ServiceError?](repeating: nil, count: deeds.count)
    var failure: ServiceError?
    do throws(ServiceError) {
      try translatingErrors { refusals = try commit(deeds) }
    } catch {
      failure = error
    }
    for (deed, refusal) in zip(deeds, refusals) {
      deed.answer(refusal ?? failure)
    }
  }

  /// Runs the deeds in one transaction and returns why each was refused, if it was.
  private func commit(_ deeds: [Deed]) throws -> [ServiceError?] {
    do {
      return try opened().transaction(wait: patience.duration) { connection in
        var isChanged = false
        let refusals = try deeds.map { try attempt($0, on: connection, &isChanged) }
        // Undone savepoints leave pages behind that a commit would write.
        if !isChanged { throw NothingToCommit(refusals: refusals) }
        return refusals
      }
    } catch let nothing as NothingToCommit {
      return nothing.refusals
    }
  }

  private func attempt(
    _ deed: Deed, on connection: Connection, _ isChanged: inout Bool
  ) throws -> ServiceError? {
    do {
      try connection.savepoint { try deed.work(Writing(connection: connection)) }
      isChanged = true
      return nil
    } catch is Rehearsed {
      return nil
    } catch let error as ServiceError {
      return error
    } catch  where connection.isInTransaction {
      return ServiceError(error)
    }
  }

  private func opened() throws -> DatabaseWriter {
    if let connection { return connection }
    let opened = try writable()
    opened.aroundCommit = { [beforeCommit] commit in
      beforeCommit()
      commit()
    }
    connection = opened
    return opened
  }

  /// The file was read before, so whoever is not permitted here may only read it.
  private func writable() throws(DatabaseError) -> DatabaseWriter {
    do {
      return try file.writer()
    } catch .notPermitted {
      throw .readOnly
    } catch {
      throw error
    }
  }

  /// Thrown by a deed that was only tried, to undo it.
  private struct Rehearsed: Error {}

  /// Thrown to undo a transaction in which no deed was done.
  private struct NothingToCommit: Error {
    let refusals: [ServiceError?]
  }

  private struct Deed {
    let work: (Writing) throws -> Void
    let answer: (ServiceError?) -> Void
  }
}

/// The answer to a submitted deed.
///
/// Sendable by construction: the writer's lane fills it before it leaves the group, and the caller
/// reads it after the group was left by all.
final class Ticket<Value: Sendable>: @unchecked Sendable {
  fileprivate(set) var outcome: Result<Value, ServiceError>?

  func value() throws(ServiceError) -> Value {
    guard let outcome else { throw .internal("A deed was asked for its answer too early.") }
    return try outcome.get()
  }
}
