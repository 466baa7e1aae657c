import Dispatch
import Terminal

/// Runs jobs one after the other on its own thread, which starts in the initialiser.
///
/// Sendable because only `exchange` touches `waiting`.
final class SerialThread: @unchecked Sendable {
  private let exchange = DispatchQueue(label: "profilectl.thread.exchange")
  private let filled = DispatchSemaphore(value: 0)
  private let unfinished = DispatchGroup()
  private var waiting: [@Sendable () -> Void] = []

  /// Throws if the system can't start a thread.
  init() throws(Failure) {
    guard BackgroundThread.start({ self.work() }) == 0 else { throw Failure.noThread }
  }

  /// Throws unless the system can start `count` more threads at once.
  ///
  /// Dispatch, which observes the network, would wait for them without end.
  static func require(_ count: Int) throws(Failure) {
    let (end, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    func start() -> Bool {
      BackgroundThread.start {
        end.wait()
        ended.signal()
      } == 0
    }
    var started = 0
    while started < count, start() { started += 1 }
    for _ in 0..<started { end.signal() }
    for _ in 0..<started { ended.wait() }
    if started < count { throw Failure.noThread }
  }

  /// Appends a job; must not be called after `end`.
  func run(_ job: @escaping @Sendable () -> Void) {
    unfinished.enter()
    exchange.sync { waiting.append(job) }
    filled.signal()
  }

  /// Returns true when all jobs are done and released, or false at the given time.
  @discardableResult
  func wait(until end: DispatchTime = .distantFuture) -> Bool {
    unfinished.wait(timeout: end) == .success
  }

  /// Ends the thread when all jobs are done.
  func end() {
    filled.signal()
  }

  private func work() {
    while workOnce() { unfinished.leave() }
  }

  /// Releases the job before it wakes waiters: the job may own resources that they need closed.
  private func workOnce() -> Bool {
    filled.wait()
    guard let job = exchange.sync(execute: { waiting.isEmpty ? nil : waiting.removeFirst() })
    else { return false }
    job()
    return true
  }
}
