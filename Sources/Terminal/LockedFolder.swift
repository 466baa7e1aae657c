package import Files
internal import Glibc

/// A private folder among temporary files, which its owner removes with everything in it.
///
/// The owner holds a lock on it, so that a later process finds the folders of killed ones.
package final class LockedFolder {
  package let path: String
  private let lock: Int32

  /// Also removes folders with this beginning whose owner was killed.
  package init(in parent: String, beginning: String) throws(FileError) {
    for name in FolderNames.names(in: parent, beginning: beginning) where name.hasSuffix("/") {
      LockedFolder.removeIfAbandoned("\(parent)/\(name.dropLast())")
    }
    // Another process may take a folder without a lock for an abandoned one.
    for _ in 0..<10 {
      var name = Array("\(parent)/\(beginning)XXXXXX".utf8CString)
      let isMade = unsafe name.withUnsafeMutableBufferPointer { buffer in
        unsafe buffer.baseAddress.map { unsafe mkdtemp($0) != nil } == true
      }
      guard isMade else { throw FileError(parent, .make, errno: errno) }
      let path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
      if let lock = LockedFolder.lock(path) {
        (self.path, self.lock) = (path, lock)
        return
      }
    }
    throw FileError(parent, .make, errno: EBUSY)
  }

  /// Removes the folder; what can't be removed stays for a later process.
  package func remove() {
    Folder.removeAll(path)
  }

  deinit {
    close(lock)
  }

  private static func removeIfAbandoned(_ path: String) {
    guard FileStamp(of: path).map({ $0.isFolder && $0.isPrivate }) == true,
      let lock = lock(path)
    else { return }
    Folder.removeAll(path)
    close(lock)
  }

  /// A descriptor with the lock of a folder; nil if another process has it, or the folder is gone.
  private static func lock(_ path: String) -> Int32? {
    let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    var (own, named) = (stat(), stat())
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, unsafe fstat(descriptor, &own) == 0,
      unsafe lstat(path, &named) == 0, own.st_ino == named.st_ino
    else {
      close(descriptor)
      return nil
    }
    return descriptor
  }
}
