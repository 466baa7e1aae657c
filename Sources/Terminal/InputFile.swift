package import Files
internal import Glibc

/// A file that is read once from beginning to end.
package final class InputFile {
  package let lines: StandardInput
  /// Nil for standard input, which stays open.
  private let descriptor: Int32?

  /// The standard input of the process.
  package static var standard: InputFile { InputFile() }

  private init() {
    descriptor = nil
    lines = StandardInput()
  }

  /// Opens the file, and waits for the writer of a named pipe; a held signal ends the wait with
  /// EINTR.
  ///
  /// Files in `others` are never opened, even under another name. Wraps open(2).
  package init(path: String, unlessSameAs others: [String]) throws(FileError) {
    if path.utf8.contains(0) { throw FileError(path, .open, errno: ENOENT) }
    if others.contains(where: { FileStamp.isSameFile(path, $0) }) {
      throw FileError(path, .open, .excluded)
    }
    // Without O_NONBLOCK, open(2) resumes its wait after a signal: signal(7).
    let opened = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard opened >= 0 else { throw FileError(path, .open, errno: errno) }
    descriptor = opened
    lines = StandardInput(descriptor: opened)
    var status = stat()
    let kind = unsafe fstat(opened, &status) == 0 ? status.st_mode & S_IFMT : S_IFREG
    if kind == S_IFDIR { throw FileError(path, .open, errno: EISDIR) }
    if kind == S_IFIFO, let code = InputFile.waitForWriter(of: opened) {
      throw FileError(path, .open, errno: code)
    }
    _ = fcntl(opened, F_SETFL, fcntl(opened, F_GETFL) & ~O_NONBLOCK)
  }

  /// Returns nil when a writer has opened the pipe, otherwise an `errno`.
  private static func waitForWriter(of pipe: Int32) -> Int32? {
    var item = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
    while true {
      let count = unsafe poll(&item, 1, 1_000)
      if count > 0 { return nil }
      if count < 0, errno != EINTR { return errno }
      if Interruption.pending != nil { return EINTR }
    }
  }

  /// Whether the path names a terminal.
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
