internal import CTerminal
internal import Glibc

/// Ends a wait from another thread.
///
/// However often it is rung before the wait ends, that is one ring.
package final class WakeSignal: Sendable {
  let descriptor: Int32

  package init() throws(ConsoleError) {
    descriptor = cterminal_wake_open()
    if descriptor < 0 { throw .failed(.input, errno: errno) }
  }

  deinit {
    close(descriptor)
  }

  package func send() {
    cterminal_wake_send(descriptor)
  }

  /// What a wait ended with.
  package enum Ending: Sendable {
    case rung, signal
    /// Nobody reads standard output any more.
    case readerGone
  }

  /// Waits until it is rung, however long that takes, and takes the rings away.
  package func wait() -> Ending {
    let answer = cterminal_wake_wait(descriptor, StandardStream.output.rawValue)
    if answer > 0 { drain() }
    return answer > 0 ? .rung : answer == 0 ? .signal : .readerGone
  }

  /// Takes the rings away, so that the next wait waits again.
  func drain() {
    cterminal_wake_drain(descriptor)
  }
}
