internal import Dispatch
internal import SQLite

/// Commits the deeds that wait, with the one connection that writes, on the thread of a caller who
/// waits for them: a thread of its own is one that the system may not have to give.
///
/// Deeds that share a transaction run in savepoints of their own, so that a refused one harms no
/// other; one that is alone needs none.
///
/// Sendable by construction: `waiting` and `begun` are touched on `intake` only, `connection`,
/// `patience` and `transactions` on `lane` only. A deed is worked on and answered on `lane` only,
/// and whoever made it looks at what it left only after its answer.
final class Committer: @unchecked Sendable {
  /// Deeds beyond this wait for the next transaction, so that other processes get their turn.
  private static let mostDeedsPerCommit = 1_000
  /// A script that commits so often has many lines.
  private static let manyTransactions = 3

  private let file: DatabaseFile
  private var patience: Patience
  private let interrupts: Interrupts
  private let lane = DispatchQueue(label: "profilectl.writer")
  private let intake = DispatchQueue(label: "profilectl.writer.intake")
  private var connection: DatabaseWriter?
  /// Those before `begun` were taken from it.
  private var waiting: [Deed] = []
  private var begun = 0
  /// How often somebody had a transaction of their own.
  private var transactions = 0

  init(file: DatabaseFile, patience: Patience, interrupts: Interrupts) {
    self.file = file
    self.patience = patience
    self.interrupts = interrupts
  }

  /// What is asked for; `answer` is called once, after `work` was committed or was refused.
  struct Deed {
    let work: (Writing) throws -> Void
    let answer: (ServiceError?) -> Void
  }

  /// Puts a deed behind those that wait; may be called on any thread.
  func take(_ deed: Deed) {
    intake.sync { waiting.append(deed) }
  }

  /// Commits what waits until `isAnswered`.
  ///
  /// While one caller commits, the deeds of others gather; the next one commits them together, and
  /// who finds its own among them commits no more.
  func settle(until isAnswered: () -> Bool) {
    lane.sync {
      while !isAnswered() { commitSome() }
    }
  }

  /// From now on waits that long for its turn.
  func wait(_ patience: Patience) {
    lane.sync { self.patience = patience }
  }

  /// Runs `body` in one transaction of its own, after the deeds that wait; nil waits as long as
  /// they do.
  func together<Value>(wait: Duration?, _ body: (Writing) throws -> Value) throws -> Value {
    try lane.sync {
      while hasWaiting { commitSome() }
      transactions += 1
      return try opened().transaction(wait: wait ?? patience.duration) { connection in
        if transactions == Committer.manyTransactions { try? connection.keep(.usual) }
        return try body(Writing(connection: connection))
      }
    }
  }

  /// Returns when the connection is closed, after the deeds that wait; the next one opens another.
  func close() {
    lane.sync {
      while hasWaiting { commitSome() }
      connection?.close()
    }
  }

  private var hasWaiting: Bool { intake.sync { begun < waiting.count } }

  /// Takes what waits, commits it together, and answers it.
  private func commitSome() {
    let deeds = intake.sync {
      let taken = Array(waiting[begun...].prefix(Committer.mostDeedsPerCommit))
      begun += taken.count
      // To move what waits behind each of them is work that grows with its square.
      if begun == waiting.count { (waiting, begun) = ([], 0) }
      return taken
    }
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
        var isStopped = false
        let refusals = try deeds.map { deed -> ServiceError? in
          // None is done behind one that was given up: what is saved is the beginning of the list.
          if isStopped { return .interrupted }
          let refusal = try attempt(deed, on: connection, isAlone: deeds.count == 1, &isChanged)
          isStopped = refusal == .interrupted
          return refusal
        }
        // What a refused deed did alone is undone with the transaction, and undone savepoints leave
        // pages behind that a commit would write.
        if !isChanged { throw NothingToCommit(refusals: refusals) }
        return refusals
      }
    } catch let nothing as NothingToCommit {
      return nothing.refusals
    }
  }

  private func attempt(
    _ deed: Deed, on connection: Connection, isAlone: Bool, _ isChanged: inout Bool
  ) throws -> ServiceError? {
    func work() throws { try deed.work(Writing(connection: connection)) }
    do {
      try isAlone ? work() : connection.savepoint(work)
      isChanged = true
      return nil
    } catch is Writing.Rehearsed {
      return nil
    } catch let error as ServiceError {
      return error
    } catch  where connection.isInTransaction {
      return ServiceError(error)
    }
  }

  /// Thrown to undo a transaction in which no deed was done.
  private struct NothingToCommit: Error {
    let refusals: [ServiceError?]
  }

  private func opened() throws -> DatabaseWriter {
    if let connection { return connection }
    let opened = try writable()
    opened.aroundCommit = { [interrupts] commit in
      interrupts.beforeCommit()
      commit()
    }
    opened.shouldStop = interrupts.isAsked
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
}
