import Dispatch
import Terminal

/// Runs one job after the other on a thread of its own, which is started at once or not at all.
///
/// Sendable by construction: `waiting` is touched on `exchange` only.
final class SerialThread: @unchecked Sendable {
  private let exchange = DispatchQueue(label: "profilectl.thread.exchange")
  private let filled = DispatchSemaphore(value: 0)
  private let unfinished = DispatchGroup()
  private var waiting: [@Sendable () -> Void] = []

  /// Throws if the system has no thread to give.
  init() throws(Failure) {
    guard BackgroundThread.start({ self.work() }) == 0 else { throw Failure.noThreadToWatch }
  }

  /// Throws unless the system can start so many more threads at a time.
  ///
  /// Dispatch, which observes the network, would wait for them without end.
  static func require(_ count: Int) throws(Failure) {
    let (end, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let started = (0..<count).prefix { _ in
      BackgroundThread.start {
        end.wait()
        ended.signal()
      } == 0
    }
    for _ in started { end.signal() }
    for _ in started { ended.wait() }
    if started.count < count { throw Failure.noThreadToWatch }
  }

  /// Appends a job; not after `end`.
  func run(_ job: @escaping @Sendable () -> Void) {
    unfinished.enter()
    exchange.sync { waiting.append(job) }
    filled.signal()
  }

  /// Returns once all jobs are done and released, or, with false, at that time.
  @discardableResult
  func wait(until end: DispatchTime = .distantFuture) -> Bool {
    unfinished.wait(timeout: end) == .success
  }

  /// Ends the thread once all jobs are done.
  func end() {
    filled.signal()
  }

  private func work() {
    while workOnce() { unfinished.leave() }
  }

  /// Releases the job before waiters wake up: it may own what must be closed by then.
  private func workOnce() -> Bool {
    filled.wait()
    guard let job = exchange.sync(execute: { waiting.isEmpty ? nil : waiting.removeFirst() })
    else { return false }
    job()
    return true
  }
}

extension Failure {
  static let noThreadToWatch = Failure(
    .ioError, "Profiles can't be watched: too much is running, or memory is short.",
    hint: .other(["ulimit", "-a"]))
}
