internal import Files
internal import Glibc

/// A hidden folder for a database that has no name of its own yet; it is removed in `deinit`, with
/// the files in it.
///
/// It is locked while it is in use, so that the next process removes what a killed one left.
final class ScratchFolder: Sendable {
  private static let start = ".profilectl-scratch-"
  private static let database = "scratch.db"

  /// The path of the database, an empty file at first; mode 0600.
  let file: String
  private let folder: LockedFolder

  /// Makes the folder in another one; mode 0700.
  init(in folder: String) throws(FileError) {
    ScratchFolder.clear(folder)
    for _ in 1...100 {
      let path = try ScratchFolder.make(in: folder)
      // Another process that clears the folder at this moment has the lock.
      guard let locked = try ScratchFolder.lock(path) else { continue }
      self.folder = locked
      file = "\(path)/\(ScratchFolder.database)"
      let empty = try Descriptor(file, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
      fchmod(empty.number, 0o600)
      return
    }
    throw FileError(folder, .make, errno: EBUSY)
  }

  deinit {
    folder.remove()
  }

  /// Wraps `mkdtemp`.
  private static func make(in folder: String) throws(FileError) -> String {
    var name = Array("\(folder)/\(start)XXXXXX".utf8CString)
    let made = unsafe name.withUnsafeMutableBufferPointer { buffer -> String? in
      guard let start = buffer.baseAddress, let path = unsafe mkdtemp(start) else { return nil }
      return unsafe String(cString: path)
    }
    guard let made else { throw FileError(folder, .make, errno: errno) }
    // The umask may take rights from the owner.
    unsafe _ = chmod(made, S_IRWXU)
    return made
  }

  private static func lock(_ path: String) throws(FileError) -> LockedFolder? {
    do throws(FileError) {
      return try LockedFolder(path)
    } catch {
      unsafe _ = rmdir(path)
      throw error
    }
  }

  /// Removes the folders of killed processes; a folder that can't be locked stays.
  private static func clear(_ folder: String) {
    guard let listing = unsafe opendir(folder) else { return }
    defer { unsafe _ = closedir(listing) }
    while let entry = unsafe readdir(listing) {
      let name =
        unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
          unsafe bytes.baseAddress.map {
            unsafe String(cString: $0.assumingMemoryBound(to: CChar.self))
          }
        } ?? ""
      guard name.hasPrefix(start), name.utf8.count == start.utf8.count + 6 else { continue }
      (try? LockedFolder("\(folder)/\(name)", ifPrivate: true))?.remove()
    }
  }

  /// A scratch folder that no other process removes.
  private struct LockedFolder: ~Copyable, Sendable {
    private let path: String
    private let descriptor: Descriptor

    /// Nil for a missing folder and one that is locked; with `ifPrivate` also for one that gives
    /// rights to others than this user.
    init?(_ path: String, ifPrivate: Bool = false) throws(FileError) {
      guard let opened = try LockedFolder.open(path) else { return nil }
      guard flock(opened.number, LOCK_EX | LOCK_NB) == 0 else {
        if errno == EWOULDBLOCK { return nil }
        throw FileError(path, .lock, errno: errno)
      }
      guard let stamp = FileStamp(of: opened), stamp.isPrivate || !ifPrivate,
        FileStamp(of: path)?.isSameFile(as: stamp) == true
      else { return nil }
      self.path = path
      descriptor = opened
    }

    private static func open(_ path: String) throws(FileError) -> Descriptor? {
      do throws(FileError) {
        return try Descriptor(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
      } catch {
        if error.errno == ENOENT { return nil }
        throw error
      }
    }

    /// Removes the folder with the files of a database; it stays if it holds any other file.
    ///
    /// Files are removed through the open folder; a folder that took its path goes only if it is
    /// empty.
    borrowing func remove() {
      for ending in [""] + SideFiles.endings {
        unsafe _ = unlinkat(descriptor.number, ScratchFolder.database + ending, 0)
      }
      unsafe _ = rmdir(path)
    }
  }
}
