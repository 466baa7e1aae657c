internal import Glibc

/// A moment after which nobody waits any more, on the clock that nobody sets.
struct Deadline {
  private let milliseconds: Int

  init(after patience: Duration) {
    milliseconds = Deadline.now + Int(patience / .milliseconds(1))
  }

  /// What poll(2) may wait; 0 when it is over.
  var left: Int32 { Int32(clamping: max(milliseconds - Deadline.now, 0)) }

  private static var now: Int {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }
}
