internal import SQLite
package import Storage

extension SQLiteError: EngineError {
  package var storageError: StorageError { DatabaseError(self).storageError }
}

extension TargetError: EngineError {
  package var storageError: StorageError {
    .target(path: path, reason)
  }
}

extension DatabaseError: EngineError {
  package var storageError: StorageError { StorageError(self) }
}

extension StorageError {
  fileprivate init(_ error: DatabaseError) {
    self =
      switch error {
      case .missing: .file(.missing)
      case .notRegular, .foreign: .file(.foreign)
      case .newer(let version): .file(.newer(version: version))
      case .older(let version): .file(.older(version: version))
      case .tampered: .file(.tampered)
      case .damaged: .file(.damaged)
      case .notPermitted: .file(.notPermitted)
      case .badSideFile(let path, let obstruction):
        .file(.obstructed(path: path, by: obstruction))
      case .tooManyFiles: .file(.tooManyFiles)
      case .watchesUsedUp: .file(.watchesUsedUp)
      case .readOnly: .file(.readOnly)
      case .cannotCreate(let reason): .file(.cannotCreate(reason))
      case .unusable(let reason): .file(.unusable(reason))
      case .busy(let seconds): .busy(seconds: seconds)
      case .moved(let saved): .failed(.moved, saved: Saved(saved))
      case .diskFull(let saved): .failed(.diskFull, saved: Saved(saved))
      case .sizeLimit(let saved): .failed(.sizeLimit, saved: Saved(saved))
      case .io(let saved): .failed(.system, saved: Saved(saved))
      case .memoryShort(let saved): .failed(.memoryShort, saved: Saved(saved))
      case .interrupted: .interrupted
      case .unexpected(let error) where error.indicatesBrokenRules: .file(.damaged)
      case .unexpected(let error): .internal(error.message)
      }
  }
}

extension StorageError.Saved {
  fileprivate init(_ saved: DatabaseError.Saved) {
    self =
      switch saved {
      case .nothing: .nothing
      case .unknown: .unknown
      }
  }
}

/// Distinguishes damage of the file from a faulty statement; `DatabaseError` covers the disk.
extension SQLiteError {
  /// Whether the file is damaged; false if the disk or the statement caused the error.
  var indicatesDamage: Bool {
    switch code.primary {
    case .corrupt, .notADatabase, .mismatch: true
    // A damaged length.
    case .tooBig: true
    // Errors that have a message and no code of their own.
    case .error:
      [
        // Damaged tables of words.
        "fts5 file format", "no such fts5 table", "vtable constructor failed",
        // Another process has emptied the file.
        "no such table",
        // No version of SQLite has written such a format.
        "unsupported file format",
      ].contains(where: message.contains)
    default: false
    }
  }

  /// Whether a statement of this program broke a rule of the schema, or met damage.
  ///
  /// Changes keep all constraints, so a broken one means that the file breaks it already.
  var indicatesBrokenRules: Bool { indicatesDamage || code.primary == .constraint }

  /// Whether the user's statement caused the error, not the file or the disk.
  var isAboutTheQuery: Bool {
    [.error, .notAuthorized, .tooBig, .misuse, .mismatch].contains(code.primary)
  }
}
