internal import CTerminal
internal import Glibc

/// A pager program such as `less`, fed through a pipe.
package final class Pager {
  private let process: pid_t
  private var pipe: Int32?
  private let settings: TerminalSettings?

  /// Starts a program found in `PATH`; nil if it can't be started.
  ///
  /// `variables` are added to the environment unless already set. Wraps posix_spawnp(3).
  package init?(_ words: [String], adding variables: [String: String]) {
    var ends: [Int32] = [-1, -1]
    guard !words.isEmpty, unsafe Glibc.pipe(&ends) == 0 else { return nil }
    settings = TerminalSettings()
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    for (name, value) in variables { unsafe setenv(name, value, 0) }
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, ends[0], 0)
    var arguments: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) } + [nil]
    defer { unsafe arguments.forEach { unsafe free($0) } }
    var attributes = Pager.attributes()
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var child: pid_t = 0
    guard let name = unsafe arguments[0] else { return nil }
    let status = unsafe posix_spawnp(&child, name, &actions, &attributes, &arguments, environ)
    close(ends[0])
    guard status == 0 else {
      close(ends[1])
      return nil
    }
    process = child
    pipe = ends[1]
  }

  deinit {
    _ = finish()
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

  /// Throws `closedPipe` after the pager has exited.
  package func write(_ bytes: [UInt8]) throws(ConsoleError) {
    guard let pipe else { throw .closedPipe(.output) }
    try Console.write(bytes, to: pipe, as: .output)
  }

  /// Closes the pipe, waits for the pager, and returns whether Ctrl-C ended it.
  ///
  /// Another signal that ends this process also ends the pager, which handles Ctrl-C itself.
  package func finish() -> Bool {
    guard let pipe else { return false }
    self.pipe = nil
    close(pipe)
    // A killed pager doesn't restore the terminal.
    defer { settings?.restore() }
    var hasKey = false
    while cterminal_child_wait(process) == 0 {
      guard Interruption.isKeyboard else {
        end()
        return false
      }
      hasKey = true
      Interruption.forget()
    }
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    return (hasKey || Interruption.isKeyboard) && status != 0
  }

  /// Terminates the pager and waits at most a second for it.
  private func end() {
    kill(process, SIGTERM)
    var status: Int32 = 0
    for _ in 0..<100 where unsafe waitpid(process, &status, WNOHANG) == 0 { usleep(10_000) }
  }
}

/// The settings of the terminal, restored after a program that may not restore them.
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
