internal import Glibc

/// Reads and replaces whole plain files.
package enum WholeFile {
  /// Reads at most `limit` bytes; follows links, and refuses a pipe or a device without waiting for
  /// it.
  ///
  /// The files in `others` are never opened, even under another name: closing a database file would
  /// drop its locks.
  package static func read(
    _ path: String, atMost limit: Int, unlessSameAs others: [String] = []
  ) throws(FileError) -> [UInt8] {
    if others.contains(where: { FileStamp.isSameFile(path, $0) }) {
      throw FileError(path, .open, .excluded)
    }
    return try Descriptor.plain(path, followingLinks: true).allBytes(limit: limit)
  }

  /// Replaces the content of a file or makes it, with mode 0600; follows links.
  ///
  /// After an error the file is unchanged.
  package static func replace(_ path: String, with bytes: [UInt8]) throws(FileError) {
    try NewFile.replace(RealPath.resolve(path), with: bytes, mode: 0o600)
  }
}

/// Makes a file that appears with all its content or not at all.
package enum NewFile {
  /// Writes a file of mode 0666, to which the umask applies.
  ///
  /// After an error there is no new file. With `mayReplace` it replaces a plain file or a link
  /// itself, not the file that a link names.
  package static func write(
    _ bytes: [UInt8], to path: String, mayReplace: Bool = false
  ) throws(FileError) {
    if path.utf8.contains(0) { throw FileError(path, .make, errno: EINVAL) }
    guard mayReplace, let old = FileStamp(of: path), old.isRegular || old.isLink else {
      return try make(bytes, at: path)
    }
    try replace(path, with: bytes, mode: 0o666)
  }

  /// Writes and syncs a file beside `path`, and renames it.
  fileprivate static func replace(
    _ path: String, with bytes: [UInt8], mode: mode_t
  ) throws(FileError) {
    let temporary = "\(path).\(getpid())"
    // A killed process with the same number may have left it.
    _ = unsafe unlink(temporary)
    try make(bytes, at: temporary, mode: mode, isSynced: true)
    guard unsafe rename(temporary, path) == 0 else {
      let error = FileError.last(path, .rename)
      _ = unsafe unlink(temporary)
      throw error
    }
  }

  private static func make(
    _ bytes: [UInt8], at path: String, mode: mode_t = 0o666, isSynced: Bool = false
  ) throws(FileError) {
    var file = try Descriptor(path, O_WRONLY | O_CREAT | O_EXCL, mode: mode)
    do throws(FileError) {
      try file.write(bytes)
      if isSynced { try file.sync() }
      try file.closeChecked()
    } catch {
      _ = unsafe unlink(path)
      throw error
    }
  }
}
