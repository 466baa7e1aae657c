internal import CSQLite
internal import Glibc

/// Asks whether to interrupt a long statement.
final class InterruptCheck {
  let isTrue: () -> Bool
  /// Whether statements run to their end regardless of `isTrue`.
  var isHeld = false

  init(_ isTrue: @escaping () -> Bool) {
    self.isTrue = isTrue
  }
}

/// Limits how long a connection waits for the locks of other connections.
final class BusyWait {
  let limit: Duration
  private let check: InterruptCheck?
  private var end: ContinuousClock.Instant?

  init(limit: Duration, unless check: InterruptCheck?) {
    (self.limit, self.check) = (limit, check)
  }

  /// Sleeps for at most 50 ms and returns whether to retry; `count` is the number of earlier calls
  /// for this lock.
  func waitsOn(after count: Int32) -> Bool {
    let now = ContinuousClock.now
    if count == 0 { end = now + limit }
    guard let end, now < end, check?.isTrue() != true else { return false }
    let pause = Duration.milliseconds(min(1 << min(Int(count), 6), 50))
    var time = timespec(tv_sec: 0, tv_nsec: Int(min(pause, end - now).nanoseconds))
    unsafe nanosleep(&time, nil)
    return true
  }
}

/// Durations as the numbers that C functions take; negative durations become zero.
extension Duration {
  /// Whole nanoseconds, at most about 292 years.
  var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    guard seconds < 9_000_000_000 else { return .max }
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }

  /// Whole seconds, rounded up.
  var wholeSeconds: Int {
    Int(nanoseconds / 1_000_000_000 + (nanoseconds % 1_000_000_000 > 0 ? 1 : 0))
  }
}
