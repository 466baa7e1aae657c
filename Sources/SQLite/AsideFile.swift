internal import Glibc

/// One file of a copy, as it grows in a scratch folder.
struct AsideFile: ~Copyable {
  private let descriptor: Descriptor

  /// Mode 0600 under any umask.
  init(_ path: String) throws(Errno) {
    descriptor = try Descriptor(path, O_WRONLY | O_CREAT | O_NOFOLLOW, mode: 0o600)
    fchmod(descriptor.number, 0o600)
  }

  borrowing func append(_ bytes: [UInt8]) throws(Errno) {
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
  borrowing func settle() throws(Errno) {
    guard fsync(descriptor.number) == 0 else { throw .last }
  }
}
