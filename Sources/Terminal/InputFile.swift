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

  /// Wraps open(2).
  ///
  /// `others` may not be the same file, by whatever name: they are not even opened.
  package init(path: String, unlessSameAs others: [String]) throws(InputFileError) {
    if path.utf8.contains(0) { throw .missing }
    if others.contains(where: { SameFile.isNamed(by: path, and: $0) }) { throw .forbidden }
    let opened = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard opened >= 0 else { throw errno == ENOENT ? .missing : .failed(errno: errno) }
    var kind = stat()
    if unsafe fstat(opened, &kind) == 0, kind.st_mode & S_IFMT == S_IFDIR {
      close(opened)
      throw .folder
    }
    descriptor = opened
    lines = StandardInput(descriptor: opened)
  }

  deinit {
    if let descriptor { close(descriptor) }
  }
}
