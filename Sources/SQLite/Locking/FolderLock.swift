internal import CSQLite
internal import Glibc

/// A lock on a folder, which leaves no file there.
///
/// It is held while files get names in the folder, and while a process probes a database that only
/// one at a time can probe.
struct FolderLock: ~Copyable {
  private let descriptor: Descriptor

  /// Waits for the lock; it is released in `deinit`.
  ///
  /// Throws `.busy` after `wait`, and `.interrupted` when `shouldStop` returns true.
  init(
    _ folder: String, wait: Duration, unless shouldStop: () -> Bool = { false }
  ) throws(DatabaseError) {
    do throws(Errno) {
      let opened = try Descriptor(folder, O_RDONLY | O_DIRECTORY)
      let end = ContinuousClock.now + wait
      var status = EAGAIN
      repeat {
        if shouldStop() { throw Errno(number: EINTR) }
        // In slices, so that `shouldStop` ends the wait.
        let rest = max(.zero, ContinuousClock.now.duration(to: end))
        status = csqlite_flock(opened.number, min(rest, .milliseconds(200)).nanoseconds)
      } while status == EAGAIN && ContinuousClock.now < end
      guard status == 0 else { throw Errno(number: status) }
      descriptor = opened
    } catch {
      switch error.number {
      case EAGAIN: throw .busy(seconds: wait.wholeSeconds)
      case EINTR: throw .interrupted
      default: throw error.asCreationError
      }
    }
  }

  /// Gives `file` a free name and syncs the folder.
  ///
  /// Checks again what the caller checked before it wrote the file.
  borrowing func name(_ file: SyncedFile, as place: DatabasePath) throws(NamingError) {
    if place.hasLog { throw FileStamp(of: place.file) == nil ? .foreignLog : .taken }
    switch unsafe csqlite_rename_if_free(file.path, place.file) {
    case 0: try sync()
    case EEXIST: throw .taken
    case let number: throw .system(Errno(number: number))
    }
  }

  /// Replaces another file with `file` and syncs the folder.
  ///
  /// The caller holds the lock of its writers and knows that no process uses the other file.
  borrowing func replace(_ place: DatabasePath, with file: SyncedFile) throws(NamingError) {
    guard unsafe rename(file.path, place.file) == 0 else { throw .system(.last) }
    try sync()
  }

  private borrowing func sync() throws(NamingError) {
    do throws(Errno) { try descriptor.sync() } catch { throw .unsynced(error) }
  }
}

/// Why a file did not get the name of a database.
enum NamingError: Error {
  /// The name exists.
  case taken
  /// A log exists beside the name, which SQLite would apply to the new file.
  case foreignLog
  case system(Errno)
  /// It has the name, but may lose it in a power failure.
  case unsynced(Errno)
}
