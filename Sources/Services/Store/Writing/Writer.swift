internal import Dispatch
internal import Model
internal import SQLite

/// The one place where the network changes.
///
/// Deeds are done in the order they were submitted. While a commit is on its way to the disk,
/// further deeds gather; then all that wait share the next transaction and its one sync. A deed is
/// answered only after its commit is durable, and its group is left exactly once, whatever fails.
final class Writer: Sendable {
  private let committer: Committer

  init(file: DatabaseFile, patience: Patience, interrupts: Interrupts) {
    committer = Committer(file: file, patience: patience, interrupts: interrupts)
  }

  /// Closes the connection before whoever drops the writer goes on.
  ///
  /// A process that ended while the lane still closes it would leave the log behind.
  deinit {
    committer.close()
  }

  /// Returns when the connection is closed and the log put away.
  func close() {
    committer.close()
  }

  /// From now on waits that long for its turn.
  func wait(_ patience: Patience) {
    committer.wait(patience)
  }

  /// Does one deed and returns when it is on disk.
  func perform<Value: Sendable>(
    isRehearsal: Bool = false, _ work: @escaping @Sendable (Writing) throws -> Value
  ) throws(ServiceError) -> Value {
    let group = DispatchGroup()
    let ticket = submit(isRehearsal: isRehearsal, in: group, work)
    finish(group)
    return try ticket.value()
  }

  /// Runs `body` in one transaction, after the deeds that wait, and returns when it is on disk.
  ///
  /// `wait` is how long it waits for others, if that is not as long as for every deed.
  func together<Value>(
    wait: Duration? = nil, _ body: (Writing) throws -> Value
  ) throws -> Value {
    try committer.together(wait: wait, body)
  }

  /// Puts a deed in the queue; its ticket can be asked once its group is finished.
  func submit<Value: Sendable>(
    isRehearsal: Bool = false, in group: DispatchGroup,
    _ work: @escaping @Sendable (Writing) throws -> Value
  ) -> Ticket<Value> {
    let ticket = Ticket<Value>()
    group.enter()
    committer.take(
      Committer.Deed(
        work: { writing in
          ticket.outcome = .success(try work(writing))
          if isRehearsal { throw Writing.Rehearsed() }
        },
        answer: { error in
          defer { group.leave() }
          if let error { ticket.outcome = .failure(error) }
        }))
    return ticket
  }

  /// Does what was submitted, and returns when all deeds of the group are answered.
  func finish(_ group: DispatchGroup) {
    committer.settle { group.wait(timeout: .now()) == .success }
  }
}
