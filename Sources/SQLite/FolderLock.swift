internal import CSQLite
internal import Glibc

/// A lock on a folder, for what must be done alone before there is a lock file; it leaves nothing
/// behind.
struct FolderLock: ~Copyable {
  private let descriptor: Descriptor

  /// Waits for the lock, and lets go of it when it goes away; the error is EAGAIN when `wait` is
  /// over.
  init(_ folder: String, wait: Duration) throws(Errno) {
    let opened = try Descriptor(folder, O_RDONLY | O_DIRECTORY)
    let status = csqlite_flock(opened.number, wait.nanoseconds)
    guard status == 0 else { throw Errno(number: status) }
    descriptor = opened
  }

  /// Makes the names in the folder durable, `fsync`.
  borrowing func sync() throws(Errno) {
    guard fsync(descriptor.number) == 0 else { throw .last }
  }
}
