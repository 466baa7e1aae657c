internal import Dispatch

/// Runs jobs, each on the first worker that is free, and returns their results in the order of the
/// jobs.
///
/// After an error no other job begins; the error is thrown when the jobs under way have ended.
package func distribute<Worker, Value>(
  _ jobs: [(Worker) throws -> Value], over workers: [Worker]
) throws -> [Value] {
  try ParallelJobs(jobs, workers).run()
}

/// It is unchecked `Sendable`: only `lane` touches the variables, and each worker has a thread.
private final class ParallelJobs<Worker, Value>: @unchecked Sendable {
  private let jobs: [(Worker) throws -> Value]
  private let workers: [Worker]
  private let lane = DispatchQueue(label: "profilectl.jobs")
  private var begun = 0
  private var results: [(job: Int, value: Value)] = []
  private var failure: (any Error)?

  init(_ jobs: [(Worker) throws -> Value], _ workers: [Worker]) {
    (self.jobs, self.workers) = (jobs, workers)
  }

  func run() throws -> [Value] {
    DispatchQueue.concurrentPerform(iterations: workers.count) { [self] worker in
      while let job = next() {
        let result = Result { try jobs[job](workers[worker]) }
        lane.sync { note(result, of: job) }
      }
    }
    if let failure { throw failure }
    return results.sorted { $0.job < $1.job }.map(\.value)
  }

  private func next() -> Int? {
    lane.sync {
      guard failure == nil, begun < jobs.count else { return nil }
      begun += 1
      return begun - 1
    }
  }

  private func note(_ result: Result<Value, any Error>, of job: Int) {
    do { results.append((job, try result.get())) } catch { failure = failure ?? error }
  }
}
