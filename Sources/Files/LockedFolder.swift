internal import Glibc

/// A private folder for temporary files, which its owner removes.
///
/// Its owner holds a lock on it. A later process removes folders without a lock, which killed
/// processes left.
package final class LockedFolder: Sendable {
  package let path: String
  /// The files that `remove` deletes; nil for all files in it.
  private let files: [String]?
  /// Holds the lock.
  private let descriptor: Descriptor

  /// Makes a folder of mode 0700, and removes abandoned folders whose name has this beginning.
  ///
  /// An abandoned folder with a file that is not in `files` stays.
  package init(
    in parent: String, beginning: String, removing files: [String]? = nil
  ) throws(FileError) {
    self.files = files
    for name in (try? Folder.names(parent)) ?? [] where name.hasPrefix(beginning) {
      LockedFolder(abandoned: "\(parent)/\(name)", files)?.remove()
    }
    for _ in 1...100 {
      let path = try LockedFolder.make("\(parent)/\(beginning)XXXXXX", in: parent)
      // Another process may remove the folder while it has no lock yet.
      guard let descriptor = try LockedFolder.lock(path) else { continue }
      self.path = path
      self.descriptor = descriptor
      return
    }
    throw FileError(parent, .make, errno: EBUSY)
  }

  /// A folder that a killed process left; nil if others can write it, or a process has its lock.
  private init?(abandoned path: String, _ files: [String]?) {
    guard let stamp = FileStamp(of: path), stamp.isFolder, stamp.isPrivate,
      let descriptor = try? LockedFolder.lock(path)
    else { return nil }
    self.path = path
    self.files = files
    self.descriptor = descriptor
  }

  /// Removes the folder; a later process removes what could not be removed.
  package func remove() {
    guard let files else { return Folder.removeAll(path) }
    for name in files { unsafe _ = unlinkat(descriptor.number, name, 0) }
    unsafe _ = rmdir(path)
  }

  private static func make(_ pattern: String, in parent: String) throws(FileError) -> String {
    var name = Array(pattern.utf8CString)
    let path = unsafe name.withUnsafeMutableBufferPointer { buffer -> String? in
      guard let start = buffer.baseAddress, let path = unsafe mkdtemp(start) else { return nil }
      return unsafe String(cString: path)
    }
    guard let path else { throw .last(parent, .make) }
    // mkdtemp(3) applies the umask, which may take rights from the owner.
    unsafe _ = fchmodat(AT_FDCWD, path, S_IRWXU, AT_SYMLINK_NOFOLLOW)
    return path
  }

  /// Opens and locks a folder; nil if another process has the lock, or the folder is gone.
  private static func lock(_ path: String) throws(FileError) -> Descriptor? {
    let descriptor: Descriptor
    do throws(FileError) {
      descriptor = try Descriptor(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    } catch {
      if error.isMissing { return nil }
      throw error
    }
    guard flock(descriptor.number, LOCK_EX | LOCK_NB) == 0 else {
      if errno == EWOULDBLOCK { return nil }
      throw .last(path, .lock)
    }
    guard let stamp = FileStamp(of: descriptor),
      FileStamp(of: path)?.isSameFile(as: stamp) == true
    else { return nil }
    return descriptor
  }
}
