internal import Glibc

/// Why a file could not be used: its path, the failed operation and the reason.
package struct FileError: Error, Equatable, Sendable {
  package enum Operation: Equatable, Sendable {
    case open, read, write, sync, lock, make, rename, remove
  }

  package enum Reason: Equatable, Sendable {
    /// An `errno`.
    case system(Int32)
    /// A folder, a pipe or a device; where links are not followed, also a link.
    case notPlain
    case tooLarge(limit: Int)
    /// The caller excludes this file, as a program excludes its own database.
    case excluded
  }

  package let path: String
  package let operation: Operation
  package let reason: Reason

  package init(_ path: String, _ operation: Operation, _ reason: Reason) {
    (self.path, self.operation, self.reason) = (path, operation, reason)
  }

  package init(_ path: String, _ operation: Operation, errno: Int32) {
    self.init(path, operation, .system(errno))
  }

  /// The error of the system call that just failed.
  static func last(_ path: String, _ operation: Operation) -> FileError {
    FileError(path, operation, errno: Glibc.errno)
  }

  /// Zero if the reason is not the system's.
  package var errno: Int32 {
    if case .system(let number) = reason { number } else { 0 }
  }

  /// Whether no file exists, or can exist, at the path.
  package var isMissing: Bool { FileError.isMissing(errno) }

  package var isFolder: Bool { errno == EISDIR }

  /// Whether a signal ended a wait.
  package var isInterrupted: Bool { errno == EINTR }

  /// Whether the path exists already.
  package var isTaken: Bool { errno == EEXIST }

  package var isFullDisk: Bool { [ENOSPC, EDQUOT].contains(errno) }

  package var isReadOnlyDisk: Bool { errno == EROFS }

  /// Whether the device failed, or the file reached a size limit.
  package var isDevice: Bool { [EIO, EFBIG].contains(errno) }

  package var isPermission: Bool { [EACCES, EPERM, EROFS].contains(errno) }

  package static func isMissing(_ errno: Int32) -> Bool {
    [ENOENT, ENOTDIR, ENAMETOOLONG].contains(errno)
  }

  package var words: String { FileError.words(for: errno) }

  /// The meaning of an `errno`, independent of the locale.
  package static func words(for errno: Int32) -> String {
    switch errno {
    case ENOSPC, EDQUOT: "the disk is full"
    case EFBIG: "the file would be too large"
    case EACCES, EPERM: "permission denied"
    case EROFS: "the disk is read-only"
    case ENOENT: "no such file or folder"
    case ENOTDIR: "a part of the path is no folder"
    case EISDIR: "it is a folder"
    case EBADF: "it is closed"
    case EIO: "the device failed"
    case EBUSY: "it is in use"
    case ELOOP: "its links lead nowhere"
    case ENXIO: "it is a socket"
    case EMFILE, ENFILE: "too many files are open"
    case EAGAIN: "too much is running"
    case ENOMEM: "memory is short"
    case ENAMETOOLONG: "the name is too long"
    default: "system error \(errno)"
    }
  }
}

/// Why a new file can't be made.
package enum TargetReason: Error, Equatable, Sendable {
  /// It is the database itself, or a file that belongs to it.
  case database
  case link
  case notRegular
  case exists
  /// The log of another file lies beside it, and SQLite would apply it to the new one.
  case foreignLog
  /// Its name is that of a side file of another database.
  case companion
  /// It is a database in use, or one with a log.
  case openDatabase
  /// Other processes kept it busy for that long.
  case busy(seconds: Int)
  case diskFull, sizeLimit, memoryShort, tooManyFiles, folderMissing
  /// Reading it back gave other bytes than were written.
  case unreadable
  /// The reason in the words of the system.
  case impossible(String), failed(String)
  /// The file is there, but may not survive a loss of power.
  case unsynced(String)

  package init(errno: Int32) {
    self =
      switch errno {
      case ENOSPC, EDQUOT: .diskFull
      case EFBIG: .sizeLimit
      case EEXIST: .exists
      case ELOOP: .link
      case EISDIR: .notRegular
      case ENOMEM: .memoryShort
      case EMFILE, ENFILE: .tooManyFiles
      case EIO: .failed(FileError.words(for: errno))
      default: .impossible(FileError.words(for: errno))
      }
  }
}
