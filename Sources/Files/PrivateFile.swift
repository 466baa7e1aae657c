internal import Glibc

/// A small file that only its owner can use: mode 0600 in a folder of mode 0700, under any umask.
///
/// Neither the file nor its folder may be a link, and a file with a second hard link is refused.
package struct PrivateFile: Sendable {
  package let folder: String
  package let name: String

  package var path: String { "\(folder)/\(name)" }

  /// `folder` belongs to this program; the first write makes it and its parents.
  package init(folder: String, name: String) {
    (self.folder, self.name) = (folder, name)
  }

  /// Nil if there is no such file.
  package func read(limit: Int = 65_536) throws(FileError) -> [UInt8]? {
    try reading { file throws(FileError) in try file.allBytes(limit: limit) }
  }

  /// The last bytes of the file, at most `limit`; nil if there is no such file.
  package func readEnd(limit: Int) throws(FileError) -> [UInt8]? {
    try reading { file throws(FileError) in
      let size = FileStamp(of: file)?.size ?? 0
      return try file.allBytes(from: max(0, size - Int64(limit)), limit: 2 * limit)
    }
  }

  private func reading(
    _ body: (borrowing Descriptor) throws(FileError) -> [UInt8]
  ) throws(FileError) -> [UInt8]? {
    guard let directory = try openFolder() else { return nil }
    do throws(FileError) {
      return try body(try open(in: directory, O_RDONLY))
    } catch {
      if error.errno == ENOENT { return nil }
      throw error
    }
  }

  /// Replaces the content with `bytes`.
  ///
  /// After an error the file is unchanged, unless only the sync of its folder failed.
  package func replace(with bytes: [UInt8]) throws(FileError) {
    let directory = try madeFolder()
    try directory.setMode(0o700)
    let temporary = ".\(name).\(getpid())"
    // A killed process with the same number may have left it.
    _ = unsafe unlinkat(directory.number, temporary, 0)
    let file = try Descriptor(
      temporary, in: directory, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
    do throws(FileError) {
      try file.setMode(0o600)
      try file.write(bytes)
      try file.sync()
      guard unsafe renameat(directory.number, temporary, directory.number, name) == 0 else {
        throw .last(path, .rename)
      }
    } catch {
      _ = unsafe unlinkat(directory.number, temporary, 0)
      throw error
    }
    try directory.sync()
  }

  /// Appends `bytes` to the file; makes the file if it is missing.
  ///
  /// A crash may leave only a part of `bytes`.
  package func append(_ bytes: [UInt8]) throws(FileError) {
    let file = try open(in: try madeFolder(), O_WRONLY | O_CREAT | O_APPEND)
    try file.setMode(0o600)
    try file.write(bytes)
  }

  /// Removes the file if it exists.
  package func remove() throws(FileError) {
    guard let directory = try openFolder() else { return }
    guard unsafe unlinkat(directory.number, name, 0) == 0 || errno == ENOENT else {
      throw .last(path, .remove)
    }
  }

  private func madeFolder() throws(FileError) -> Descriptor {
    try PrivateFolder(path: folder).make()
    guard let directory = try openFolder() else { throw FileError(folder, .open, errno: ENOENT) }
    return directory
  }

  /// Nil if there is no such folder.
  private func openFolder() throws(FileError) -> Descriptor? {
    do throws(FileError) {
      return try Descriptor(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    } catch {
      if error.errno == ENOENT { return nil }
      // ENOTDIR may also mean that a parent in the path is a file; then nothing exists at the path.
      let isThere = FileStamp(of: folder) != nil
      throw isThere && [ENOTDIR, ELOOP].contains(error.errno)
        ? FileError(folder, .open, .notPlain) : error
    }
  }

  private func open(
    in directory: borrowing Descriptor, _ flags: Int32
  ) throws(FileError) -> Descriptor {
    let file: Descriptor
    do throws(FileError) {
      file = try Descriptor(name, in: directory, flags | O_NOFOLLOW | O_NONBLOCK, mode: 0o600)
    } catch {
      throw error.errno == ELOOP ? FileError(path, .open, .notPlain) : error
    }
    guard let stamp = FileStamp(of: file) else { throw .last(path, .read) }
    guard stamp.isRegular, stamp.links <= 1 else { throw FileError(path, .open, .notPlain) }
    return file
  }
}

/// A folder that only its owner can use.
package struct PrivateFolder: Sendable {
  package let path: String

  package init(path: String) {
    self.path = path
  }

  /// Makes the folder and its missing parents with mode 0700, under any umask.
  ///
  /// Existing folders keep their mode.
  package func make() throws(FileError) {
    var end = path.startIndex
    while end < path.endIndex {
      let next = path.index(after: end)
      end = path[next...].firstIndex(of: "/") ?? path.endIndex
      try makeOne(String(path[..<end]))
    }
  }

  /// Makes the folder, and runs `body` under an exclusive lock of the folder.
  package func locked<Value>(_ body: () throws -> Value) throws -> Value {
    try make()
    // Closing the folder releases the lock.
    let folder = try Descriptor(path, O_RDONLY | O_DIRECTORY)
    guard flock(folder.number, LOCK_EX) == 0 else { throw FileError.last(path, .lock) }
    return try body()
  }

  private func makeOne(_ path: String) throws(FileError) {
    if unsafe mkdir(path, 0o700) == 0 {
      // The umask may have taken rights of the owner. A link in its place is not followed.
      guard let stamp = FileStamp(of: path), stamp.mode & 0o700 != 0o700, stamp.isOwn else {
        return
      }
      guard unsafe fchmodat(AT_FDCWD, path, 0o700, AT_SYMLINK_NOFOLLOW) == 0 else {
        throw .last(path, .make)
      }
    } else if errno != EEXIST {
      throw .last(path, .make)
    }
  }
}
