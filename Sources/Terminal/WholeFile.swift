internal import Glibc

/// A plain file that is read in one go, and no further than a bound.
package enum WholeFile {
  /// Links are followed; a pipe or a device is refused without waiting for it.
  ///
  /// `others` may not be the same file, by whatever name: they are not even opened.
  package static func read(
    _ path: String, atMost limit: Int, unlessSameAs others: [String] = []
  ) throws(WholeFileError) -> [UInt8] {
    if path.utf8.contains(0) { throw .missing }
    if others.contains(where: { SameFile.isNamed(by: path, and: $0) }) { throw .forbidden }
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard file >= 0 else {
      // What open(2) says of a socket.
      if errno == ENXIO { throw .notPlain }
      throw SystemError.isMissing(errno) ? .missing : .failed(errno: errno)
    }
    defer { _ = close(file) }
    var status = stat()
    guard unsafe fstat(file, &status) == 0 else { throw .failed(errno: errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notPlain }
    guard status.st_size <= limit else { throw .tooLarge(limit: limit) }
    do {
      return try StandardInput(descriptor: file, bufferSize: 1 << 20).readAll(limit: limit)
    } catch .failed(let code) {
      throw .failed(errno: code)
    } catch {
      throw .tooLarge(limit: limit)
    }
  }
}
