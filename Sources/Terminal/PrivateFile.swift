import Glibc

/// A small file that is its owner's alone: 0600 in a folder of 0700, whatever the umask.
///
/// No link is followed in the place of the file or of its folder, and a file that has another name
/// somewhere is not used.
package struct PrivateFile: Sendable {
  package let folder: String
  package let name: String

  package var path: String { "\(folder)/\(name)" }

  /// `folder` is this program's own; it and its parents are made when something is written.
  package init(folder: String, name: String) {
    self.folder = folder
    self.name = name
  }

  /// Nil if there is no such file.
  package func read(limit: Int = 65_536) throws(PrivateFileError) -> [UInt8]? {
    try reading { file throws(InputError) in
      try StandardInput(descriptor: file, bufferSize: 1_024).readAll(limit: limit)
    }
  }

  /// The last bytes of the file, at most `limit`; nil if there is no such file.
  package func readEnd(limit: Int) throws(PrivateFileError) -> [UInt8]? {
    try reading { file throws(InputError) in
      let size = lseek(file, 0, SEEK_END)
      guard size >= 0, lseek(file, max(0, size - limit), SEEK_SET) >= 0 else {
        throw .failed(errno: errno)
      }
      return try StandardInput(descriptor: file).readAll(limit: 2 * limit)
    }
  }

  private func reading(
    _ body: (Int32) throws(InputError) -> [UInt8]
  ) throws(PrivateFileError) -> [UInt8]? {
    guard let directory = try openFolder() else { return nil }
    defer { _ = close(directory) }
    let file = unsafe openat(directory, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    if file < 0, errno == ENOENT { return nil }
    guard file >= 0 else { throw trouble(errno) }
    defer { _ = close(file) }
    try checkPlain(file)
    do {
      return try body(file)
    } catch .failed(let code) {
      throw .failed(path: path, errno: code)
    } catch .tooLong(let limit) {
      throw .tooLarge(path: path, limit: limit)
    } catch {
      throw .failed(path: path, errno: EIO)
    }
  }

  /// Afterwards the file holds `bytes`, or, after an error, what it held before; either, where only
  /// the sync of its folder failed.
  package func replace(with bytes: [UInt8]) throws(PrivateFileError) {
    try PrivateFolder(path: folder).make()
    guard let directory = try openFolder() else { throw trouble(ENOENT) }
    defer { _ = close(directory) }
    if fchmod(directory, 0o700) != 0 { throw trouble(errno) }

    let temporary = ".\(name).\(getpid())"
    // A process of the same number may have been killed here.
    _ = unsafe unlinkat(directory, temporary, 0)
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let file = unsafe openat(directory, temporary, flags, 0o600)
    guard file >= 0 else { throw trouble(errno) }
    var isInPlace = false
    defer {
      _ = close(file)
      if !isInPlace { _ = unsafe unlinkat(directory, temporary, 0) }
    }
    if fchmod(file, 0o600) != 0 { throw trouble(errno) }
    try write(bytes, to: file)
    if fsync(file) != 0 { throw trouble(errno) }
    if unsafe renameat(directory, temporary, directory, name) != 0 { throw trouble(errno) }
    isInPlace = true
    if fsync(directory) != 0 { throw trouble(errno) }
  }

  /// Afterwards the file, made if need be, ends in `bytes`.
  ///
  /// A crash may leave a part of them.
  package func append(_ bytes: [UInt8]) throws(PrivateFileError) {
    try PrivateFolder(path: folder).make()
    guard let directory = try openFolder() else { throw trouble(ENOENT) }
    defer { _ = close(directory) }
    let flags = O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
    let file = unsafe openat(directory, name, flags, 0o600)
    guard file >= 0 else { throw trouble(errno) }
    defer { _ = close(file) }
    try checkPlain(file)
    if fchmod(file, 0o600) != 0 { throw trouble(errno) }
    try write(bytes, to: file)
  }

  /// Afterwards there is no such file; that there was none is no error.
  package func remove() throws(PrivateFileError) {
    guard let directory = try openFolder() else { return }
    defer { _ = close(directory) }
    if unsafe unlinkat(directory, name, 0) != 0, errno != ENOENT { throw trouble(errno) }
  }

  /// The caller closes the descriptor; nil if there is no such folder.
  private func openFolder() throws(PrivateFileError) -> Int32? {
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    let directory = unsafe open(folder, flags)
    if directory >= 0 { return directory }
    if errno == ENOENT { return nil }
    let code = errno
    // With O_DIRECTORY a link is reported as no folder, as is a path that leads through a file:
    // only of the link something is there.
    var status = stat()
    let isThere = unsafe lstat(folder, &status) == 0
    if isThere, code == ENOTDIR || code == ELOOP { throw .notPlain(path: folder) }
    throw .failed(path: folder, errno: code)
  }

  private func checkPlain(_ file: Int32) throws(PrivateFileError) {
    var status = stat()
    if unsafe fstat(file, &status) != 0 { throw trouble(errno) }
    // What has a second name is shared with whoever gave it one.
    if status.st_mode & S_IFMT != S_IFREG || status.st_nlink > 1 { throw .notPlain(path: path) }
  }

  private func write(_ bytes: [UInt8], to file: Int32) throws(PrivateFileError) {
    let code = FileOutput.write(bytes, into: file)
    if code != 0 { throw trouble(code) }
  }

  private func trouble(_ code: Int32) -> PrivateFileError {
    code == ELOOP ? .notPlain(path: path) : .failed(path: path, errno: code)
  }
}
