import CTerminal
import Glibc

/// What happens when somebody ends the process from outside: INT, TERM or HUP.
///
/// The signal handler is written in C, because a handler may call next to nothing
/// (signal-safety(7)).
package enum Interruption {
  /// From now on these signals tell `message` on standard error and end with 128 + signal.
  ///
  /// Called again, it changes the message.
  package static func arm(saying message: String) {
    var line = Array(message.utf8)
    line.append(UInt8(ascii: "\n"))
    unsafe line.withUnsafeBytes { bytes in
      unsafe cterminal_interruption_arm(
        bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count)
    }
  }

  /// Postpones the end, as for the time of a commit and its confirmation.
  ///
  /// Each call wants one of `release()`. From any thread.
  package static func hold() {
    cterminal_interruption_hold()
  }

  /// Ends what `hold()` began; a postponed end is for the caller to carry out.
  package static func release() {
    cterminal_interruption_release()
  }

  /// Ends all that was postponed, or all but one.
  package static func settle(holding: Bool) {
    cterminal_interruption_settle(holding ? 1 : 0)
  }

  /// Whether the end is postponed now.
  package static var isHeld: Bool { cterminal_interruption_is_held() != 0 }

  /// The first signal that arrived while the end was postponed.
  package static var pending: Int32? {
    let signal = cterminal_interruption_pending()
    return signal == 0 ? nil : signal
  }

  /// Takes Ctrl-C for the signal, where a terminal tells of it as a key.
  package static func takeKey() {
    raise(SIGINT)
  }

  /// Whether what arrived was an interrupt from the keyboard.
  package static var isKeyboard: Bool { pending == SIGINT }

  /// Forgets the signal that arrived, so that the next one is the first.
  package static func forget() {
    cterminal_interruption_forget()
  }
}
