internal import CSQLite
internal import Glibc

/// A lock on a folder, for giving and taking names in it; it leaves nothing behind.
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
    default: .cannotCreate(text)
    }
  }
}
