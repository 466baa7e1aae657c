internal import CTerminal
internal import Glibc

/// A program that owns the terminal until it ends, such as a pager or an editor.
struct ForegroundProgram {
  private let process: pid_t
  private let settings: TerminalSettings?

  /// Starts a program found in `PATH`; nil if it can't be started.
  ///
  /// `input` becomes its standard input. Wraps posix_spawnp(3).
  init?(_ words: [String], input: Int32? = nil) {
    settings = TerminalSettings()
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    if let input { unsafe posix_spawn_file_actions_adddup2(&actions, input, 0) }
    var arguments: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) } + [nil]
    defer { unsafe arguments.forEach { unsafe free($0) } }
    var attributes = ForegroundProgram.attributes()
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var child: pid_t = 0
    guard let name = unsafe arguments[0],
      unsafe posix_spawnp(&child, name, &actions, &attributes, &arguments, environ) == 0
    else { return nil }
    process = child
  }

  /// Restores the default handling of signals that this process ignores.
  private static func attributes() -> posix_spawnattr_t {
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    for signal in [SIGPIPE, SIGXFSZ, SIGQUIT] { unsafe sigaddset(&signals, signal) }
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    return attributes
  }

  /// Waits until the program exits; returns its status and whether Ctrl-C was typed.
  ///
  /// The program handles Ctrl-C itself. After another signal that will end this process, the
  /// program is terminated and the status is -1.
  func wait() -> (status: Int32, wasInterrupted: Bool) {
    // A killed program doesn't restore the terminal.
    defer { settings?.restore() }
    var wasInterrupted = false
    while cterminal_child_wait(process) == 0 {
      guard Interruption.isKeyboard else {
        end()
        return (-1, false)
      }
      wasInterrupted = true
      Interruption.forget()
    }
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    return (status, wasInterrupted || Interruption.isKeyboard)
  }

  /// Terminates the program and waits for its exit, at most a second.
  private func end() {
    kill(process, SIGTERM)
    var status: Int32 = 0
    for _ in 0..<100 where unsafe waitpid(process, &status, WNOHANG) == 0 { usleep(10_000) }
  }
}

/// The terminal settings before a program that may not restore them.
private struct TerminalSettings {
  private let descriptor: Int32
  private let found: termios

  /// Nil if no standard stream is a terminal; wraps tcgetattr(3).
  init?() {
    var found = termios()
    let terminal = (STDIN_FILENO...STDERR_FILENO).first { unsafe tcgetattr($0, &found) == 0 }
    guard let terminal else { return nil }
    (descriptor, self.found) = (terminal, found)
  }

  /// Does nothing if another process group is in the foreground; wraps tcsetattr(3).
  func restore() {
    guard tcgetpgrp(descriptor) == getpgrp() else { return }
    var settings = found
    unsafe tcsetattr(descriptor, TCSANOW, &settings)
  }
}
