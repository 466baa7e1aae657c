import Glibc

/// What the system's error numbers say, in words that need no locale.
package enum SystemError {
  package static func words(for code: Int32) -> String {
    switch code {
    case ENOSPC, EDQUOT: "the disk is full"
    case EFBIG: "the file would be too large"
    case EACCES, EPERM: "permission denied"
    case EROFS: "the disk is read-only"
    case ENOENT: "no such file or folder"
    case ENOTDIR: "a part of the path is no folder"
    case EISDIR: "it is a folder"
    case EBADF: "it is closed"
    case EIO: "the device failed"
    case ELOOP: "its links lead nowhere"
    case ENXIO: "it is a socket"
    case EMFILE, ENFILE: "too many files are open"
    case EAGAIN: "too much is running"
    case ENOMEM: "memory is short"
    case ENAMETOOLONG: "the name is too long"
    default: "system error \(code)"
    }
  }

  /// Whether nothing is, or can be, at a path.
  static func isMissing(_ code: Int32) -> Bool {
    [ENOENT, ENOTDIR, ENAMETOOLONG].contains(code)
  }

  package static func isFullDisk(_ code: Int32) -> Bool {
    code == ENOSPC || code == EDQUOT
  }

  /// Whether the file is there, and can't be written any further.
  package static func isDevice(_ code: Int32) -> Bool {
    code == EIO || code == EFBIG
  }

  package static func isPermission(_ code: Int32) -> Bool {
    code == EACCES || code == EPERM || code == EROFS
  }
}
