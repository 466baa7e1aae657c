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
    /// It is a database, with a log that was not put away.
    case openDatabase
    case diskFull
    case sizeLimit
    /// What was written is not what is read.
    case unreadable
    /// The text says why, in the words of the system.
    case impossible(String)
    case failed(String)
    /// It is there, and not known to be there after a loss of power.
    case unsettled(String)
  }

  init(path: String, reason: Reason) {
    self.path = path
    self.reason = reason
  }

  /// Trouble with a database that was being made for that path.
  package init(path: String, _ error: DatabaseError) {
    self.path = path
    reason =
      switch error {
      case .diskFull: .diskFull
      case .sizeLimit: .sizeLimit
      case .cannotCreate(let reason): .impossible(reason)
      default: .failed(Errno(number: EIO).text)
      }
  }

  init(path: String, _ refusal: NameRefusal) {
    switch refusal {
    case .taken: self.init(path: path, reason: .exists)
    case .foreignLog: self.init(path: path, reason: .foreignLog)
    case .system(let error): self.init(path: path, error)
    case .unsettled(let error): self.init(path: path, reason: .unsettled(error.text))
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
      case EIO: .failed(error.text)
      default: .impossible(error.text)
      }
  }
}
