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
  /// `other` may not be the same file, by whatever name.
  package init(path: String, unlessSameAs other: String) throws(InputFileError) {
    if InputFile.isSame(path, other) { throw .forbidden }
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

  private static func isSame(_ path: String, _ other: String) -> Bool {
    var first = stat()
    var second = stat()
    guard unsafe stat(path, &first) == 0, unsafe stat(other, &second) == 0 else { return false }
    return first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }
}
