internal import Glibc

/// A file whose content is on the disk, under a name that it is to change for another.
struct SyncedFile {
  let path: String

  /// Wraps `fsync`.
  init(_ path: String) throws(Errno) {
    let file = try Descriptor(path, O_RDWR | O_NOFOLLOW)
    guard fsync(file.number) == 0 else { throw .last }
    self.path = path
  }
}
