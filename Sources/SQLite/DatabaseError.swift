internal import Glibc

/// Why a database can't be opened, created, read or written.
package enum DatabaseError: Error, Equatable, Sendable {
  case missing
  /// A folder, a pipe or a device.
  case notRegular
  /// Not a database, or another program's.
  case foreign
  case newer(version: Int)
  /// Its schema is not the one this program writes.
  case tampered
  case damaged
  case notPermitted
  /// Something else lies where a file beside it belongs.
  case obstructed(path: String, by: Obstruction)
  /// This process, or the whole system, has no descriptor left.
  case tooManyFiles
  /// The system watches no more files for this user.
  case watchesUsedUp
  case readOnly
  /// The text says why, in the words of the system.
  case cannotCreate(String)
  /// The folder that the file should be made in is not there.
  case folderMissing
  /// It would have the name of what lies beside another database.
  case companion
  /// A log lies beside it, which would be taken for that of a new file.
  case foreignLog
  /// Nobody could work on it safely; the text says why.
  case unusable(String)
  /// The file, its log or the log's index was moved, replaced or removed while it was open.
  case moved(saved: Saved)
  /// In use for longer than the caller was ready to wait.
  case busy(seconds: Int)
  case diskFull(saved: Saved)
  /// A file would grow beyond what this process may write, as under `ulimit -f`.
  case sizeLimit(saved: Saved)
  case io(saved: Saved)
  /// No more memory is to be had.
  case memoryShort(saved: Saved)
  /// The caller asked to stop.
  case interrupted
  /// A bug: something no file and no disk can cause.
  case unexpected(SQLiteError)

  /// What is known about the change that was under way.
  package enum Saved: Equatable, Sendable {
    case nothing, unknown
  }

  /// Whether something could not grow.
  var isLackOfRoom: Bool {
    switch self {
    case .diskFull, .sizeLimit: true
    default: false
    }
  }

  /// What an error of SQLite means for the file; `wait` is how long its locks were waited for.
  package init(_ error: SQLiteError, saved: Saved = .nothing, wait: Duration = .zero) {
    switch error.code.primary {
    case .busy, .protocol: self = .busy(seconds: wait.wholeSeconds)
    case .full: self = .diskFull(saved: saved)
    // Where the index of the log finds no room, SQLite has no code of its own for it.
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
    case .cannotOpen where Errno(number: error.systemCode).isLackOfDescriptors:
      self = .tooManyFiles
    // A log that can't be made is then looked for, and the reason it can't be made is lost.
    case .cannotOpen where error.systemCode == ENOENT:
      self = error.isOfOpening ? .missing : .io(saved: saved)
    case .permission, .cannotOpen: self = .notPermitted
    case .interrupt: self = .interrupted
    default: self = .unexpected(error)
    }
  }
}

extension SQLiteError {
  /// What a COMMIT that failed, and ended its transaction, has left on the disk.
  ///
  /// A frame that could not be written makes the log end before it. After a failed sync, or when
  /// the index of the log could not follow, the frames are there, and a recovery may find them.
  var savedAtCommit: DatabaseError.Saved {
    switch code.primary {
    case .io: code == .ioWrite ? .nothing : .unknown
    case .outOfMemory: .unknown
    default: .nothing
    }
  }
}

/// Runs `body` and tells its errors in the words of this layer.
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
