package import Files
internal import Glibc

/// Why a database can't be opened, created, read or written.
package enum DatabaseError: Error, Equatable, Sendable {
  case missing
  /// A folder, a pipe or a device.
  case notRegular
  /// No database, or one of another application.
  case foreign
  case newer(version: Int)
  /// It must be migrated before it can be read.
  case older(version: Int)
  /// Its schema differs from the one this program writes.
  case tampered
  case damaged
  case notPermitted
  /// A file with the name of a side file can't be used as one.
  case badSideFile(path: String, SideFiles.Obstruction)
  /// The process or the system has no free file descriptor.
  case tooManyFiles
  /// The user's limit of watched files is reached.
  case watchesUsedUp
  case readOnly
  case cannotCreate(TargetReason)
  /// The file can't be used safely; the text is the reason.
  case unusable(String)
  /// The file, its log or the log's index was moved, replaced or deleted while it was open.
  case moved(saved: Saved)
  /// Locked for longer than the caller waits.
  case busy(seconds: Int)
  case diskFull(saved: Saved)
  /// A file would exceed the size limit of this process, as under `ulimit -f`.
  case sizeLimit(saved: Saved)
  case io(saved: Saved)
  /// The system gives no more memory.
  case memoryShort(saved: Saved)
  case interrupted
  /// An internal error: no file or disk can cause it.
  case unexpected(SQLiteError)

  /// What the transaction saved, as far as it is known.
  package enum Saved: Equatable, Sendable {
    case nothing, unknown
  }

  /// Whether a file could not grow.
  var isLackOfRoom: Bool {
    switch self {
    case .diskFull, .sizeLimit: true
    default: false
    }
  }

  /// Translates an error of SQLite; `wait` is how long the connection waited for locks.
  package init(_ error: SQLiteError, saved: Saved = .nothing, wait: Duration = .zero) {
    switch error.code.primary {
    case .busy, .protocol: self = .busy(seconds: wait.wholeSeconds)
    case .full: self = .diskFull(saved: saved)
    // SQLite has no code for a full disk while it extends the index of the log.
    case .io where [ENOSPC, EDQUOT].contains(error.systemCode): self = .diskFull(saved: saved)
    case .io where error.systemCode == EFBIG: self = .sizeLimit(saved: saved)
    case .outOfMemory: self = .memoryShort(saved: saved)
    case .io where error.code == .ioMemory || error.systemCode == ENOMEM:
      self = .memoryShort(saved: saved)
    case .io: self = .io(saved: saved)
    case .corrupt, .notADatabase: self = .damaged
    case .readOnly: self = .readOnly
    case .cannotOpen where [ENOSPC, EDQUOT].contains(error.systemCode):
      self = .diskFull(saved: saved)
    case .cannotOpen where [EMFILE, ENFILE].contains(error.systemCode):
      self = .tooManyFiles
    // If SQLite can't create a log, it tries to open one, and the first error is lost.
    case .cannotOpen where error.systemCode == ENOENT:
      self = error.isOfOpening ? .missing : .io(saved: saved)
    case .permission, .cannotOpen: self = .notPermitted
    case .interrupt: self = .interrupted
    default: self = .unexpected(error)
    }
  }
}

extension SQLiteError {
  /// What a failed COMMIT saved that ended its transaction.
  ///
  /// Nothing is saved if a frame could not be written. After a failed sync or update of the index,
  /// a recovery may find the frames in the log.
  var savedAtCommit: DatabaseError.Saved {
    switch code.primary {
    case .io: code == .ioWrite ? .nothing : .unknown
    case .outOfMemory: .unknown
    default: .nothing
    }
  }
}

/// Runs `body` and translates its errors to `DatabaseError`.
func translated<T>(
  wait: Duration = .zero, _ body: () throws -> T
) throws(DatabaseError) -> T {
  do {
    return try body()
  } catch let error as DatabaseError {
    throw error
  } catch let error as SQLiteError {
    throw DatabaseError(error, wait: wait)
  } catch {
    let message = "\(error)"
    throw .unexpected(SQLiteError(code: .error, message: message, sql: nil))
  }
}

extension DatabaseError {
  /// The error for a database file that should exist.
  init(opening errno: Int32) {
    self =
      switch errno {
      case ENOENT, ENOTDIR, ELOOP, ENAMETOOLONG: .missing
      case EROFS: .readOnly
      case ENOSPC, EDQUOT: .diskFull(saved: .nothing)
      case EACCES, EPERM: .notPermitted
      case EMFILE, ENFILE: .tooManyFiles
      case ENOMEM: .memoryShort(saved: .nothing)
      default: .io(saved: .nothing)
      }
  }

  /// The error for a file that should be created.
  init(making reason: TargetReason) {
    self =
      switch reason {
      case .diskFull: .diskFull(saved: .nothing)
      case .failed: .io(saved: .nothing)
      case .tooManyFiles: .tooManyFiles
      case .memoryShort: .memoryShort(saved: .nothing)
      default: .cannotCreate(reason)
      }
  }

  init(making errno: Int32) {
    // Such an error concerns a scratch file or the folder, not the name of the new file.
    let isOfName = [EEXIST, ELOOP, EISDIR, EFBIG].contains(errno)
    self.init(
      making: isOfName ? .impossible(FileError.words(for: errno)) : TargetReason(errno: errno))
  }
}
