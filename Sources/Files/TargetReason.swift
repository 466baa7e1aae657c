internal import Glibc

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
