import Dispatch
import Terminal

/// Does one thing after the other on a thread of its own, which is there from the beginning or not
/// at all.
///
/// Sendable by construction: `waiting` is touched on `exchange` only.
final class Lane: @unchecked Sendable {
  private let exchange = DispatchQueue(label: "profilectl.lane.exchange")
  private let filled = DispatchSemaphore(value: 0)
  private let asked = DispatchGroup()
  private var waiting: [@Sendable () -> Void] = []

  /// Throws where the system has no thread to give.
  init() throws(Failure) {
    guard BackgroundThread.start({ self.work() }) == 0 else { throw Failure.noThreadToWatch }
  }

  /// Throws where the system has not so many threads to give at a time, beside those there are.
  ///
  /// Dispatch, which observes the network, would wait for them without end.
  static func requireThreads(_ count: Int) throws(Failure) {
    let (end, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    var started = 0
    while started < count {
      let code = BackgroundThread.start {
        end.wait()
        ended.signal()
      }
      if code != 0 { break }
      started += 1
    }
    for _ in 0..<started { end.signal() }
    for _ in 0..<started { ended.wait() }
    if started < count { throw Failure.noThreadToWatch }
  }

  /// Puts something behind what waits already; not after `end`.
  func ask(_ question: @escaping @Sendable () -> Void) {
    asked.enter()
    exchange.sync { waiting.append(question) }
    filled.signal()
  }

  /// Returns once all that was asked is done and forgotten, or, with false, at that time.
  @discardableResult
  func wait(until end: DispatchTime = .distantFuture) -> Bool {
    asked.wait(timeout: end) == .success
  }

  /// Gives the thread back once all that was asked is done.
  func end() {
    filled.signal()
  }

  private func work() {
    while workOnce() { asked.leave() }
  }

  /// Drops the finished work before the wake-up: it may own what must be closed by then.
  private func workOnce() -> Bool {
    filled.wait()
    guard let question = exchange.sync(execute: { waiting.isEmpty ? nil : waiting.removeFirst() })
    else { return false }
    question()
    return true
  }
}
