internal import Glibc

/// A copy that comes into being beside a database: private, never in the place of another, and gone
/// with this value unless it is kept.
final class AsideFile {
  private let path: String
  private let descriptor: Descriptor
  private var isKept = false

  /// Mode 0600 under any umask.
  init(_ path: String) throws(Errno) {
    self.path = path
    descriptor = try Descriptor(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
    fchmod(descriptor.number, 0o600)
  }

  deinit {
    if !isKept { unsafe _ = unlink(path) }
  }

  func append(_ bytes: [UInt8]) throws(Errno) {
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe write(
          descriptor.number, buffer.baseAddress.map { unsafe $0 + written },
          buffer.count - written)
      }
      if count >= 0 { written += count } else if errno != EINTR { throw .last }
    }
  }

  /// Puts the content on the disk.
  func settle() throws(Errno) {
    guard fsync(descriptor.number) == 0 else { throw .last }
  }

  func keep() {
    isKept = true
  }
}
