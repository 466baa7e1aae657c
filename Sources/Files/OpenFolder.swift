internal import CFiles
internal import Glibc

/// A folder that others may write, held open.
///
/// Its entries stay those of this folder, even if another process moves it or puts a link in its
/// place. No link is followed.
package struct OpenFolder: ~Copyable {
  private let descriptor: Descriptor
  /// Names the folder in errors.
  private let path: String

  /// Follows links in the path.
  package init(_ path: String) throws(FileError) {
    descriptor = try Descriptor(path, O_RDONLY | O_DIRECTORY)
    self.path = path
  }

  private init(_ name: String, in folder: borrowing OpenFolder) throws(FileError) {
    descriptor = try Descriptor(
      name, in: folder.descriptor, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    path = "\(folder.path)/\(name)"
  }

  /// Opens a folder in this one; nil if it is missing or no folder.
  package func folder(_ name: String) throws(FileError) -> OpenFolder? {
    do throws(FileError) {
      return try OpenFolder(name, in: self)
    } catch {
      // A link is ELOOP or ENOTDIR, which differs between systems.
      if error.isMissing || error.errno == ELOOP { return nil }
      throw error
    }
  }

  // MARK: Reading

  /// The names of all entries but `.` and `..`, in no order.
  package func names() throws(FileError) -> [String] {
    var again = try Descriptor(".", in: descriptor, O_RDONLY | O_DIRECTORY)
    guard let stream = unsafe fdopendir(again.number) else { throw .last(path, .open) }
    // closedir(3) closes the descriptor.
    again.giveUp()
    defer { unsafe closedir(stream) }
    return unsafe Folder.names(in: stream)
  }

  /// Nil if there is no such entry.
  package func stamp(of name: String) -> FileStamp? { FileStamp(of: name, in: descriptor) }

  // MARK: Writing

  /// A new file of this account, with exactly this mode.
  package func makeFile(_ name: String, mode: UInt32) throws(FileError) -> Descriptor {
    let file = try Descriptor(
      name, in: descriptor, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
    file.setModeIfPossible(mode)
    return file
  }

  /// Makes a folder that appears with exactly this mode, under a hidden name at first.
  ///
  /// A folder that appears meanwhile stays.
  package func makeFolder(
    _ name: String, mode: UInt32, hidden: String
  ) throws(FileError) -> OpenFolder {
    guard unsafe mkdirat(descriptor.number, hidden, 0o700) == 0 else {
      throw .last("\(path)/\(hidden)", .make)
    }
    do throws(FileError) {
      let made = try OpenFolder(hidden, in: self)
      // Another account may have put another folder in its place.
      if try made.names().isEmpty { made.descriptor.setModeIfPossible(mode) }
      try renameIfFree(hidden, to: name)
    } catch {
      remove(hidden)
      // Another process may have made it.
      if let folder = try? folder(name) { return folder }
      throw error
    }
    return try OpenFolder(name, in: self)
  }

  /// The mode of the folder itself.
  package var mode: UInt32 { FileStamp(of: descriptor)?.mode ?? 0o700 }

  package func rename(_ name: String, to target: String) throws(FileError) {
    guard unsafe renameat(descriptor.number, name, descriptor.number, target) == 0 else {
      throw .last("\(path)/\(target)", .rename)
    }
  }

  /// Renames an entry unless the new name exists; on some file systems, replaces an empty folder.
  private func renameIfFree(_ name: String, to target: String) throws(FileError) {
    // 1 is RENAME_NOREPLACE, which glibc shows to GNU sources only.
    if unsafe renameat2(descriptor.number, name, descriptor.number, target, 1) == 0 { return }
    guard errno == EINVAL || errno == ENOSYS else { throw .last("\(path)/\(target)", .rename) }
    try rename(name, to: target)
  }

  /// Removes a file, a link or an empty folder.
  package func remove(_ name: String) {
    if unsafe unlinkat(descriptor.number, name, 0) == 0 { return }
    _ = unsafe unlinkat(descriptor.number, name, AT_REMOVEDIR)
  }

  // MARK: Syncing

  /// Syncs the content of a plain file.
  package func syncFile(_ name: String) throws(FileError) {
    try Descriptor(name, in: descriptor, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).sync()
  }

  /// Syncs the names of the entries.
  package func sync() throws(FileError) { try descriptor.sync() }

  package func syncFileSystem() throws(FileError) { try descriptor.syncFileSystem() }
}
