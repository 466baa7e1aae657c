import CTerminal
import Glibc

/// Handles SIGINT, SIGTERM and SIGHUP.
///
/// The handler is written in C, because a handler may call few functions: signal-safety(7).
package enum Interruption {
  /// Makes each of these signals print `message` on standard error and exit with status 128 +
  /// signal.
  ///
  /// Another call changes only the message.
  package static func arm(saying message: String) {
    var line = Array(message.utf8)
    line.append(UInt8(ascii: "\n"))
    unsafe line.withUnsafeBytes { bytes in
      unsafe cterminal_interruption_arm(
        bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count)
    }
  }

  /// Postpones the exit, for example during a commit.
  ///
  /// Balance each call with `release()`. Thread-safe.
  package static func hold() {
    cterminal_interruption_hold()
  }

  /// Undoes one `hold()`; the caller acts on a postponed signal.
  package static func release() {
    cterminal_interruption_release()
  }

  /// Undoes all holds, or all but one.
  package static func settle(holding: Bool) {
    cterminal_interruption_settle(holding ? 1 : 0)
  }

  /// Whether the exit is postponed.
  package static var isHeld: Bool { cterminal_interruption_is_held() != 0 }

  /// The first signal that arrived during a hold.
  package static var pending: Int32? {
    let signal = cterminal_interruption_pending()
    return signal == 0 ? nil : signal
  }

  /// Raises SIGINT for a Ctrl-C that arrived as a key.
  package static func takeKey() {
    raise(SIGINT)
  }

  /// Whether the pending signal is SIGINT.
  package static var isKeyboard: Bool { pending == SIGINT }

  package static func forget() {
    cterminal_interruption_forget()
  }
}
