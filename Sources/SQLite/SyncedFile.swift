internal import Glibc

/// A file whose content is on the disk, under a name that it is to change for another.
struct SyncedFile {
  let path: String
  let size: Int64

  /// Wraps `fsync`.
  init(_ path: String) throws(Errno) {
    let file = try Descriptor(path, O_RDWR | O_NOFOLLOW)
    guard fsync(file.number) == 0, let stamp = FileStamp(of: file) else { throw .last }
    size = stamp.size
    self.path = path
  }
}
