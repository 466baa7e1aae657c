internal import Glibc

/// Why a file that should come into being, such as a backup, does not.
///
/// What was at its path is there still, unless the new file is `unsettled`, and the database is as
/// it was.
package struct TargetError: Error, Equatable, Sendable {
  package let path: String
  package let reason: Reason

  /// What stands in the way.
  package enum Reason: Equatable, Sendable {
    /// It is the database itself, or a file that belongs to it.
    case database
    case link
    case notRegular
    case exists
    /// A log lies beside it, which would be taken for that of the new file.
    case foreignLog
    /// It has the name of what is kept beside a database, and removed.
    case companion
    /// It is a database, with a log that was not put away.
    case openDatabase
    /// Others gave names in its folder, or wrote to it, for so long.
    case busy(seconds: Int)
    case diskFull
    case sizeLimit
    case memoryShort
    case tooManyFiles
    case folderMissing
    /// What was written is not what is read.
    case unreadable
    /// The text says why, in the words of the system.
    case impossible(String)
    case failed(String)
    /// It is there, and not known to be there after a loss of power.
    case unsettled(String)
  }

  package init(path: String, reason: Reason) {
    self.path = path
    self.reason = reason
  }

  /// Trouble with a file that was to get that name; nil for what is none of it.
  package init?(path: String, naming error: any Error) {
    switch error {
    case NameRefusal.taken: self.init(path: path, reason: .exists)
    case NameRefusal.foreignLog: self.init(path: path, reason: .foreignLog)
    case NameRefusal.system(let error): self.init(path: path, error)
    case NameRefusal.unsettled(let error):
      self.init(path: path, reason: .unsettled(error.text))
    case let error as Errno: self.init(path: path, error)
    case let error as SQLiteError: self.init(path: path, making: DatabaseError(error))
    case let error as DatabaseError: self.init(path: path, making: error)
    default: return nil
    }
  }

  private init?(path: String, making error: DatabaseError) {
    switch error {
    case .diskFull: self.init(path: path, reason: .diskFull)
    case .sizeLimit: self.init(path: path, reason: .sizeLimit)
    case .busy(let seconds): self.init(path: path, reason: .busy(seconds: seconds))
    case .cannotCreate(let reason): self.init(path: path, reason: .impossible(reason))
    case .missing: self.init(path: path, Errno(number: ENOENT))
    case .folderMissing: self.init(path: path, reason: .folderMissing)
    case .companion: self.init(path: path, reason: .companion)
    case .memoryShort: self.init(path: path, reason: .memoryShort)
    case .io: self.init(path: path, Errno(number: EIO))
    case .tooManyFiles: self.init(path: path, reason: .tooManyFiles)
    case .notPermitted: self.init(path: path, Errno(number: EACCES))
    case .readOnly: self.init(path: path, Errno(number: EROFS))
    default: return nil
    }
  }

  init(path: String, _ error: Errno) {
    self.path = path
    reason =
      switch error.number {
      case ENOSPC, EDQUOT: .diskFull
      case EFBIG: .sizeLimit
      case EEXIST: .exists
      case ELOOP: .link
      case EISDIR: .notRegular
      case ENOMEM: .memoryShort
      case EMFILE, ENFILE: .tooManyFiles
      case ENOENT where DatabasePath(path).lacksFolder: .folderMissing
      case EIO: .failed(error.text)
      default: .impossible(error.text)
      }
  }
}
