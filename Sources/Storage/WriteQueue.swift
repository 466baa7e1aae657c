internal import Dispatch

/// The part of an engine that the queue needs: one transaction at a time, on the calling thread.
package protocol TransactionSource: AnyObject {
  /// Runs `body` in one transaction, which waits for others as long as `wait`.
  ///
  /// The transaction is on the disk when this returns, and rolled back if `body` throws.
  /// A `body` that `mayRepeat` runs again if other writers changed what it had read.
  func transaction<Value>(
    wait: Duration, mayRepeat: Bool, _ body: (any Writing) throws -> Value
  ) throws -> Value
  /// Closes the connection; the next transaction opens another.
  func close()
}

/// Runs all writes to a network.
///
/// Jobs run in the order of submission. While one commit is on its way to the disk, further jobs
/// gather; the next transaction takes all of them and needs one sync. A job is answered only after
/// its commit is durable, and leaves its group exactly once, whatever fails.
///
/// The thread of a waiting caller does the work, because the system may have no further thread.
///
/// Sendable because only `intake` touches `waiting` and `begun`, and only `lane` the rest. A job
/// runs and is answered on `lane`, and its result is read after that answer.
package final class WriteQueue: @unchecked Sendable {
  /// Further jobs wait for the next transaction, so that other processes get their turn.
  private static let mostJobsPerCommit = 1_000

  private let source: any TransactionSource
  private var patience: Patience
  private let lane = DispatchQueue(label: "profilectl.writer")
  private let intake = DispatchQueue(label: "profilectl.writer.intake")
  private var waiting: [WriteJob] = []
  /// Jobs before this index were taken already.
  private var begun = 0

  package init(_ source: any TransactionSource, patience: Patience) {
    self.source = source
    self.patience = patience
  }

  /// Closes the connection before the owner of the queue continues.
  ///
  /// Otherwise the process could end before the connection is closed, and the log would stay.
  deinit {
    close()
  }

  /// Returns when the waiting jobs are done and the connection is closed.
  package func close() {
    lane.sync {
      while hasWaiting { commitSome() }
      source.close()
    }
  }

  /// Sets how long further transactions wait for their turn.
  package func wait(_ patience: Patience) {
    lane.sync { self.patience = patience }
  }

  /// Runs one job and returns when it is on the disk; the job must not call the queue.
  package func perform<Value: Sendable>(
    isDryRun: Bool = false, _ work: @escaping @Sendable (any Writing) throws -> Value
  ) throws -> Value {
    let group = DispatchGroup()
    let result = submit(isDryRun: isDryRun, in: group, work)
    finish(group)
    return try result.value()
  }

  /// Runs many jobs, each saved as a whole or not at all, and returns when all are answered.
  package func perform<Value: Sendable>(
    each works: [@Sendable (any Writing) throws -> Value]
  ) -> [PendingResult<Value>] {
    let group = DispatchGroup()
    let results = works.map { submit(isDryRun: false, in: group, $0) }
    finish(group)
    return results
  }

  /// Runs `body` in one transaction, after the waiting jobs, and returns when it is on the disk.
  ///
  /// `body` must not call the queue; `wait` overrides the patience of the queue. With `mayRepeat`
  /// it runs again after a conflict with another transaction.
  package func together<Value>(
    wait: Duration? = nil, mayRepeat: Bool = false, _ body: (any Writing) throws -> Value
  ) throws -> Value {
    try lane.sync {
      while hasWaiting { commitSome() }
      return try source.transaction(
        wait: wait ?? patience.duration, mayRepeat: mayRepeat, body)
    }
  }

  /// Queues a job; its result can be read when its group is finished.
  private func submit<Value: Sendable>(
    isDryRun: Bool, in group: DispatchGroup,
    _ work: @escaping @Sendable (any Writing) throws -> Value
  ) -> PendingResult<Value> {
    let result = PendingResult<Value>()
    group.enter()
    let job = WriteJob(
      work: { writing in
        result.outcome = .success(try work(writing))
        if isDryRun { throw DryRunEnded() }
      },
      answer: { error in
        defer { group.leave() }
        if let error { result.outcome = .failure(error) }
      })
    intake.sync { waiting.append(job) }
    return result
  }

  /// Commits waiting jobs until those of the group are answered.
  ///
  /// While one caller commits, the jobs of others gather. The next caller commits them together,
  /// and a caller whose jobs were among them has nothing left to commit.
  private func finish(_ group: DispatchGroup) {
    lane.sync {
      while group.wait(timeout: .now()) != .success { commitSome() }
    }
  }

  private var hasWaiting: Bool { intake.sync { begun < waiting.count } }

  /// Takes waiting jobs, commits them together, and answers them.
  private func commitSome() {
    let jobs = intake.sync {
      let taken = Array(waiting[begun...].prefix(WriteQueue.mostJobsPerCommit))
      begun += taken.count
      // Moving the rest to the front after each commit would take quadratic time.
      if begun == waiting.count { (waiting, begun) = ([], 0) }
      return taken
    }
    var refusals = [(any Error)?](repeating: nil, count: jobs.count)
    var failure: (any Error)?
    do {
      refusals = try commit(jobs)
    } catch {
      failure = error
    }
    for (job, refusal) in zip(jobs, refusals) {
      job.answer(refusal ?? failure)
    }
  }

  /// Runs the jobs in one transaction and returns the error of each that was refused.
  private func commit(_ jobs: [WriteJob]) throws -> [(any Error)?] {
    do {
      return try source.transaction(wait: patience.duration, mayRepeat: true) { writing in
        var isChanged = false
        var isStopped = false
        let refusals = try jobs.map { job -> (any Error)? in
          // No job runs after an interrupted one: the saved jobs are the beginning of the list.
          if isStopped { return StorageError.interrupted }
          let refusal = try attempt(job, in: writing, isAlone: jobs.count == 1, &isChanged)
          isStopped = refusal.flatMap { StorageError($0) } == .interrupted
          return refusal
        }
        // A refused job alone has no savepoint. A rolled-back savepoint leaves pages that a commit
        // would write.
        if !isChanged { throw NothingToCommit(refusals: refusals) }
        return refusals
      }
    } catch let nothing as NothingToCommit {
      return nothing.refusals
    }
  }

  /// Runs a job; in a savepoint, unless it is alone.
  private func attempt(
    _ job: WriteJob, in writing: any Writing, isAlone: Bool, _ isChanged: inout Bool
  ) throws -> (any Error)? {
    do {
      if isAlone { try job.work(writing) } else { try writing.savepoint { try job.work(writing) } }
      isChanged = true
      return nil
    } catch is DryRunEnded {
      return nil
    } catch  where writing.isOpen {
      return error
    }
  }

  /// Thrown to roll back a transaction in which no job succeeded.
  private struct NothingToCommit: Error {
    let refusals: [(any Error)?]
  }
}

/// A unit of work that is saved as a whole or not at all; `answer` is called once, after its commit
/// or refusal.
private struct WriteJob {
  let work: (any Writing) throws -> Void
  let answer: ((any Error)?) -> Void
}

/// The result of a submitted job, which may be read once its group is finished.
package final class PendingResult<Value: Sendable> {
  fileprivate var outcome: Result<Value, any Error>?

  package func value() throws -> Value {
    guard let outcome else {
      throw StorageError.internal("The result of a job was read too early.")
    }
    return try outcome.get()
  }
}
