internal import Glibc

/// A file that is read from its beginning to its end, once.
package final class InputFile {
  package let lines: StandardInput
  /// Nil for standard input, which is not ours to close.
  private let descriptor: Int32?

  /// What the process was given to read.
  package static var standard: InputFile { InputFile() }

  private init() {
    descriptor = nil
    lines = StandardInput()
  }

  /// Wraps open(2), and waits for the writer of a named pipe as that does.
  ///
  /// `others` may not be the same file, by whatever name: they are not even opened.
  package init(path: String, unlessSameAs others: [String]) throws(InputFileError) {
    if path.utf8.contains(0) { throw .missing }
    if others.contains(where: { SameFile.isNamed(by: path, and: $0) }) { throw .forbidden }
    // An open that waits for a pipe's writer is taken up again behind every signal: signal(7).
    let opened = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard opened >= 0 else { throw SystemError.isMissing(errno) ? .missing : .failed(errno: errno) }
    descriptor = opened
    lines = StandardInput(descriptor: opened)
    var status = stat()
    let kind = unsafe fstat(opened, &status) == 0 ? status.st_mode & S_IFMT : S_IFREG
    if kind == S_IFDIR { throw .folder }
    if kind == S_IFIFO { try InputFile.waitForWriter(of: opened) }
    _ = fcntl(opened, F_SETFL, fcntl(opened, F_GETFL) & ~O_NONBLOCK)
  }

  /// A held signal doesn't end the process, but this wait.
  private static func waitForWriter(of pipe: Int32) throws(InputFileError) {
    var item = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
    while true {
      let count = unsafe poll(&item, 1, 1_000)
      if count > 0 { return }
      if count < 0, errno != EINTR { throw .failed(errno: errno) }
      if Interruption.pending != nil { throw .interrupted }
    }
  }

  /// Whether nothing is at that path.
  package static func isMissing(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) != 0 && SystemError.isMissing(errno)
  }

  /// Whether the file at that path is typed by somebody.
  package static func isTerminal(_ path: String) -> Bool {
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFCHR else { return false }
    let opened = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    defer { if opened >= 0 { close(opened) } }
    return opened >= 0 && isatty(opened) == 1
  }

  deinit {
    if let descriptor { close(descriptor) }
  }
}
