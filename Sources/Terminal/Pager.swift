internal import CTerminal
internal import Glibc

/// A program that shows what is written to it a screen at a time.
package final class Pager {
  private let process: pid_t
  private var pipe: Int32?
  private let settings: TerminalSettings?

  /// Starts the words as a program, found in `PATH`; nil if it can't be started.
  ///
  /// `variables` are added to the environment unless they are there already. Wraps posix_spawnp(3).
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

  /// What this process ignores is not ignored by the pager.
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

  /// Throws `closedPipe` once the reader has seen enough.
  package func write(_ bytes: [UInt8]) throws(ConsoleError) {
    guard let pipe else { throw .closedPipe(.output) }
    try Console.write(bytes, to: pipe, as: .output)
  }

  /// Says that this was all, waits until the reader leaves, and tells whether the keyboard's signal
  /// made them.
  ///
  /// A signal that ends this process ends the pager too; one from the keyboard is for it to decide
  /// about.
  package func finish() -> Bool {
    guard let pipe else { return false }
    self.pipe = nil
    close(pipe)
    // A pager that is killed leaves the terminal as it had it.
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

  /// Asks the pager to leave, and waits for it for a second: then it is left to itself.
  private func end() {
    kill(process, SIGTERM)
    var status: Int32 = 0
    for _ in 0..<100 where unsafe waitpid(process, &status, WNOHANG) == 0 { usleep(10_000) }
  }
}
