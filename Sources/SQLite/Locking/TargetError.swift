package import Files
internal import Glibc

/// Why a new file, such as a backup, could not be created.
///
/// The database is unchanged. An existing file at the path is unchanged too, except after
/// `unsynced`.
package struct TargetError: Error, Equatable, Sendable {
  package let path: String
  package let reason: TargetReason

  package init(path: String, reason: TargetReason) {
    self.path = path
    self.reason = reason
  }

  /// Translates an error of the creation of the file; nil for an unrelated error.
  package init?(path: String, naming error: any Error) {
    switch error {
    case let reason as TargetReason: self.init(path: path, reason: reason)
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
    case .cannotCreate(let reason): self.init(path: path, reason: reason)
    case .missing: self.init(path: path, errno: ENOENT)
    case .memoryShort: self.init(path: path, reason: .memoryShort)
    case .io: self.init(path: path, errno: EIO)
    case .tooManyFiles: self.init(path: path, reason: .tooManyFiles)
    case .notPermitted: self.init(path: path, errno: EACCES)
    case .readOnly: self.init(path: path, errno: EROFS)
    default: return nil
    }
  }

  init(path: String, errno: Int32) {
    let lacksFolder = errno == ENOENT && DatabasePath(path).lacksFolder
    self.init(path: path, reason: lacksFolder ? .folderMissing : TargetReason(errno: errno))
  }
}
