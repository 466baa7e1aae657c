internal import Glibc

/// How a terminal was set, to be set so again behind a program that need not do it itself.
struct TerminalSettings {
  private let descriptor: Int32
  private let found: termios

  /// Nil where none of the standard streams is a terminal; wraps `tcgetattr`.
  init?() {
    var found = termios()
    let terminal = (STDIN_FILENO...STDERR_FILENO).first { unsafe tcgetattr($0, &found) == 0 }
    guard let terminal else { return nil }
    (descriptor, self.found) = (terminal, found)
  }

  /// Leaves a terminal alone whose foreground is another's; wraps `tcsetattr`.
  func restore() {
    guard tcgetpgrp(descriptor) == getpgrp() else { return }
    var settings = found
    unsafe tcsetattr(descriptor, TCSANOW, &settings)
  }
}
