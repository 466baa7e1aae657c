internal import CSQLite
internal import Files
internal import Glibc

/// A lock on a folder, which needs no lock file.
///
/// It protects the naming of files in the folder, and probes of a database that must not overlap.
struct FolderLock: ~Copyable {
  private let descriptor: Descriptor

  /// Waits for the lock; it is released in `deinit`.
  ///
  /// Throws `.busy` after `wait`, and `.interrupted` when `shouldStop` returns true.
  init(
    _ folder: String, wait: Duration, unless shouldStop: () -> Bool = { false }
  ) throws(DatabaseError) {
    do throws(FileError) {
      let opened = try Descriptor(folder, O_RDONLY | O_DIRECTORY)
      let end = ContinuousClock.now + wait
      var status = EAGAIN
      repeat {
        if shouldStop() { throw FileError(folder, .lock, errno: EINTR) }
        // Waits in slices, so that `shouldStop` can end the wait.
        let rest = max(.zero, ContinuousClock.now.duration(to: end))
        status = csqlite_flock(opened.number, min(rest, .milliseconds(200)).nanoseconds)
      } while status == EAGAIN && ContinuousClock.now < end
      guard status == 0 else { throw FileError(folder, .lock, errno: status) }
      descriptor = opened
    } catch {
      switch error.errno {
      case EAGAIN: throw .busy(seconds: wait.wholeSeconds)
      case EINTR: throw .interrupted
      default: throw DatabaseError(making: error.errno)
      }
    }
  }

  /// Renames `file` to a free name and syncs the folder.
  ///
  /// Checks again what the caller checked before it wrote the file.
  borrowing func name(_ file: SyncedFile, as place: DatabasePath) throws(TargetReason) {
    if place.hasLog { throw FileStamp(of: place.file) == nil ? .foreignLog : .exists }
    switch unsafe csqlite_rename_if_free(file.path, place.file) {
    case 0: try sync()
    case let number: throw TargetReason(errno: number)
    }
  }

  /// Replaces another file with `file` and syncs the folder.
  ///
  /// The caller has the lock of the other file's writers and knows that no process uses it.
  borrowing func replace(_ place: DatabasePath, with file: SyncedFile) throws(TargetReason) {
    guard unsafe rename(file.path, place.file) == 0 else { throw TargetReason(errno: errno) }
    try sync()
  }

  private borrowing func sync() throws(TargetReason) {
    do throws(FileError) { try descriptor.sync() } catch { throw .unsynced(error.words) }
  }
}

/// A synced file with a temporary name.
struct SyncedFile {
  let path: String
  let size: Int64

  /// Wraps `fsync`.
  init(_ path: String) throws(FileError) {
    let file = try Descriptor(path, O_RDWR | O_NOFOLLOW)
    try file.sync()
    guard let stamp = FileStamp(of: file) else { throw FileError(path, .open, errno: errno) }
    size = stamp.size
    self.path = path
  }
}
