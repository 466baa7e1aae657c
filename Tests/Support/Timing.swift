import Foundation

extension Duration {
  /// A time limit that a working program does not exceed, even on a busy machine.
  package static let ample = Duration.seconds(120)
}

/// The shortest duration of several attempts.
///
/// A busy machine delays some attempts; only a fault delays all.
package func shortest(
  of tries: Int = 10, _ attempt: (Int) throws -> Duration
) rethrows -> Duration {
  try (0..<tries).map(attempt).min() ?? .zero
}

/// The processor time of `work` on this thread, independent of other load.
package func processorTime(of work: () throws -> Void) rethrows -> Duration {
  func now() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
  let start = now()
  try work()
  return now() - start
}
