internal import Files
internal import Glibc

/// Why a new file, such as a backup, could not be created.
///
/// The database is unchanged. An existing file at the path is unchanged too, except after
/// `unsynced`.
package struct TargetError: Error, Equatable, Sendable {
  package let path: String
  package let reason: Reason

  package enum Reason: Equatable, Sendable {
    /// It is the database itself, or a side file of it.
    case database
    case link
    case notRegular
    case exists
    /// A log exists beside it, which SQLite would apply to the new file.
    case foreignLog
    /// It has the name of a side file of another database.
    case companion
    /// It is a database in use, or one with a log.
    case openDatabase
    /// Its folder, or the database at its path, was locked for longer than the limit.
    case busy(seconds: Int)
    case diskFull
    case sizeLimit
    case memoryShort
    case tooManyFiles
    case folderMissing
    /// The copy reads differently from what was written.
    case unreadable
    /// The text is the reason of the system.
    case impossible(String)
    case failed(String)
    /// It has its name, but a power failure may undo that.
    case unsynced(String)
  }

  package init(path: String, reason: Reason) {
    (self.path, self.reason) = (path, reason)
  }

  /// Translates an error of the creation of the file; nil for an unrelated error.
  package init?(path: String, naming error: any Error) {
    switch error {
    case NamingError.taken: self.init(path: path, reason: .exists)
    case NamingError.foreignLog: self.init(path: path, reason: .foreignLog)
    case NamingError.system(let error): self.init(path: path, errno: error.errno)
    case NamingError.unsynced(let error):
      self.init(path: path, reason: .unsynced(FileError.words(for: error.errno)))
    case let error as FileError: self.init(path: path, errno: error.errno)
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
    case .missing: self.init(path: path, errno: ENOENT)
    case .folderMissing: self.init(path: path, reason: .folderMissing)
    case .companion: self.init(path: path, reason: .companion)
    case .memoryShort: self.init(path: path, reason: .memoryShort)
    case .io: self.init(path: path, errno: EIO)
    case .tooManyFiles: self.init(path: path, reason: .tooManyFiles)
    case .notPermitted: self.init(path: path, errno: EACCES)
    case .readOnly: self.init(path: path, errno: EROFS)
    default: return nil
    }
  }

  init(path: String, errno: Int32) {
    self.path = path
    reason =
      switch errno {
      case ENOSPC, EDQUOT: .diskFull
      case EFBIG: .sizeLimit
      case EEXIST: .exists
      case ELOOP: .link
      case EISDIR: .notRegular
      case ENOMEM: .memoryShort
      case EMFILE, ENFILE: .tooManyFiles
      case ENOENT where DatabasePath(path).lacksFolder: .folderMissing
      case EIO: .failed(FileError.words(for: errno))
      default: .impossible(FileError.words(for: errno))
      }
  }
}
