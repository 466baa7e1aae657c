internal import Glibc

/// Reads a plain file whole, up to a limit.
package enum WholeFile {
  /// Follows links; refuses a pipe or a device without waiting for it.
  ///
  /// Never opens the files in `others`, even under another name: closing a database file would drop
  /// its locks.
  package static func read(
    _ path: String, atMost limit: Int, unlessSameAs others: [String] = []
  ) throws(FileError) -> [UInt8] {
    if others.contains(where: { FileStamp.isSameFile(path, $0) }) {
      throw FileError(path, .open, .excluded)
    }
    return try Descriptor.plain(path, followingLinks: true).allBytes(limit: limit)
  }

  /// Replaces the content of a file, which links may lead to, or makes it, with mode 0600.
  ///
  /// After an error the file is unchanged.
  package static func replace(_ path: String, with bytes: [UInt8]) throws(FileError) {
    var path = path
    if let real = unsafe realpath(path, nil) {
      path = unsafe String(validatingCString: real) ?? path
      unsafe free(real)
    }
    let temporary = "\(path).\(getpid())"
    // A killed process with the same number may have left it.
    _ = unsafe unlink(temporary)
    var file = try Descriptor(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
    do throws(FileError) {
      try file.write(bytes)
      try file.sync()
      try file.closeChecked()
      guard unsafe rename(temporary, path) == 0 else { throw .last(path, .rename) }
    } catch {
      _ = unsafe unlink(temporary)
      throw error
    }
  }
}

/// Makes a file with all its content, at once and never in parts.
package enum NewFile {
  /// The umask applies to mode 0666, as for other programs.
  ///
  /// After an error there is no new file. With `mayReplace` it replaces a plain file or a link, but
  /// not what a link names.
  package static func write(
    _ bytes: [UInt8], to path: String, mayReplace: Bool = false
  ) throws(FileError) {
    if path.utf8.contains(0) { throw FileError(path, .make, errno: EINVAL) }
    guard mayReplace, let old = FileStamp(of: path), old.isRegular || old.isLink else {
      return try make(bytes, at: path)
    }
    let temporary = "\(path).\(getpid())"
    try make(bytes, at: temporary)
    guard unsafe rename(temporary, path) == 0 else {
      let error = FileError.last(path, .rename)
      _ = unsafe unlink(temporary)
      throw error
    }
  }

  private static func make(_ bytes: [UInt8], at path: String) throws(FileError) {
    var file = try Descriptor(path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o666)
    do throws(FileError) {
      try file.write(bytes)
      try file.closeChecked()
    } catch {
      _ = unsafe unlink(path)
      throw error
    }
  }
}
