internal import CSQLite
internal import Glibc

/// Asks the caller from time to time whether a long statement is to stop.
final class InterruptCheck {
  let isTrue: () -> Bool
  /// Whether statements run to their end, whatever the answer is.
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
    self.limit = limit
    self.check = check
  }

  /// Sleeps for at most 50 ms and returns whether to try again; `count` is the number of earlier
  /// calls for this lock.
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
