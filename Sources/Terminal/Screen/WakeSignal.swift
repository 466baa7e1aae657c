internal import CTerminal
internal import Glibc

/// Ends a wait of another thread.
///
/// Several signals before the wait count as one.
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

  /// The reason why a wait ended.
  package enum Ending: Sendable {
    case rung, signal
    /// The reader of standard output is gone.
    case readerGone
  }

  /// Waits without a time limit and clears the signal.
  package func wait() -> Ending {
    let result = cterminal_wake_wait(descriptor, StandardStream.output.rawValue)
    if result > 0 { drain() }
    return result > 0 ? .rung : result == 0 ? .signal : .readerGone
  }

  /// Clears the signal, so that the next wait blocks.
  func drain() {
    cterminal_wake_drain(descriptor)
  }
}
