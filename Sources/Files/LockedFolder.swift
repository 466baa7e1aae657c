internal import Glibc

/// A private folder for temporary files, which its owner removes.
///
/// The owner holds a lock on it, so that a later process finds the folders of killed ones.
package final class LockedFolder: Sendable {
  package let path: String
  /// The files that are removed with it; nil for everything in it.
  private let files: [String]?
  /// Holds the lock.
  private let descriptor: Descriptor

  /// Makes a folder of mode 0700, and removes those with this beginning whose owner was killed.
  ///
  /// With `files` a folder with any other file stays.
  package init(
    in parent: String, beginning: String, removing files: [String]? = nil
  ) throws(FileError) {
    self.files = files
    for name in (try? Folder.names(parent)) ?? [] where name.hasPrefix(beginning) {
      LockedFolder(abandoned: "\(parent)/\(name)", files)?.remove()
    }
    for _ in 1...100 {
      let path = try LockedFolder.make("\(parent)/\(beginning)XXXXXX", in: parent)
      // Another process may take a folder without a lock for an abandoned one.
      guard let descriptor = try LockedFolder.lock(path) else { continue }
      self.path = path
      self.descriptor = descriptor
      return
    }
    throw FileError(parent, .make, errno: EBUSY)
  }

  /// The folder of a killed process; nil if others may write it, or a process has its lock.
  private init?(abandoned path: String, _ files: [String]?) {
    guard let stamp = FileStamp(of: path), stamp.isFolder, stamp.isPrivate,
      let descriptor = try? LockedFolder.lock(path)
    else { return nil }
    self.path = path
    self.files = files
    self.descriptor = descriptor
  }

  /// Removes the folder; what can't be removed stays for a later process.
  package func remove() {
    guard let files else { return Folder.removeAll(path) }
    for name in files { unsafe _ = unlinkat(descriptor.number, name, 0) }
    unsafe _ = rmdir(path)
  }

  /// Wraps `mkdtemp`.
  private static func make(_ pattern: String, in parent: String) throws(FileError) -> String {
    var name = Array(pattern.utf8CString)
    let path = unsafe name.withUnsafeMutableBufferPointer { buffer -> String? in
      guard let start = buffer.baseAddress, let path = unsafe mkdtemp(start) else { return nil }
      return unsafe String(cString: path)
    }
    guard let path else { throw .last(parent, .make) }
    // The umask may take rights from the owner.
    unsafe _ = chmod(path, S_IRWXU)
    return path
  }

  /// A descriptor with the lock of a folder; nil if another process has it, or the folder is gone.
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
