internal import CSQLite
internal import Glibc

/// A lock on a folder, which leaves nothing behind: for giving names in it, and for looking at a
/// database that only one process at a time can look at.
struct FolderLock: ~Copyable {
  private let descriptor: Descriptor

  /// Waits for the lock, and lets go of it when it goes away.
  ///
  /// Throws `.busy` when `wait` is over, and `.interrupted` when `shouldStop` says so.
  init(
    _ folder: String, wait: Duration, unless shouldStop: () -> Bool = { false }
  ) throws(DatabaseError) {
    do throws(Errno) {
      let opened = try Descriptor(folder, O_RDONLY | O_DIRECTORY)
      let end = ContinuousClock.now + wait
      var status = EAGAIN
      repeat {
        if shouldStop() { throw Errno(number: EINTR) }
        // A slice at a time, because it may be stopped.
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

  /// Makes the names in the folder durable, `fsync`.
  borrowing func sync() throws(Errno) {
    guard fsync(descriptor.number) == 0 else { throw .last }
  }
}

extension Errno {
  /// What it means for a file that should come into being.
  var asCreationError: DatabaseError {
    switch number {
    case ENOSPC, EDQUOT: .diskFull(saved: .nothing)
    case EIO: .io(saved: .nothing)
    case EMFILE, ENFILE: .tooManyFiles
    case ENOMEM: .memoryShort(saved: .nothing)
    default: .cannotCreate(text)
    }
  }
}
