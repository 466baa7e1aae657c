internal import SQLite

/// Runs `body` and turns whatever it throws into what a user can understand.
///
/// `wait` is how long it waits for others, unless `isStopped`.
func translatingErrors<Value>(
  wait: Duration = .zero, isStopped: () -> Bool = { false }, _ body: () throws -> Value
) throws(ServiceError) -> Value {
  do {
    return try body()
  } catch let error as SQLiteError {
    if error.code.primary == .busy, isStopped() { throw .interrupted }
    throw ServiceError(DatabaseError(error, wait: wait))
  } catch {
    throw ServiceError(error)
  }
}

extension ServiceError {
  /// What an error of the layers below means for the user.
  ///
  /// A service's own error stays what it is.
  init(_ error: any Error) {
    switch error {
    case let error as ServiceError: self = error
    case let error as DatabaseError: self.init(error)
    case let error as SQLiteError: self.init(DatabaseError(error))
    case let error as TargetError: self = .target(path: error.path, TargetTrouble(error.reason))
    default: self = .internal("\(error)")
    }
  }

  private init(_ error: DatabaseError) {
    self =
      switch error {
      case .missing: .file(.missing)
      case .notRegular, .foreign: .file(.foreign)
      case .newer(let version): .file(.newer(version: version))
      case .tampered: .file(.tampered)
      case .damaged: .file(.damaged)
      case .notPermitted: .file(.notPermitted)
      case .badSideFile(let path, let problem):
        .file(.obstructed(path: path, by: Obstruction(problem)))
      case .tooManyFiles: .file(.tooManyFiles)
      case .watchesUsedUp: .file(.watchesUsedUp)
      case .readOnly: .file(.readOnly)
      case .cannotCreate(let reason): .file(.cannotCreate(reason))
      case .folderMissing: .file(.folderMissing)
      case .companion: .file(.companion)
      case .foreignLog: .file(.foreignLog)
      case .unusable(let reason): .file(.unusable(reason))
      case .busy(let seconds): .busy(seconds: seconds)
      case .moved(let saved): .storage(.moved, saved: Saved(saved))
      case .diskFull(let saved): .storage(.diskFull, saved: Saved(saved))
      case .sizeLimit(let saved): .storage(.sizeLimit, saved: Saved(saved))
      case .io(let saved): .storage(.failure, saved: Saved(saved))
      case .memoryShort(let saved): .storage(.memoryShort, saved: Saved(saved))
      case .interrupted: .interrupted
      case .unexpected(let error) where error.tellsOfBrokenRules: .file(.damaged)
      case .unexpected(let error): .internal(error.message)
      }
  }
}

extension ServiceError.Obstruction {
  fileprivate init(_ problem: DatabaseError.SideFileProblem) {
    self =
      switch problem {
      case .link: .link
      case .notRegular: .notRegular
      case .foreign: .foreign
      case .ofAnother: .ofAnother
      case .forbidden: .forbidden
      }
  }
}

extension ServiceError.Saved {
  fileprivate init(_ saved: DatabaseError.Saved) {
    self =
      switch saved {
      case .nothing: .nothing
      case .unknown: .unknown
      }
  }
}

extension ServiceError.TargetTrouble {
  fileprivate init(_ reason: TargetError.Reason) {
    self =
      switch reason {
      case .database: .database
      case .link: .link
      case .notRegular: .notRegular
      case .exists: .exists
      case .foreignLog: .foreignLog
      case .companion: .companion
      case .openDatabase: .openDatabase
      case .busy(let seconds): .busy(seconds: seconds)
      case .diskFull: .diskFull
      case .sizeLimit: .sizeLimit
      case .memoryShort: .memoryShort
      case .tooManyFiles: .tooManyFiles
      case .folderMissing: .folderMissing
      case .unreadable: .unreadable
      case .impossible(let reason): .impossible(reason)
      case .failed(let reason): .failed(reason)
      case .unsynced(let reason): .unsettled(reason)
      }
  }
}
