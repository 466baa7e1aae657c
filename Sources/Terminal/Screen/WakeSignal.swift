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
    case rung, signal, timeout
    /// The reader of standard output is gone.
    case readerGone
  }

  /// Waits without a time limit and clears the signal.
  package func wait() -> Ending {
    let ending = WakeSignal.wait(for: [descriptor])
    if ending == .rung { drain() }
    return ending
  }

  /// Waits until one of at most 8 descriptors is readable.
  package static func wait(for descriptors: [Int32], milliseconds: Int32? = nil) -> Ending {
    let result = unsafe cterminal_wake_wait(
      descriptors, descriptors.count, StandardStream.output.rawValue, milliseconds ?? -1)
    return switch result {
    case 1: .rung
    case 2: .timeout
    case 0: .signal
    default: .readerGone
    }
  }

  /// Clears the signal, so that the next wait blocks.
  func drain() {
    cterminal_wake_drain(descriptor)
  }
}
