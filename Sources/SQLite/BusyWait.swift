internal import CSQLite
internal import Glibc

/// How long a connection waits for the locks of others, and the question whether to stop waiting.
final class BusyWait {
  let limit: Duration
  private let stopTest: StopTest?
  private var end: ContinuousClock.Instant?

  init(limit: Duration, unless stopTest: StopTest?) {
    self.limit = limit
    self.stopTest = stopTest
  }

  /// Waits a moment and says whether to try again; `count` is how often it was asked about this
  /// lock.
  func waitsOn(after count: Int32) -> Bool {
    let now = ContinuousClock.now
    if count == 0 { end = now + limit }
    guard let end, now < end, stopTest?.isTrue() != true else { return false }
    let pause = Duration.milliseconds(min(1 << min(Int(count), 6), 50))
    var time = timespec(tv_sec: 0, tv_nsec: Int(min(pause, end - now).nanoseconds))
    unsafe nanosleep(&time, nil)
    return true
  }
}
