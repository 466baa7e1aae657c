internal import Glibc

/// Waits on a socket, until a time limit or a request to stop.
struct SocketWait {
  /// Nil for no limit.
  private var end: UInt64?
  private let shouldStop: () -> Bool

  init(patience: Duration?, shouldStop: @escaping () -> Bool) {
    end = patience.map { SocketWait.now() &+ UInt64(max(0, $0 / .milliseconds(1))) }
    self.shouldStop = shouldStop
  }

  /// A copy that ends after `time` at the latest.
  func limited(to time: Duration) -> SocketWait {
    var wait = SocketWait(patience: time, shouldStop: shouldStop)
    if let end, let limit = wait.end { wait.end = min(end, limit) }
    return wait
  }

  /// The reason for the end of a wait.
  enum Event {
    case ready(isReadable: Bool)
    case isOver, isStopped
  }

  /// Waits until the socket can be read, or written if `writes` is set.
  func wait(for socket: Int32, reads: Bool = true, writes: Bool) -> Event {
    while true {
      if shouldStop() { return .isStopped }
      // A signal may reach another thread, so `shouldStop` is called ten times a second.
      var slice: Int32 = 100
      if let end {
        let now = SocketWait.now()
        if now >= end { return .isOver }
        slice = Int32(min(100, end - now))
      }
      var polled = pollfd(
        fd: socket, events: Int16((reads ? POLLIN : 0) | (writes ? POLLOUT : 0)), revents: 0)
      if unsafe poll(&polled, 1, slice) > 0 {
        return .ready(isReadable: polled.revents & Int16(POLLIN | POLLERR | POLLHUP) != 0)
      }
    }
  }

  /// Milliseconds of a clock that only runs forward.
  static func now() -> UInt64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000 + UInt64(time.tv_nsec) / 1_000_000
  }

  static func sleep(milliseconds: UInt32) {
    usleep(milliseconds * 1_000)
  }
}
