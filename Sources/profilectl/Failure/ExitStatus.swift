import Terminal

/// The status of the process, after sysexits.h.
enum ExitStatus: Int32, CaseIterable, Sendable {
  case done = 0
  case no = 1
  case usage = 64
  case badData = 65
  case noInput = 66
  case unknown = 67
  case bug = 70
  case cannotCreate = 73
  case ioError = 74
  case busy = 75
  case notPermitted = 77
  case configuration = 78
  case hangUp = 129
  case interrupted = 130
  case terminated = 143

  /// Nil for signals that this program doesn't catch.
  init?(signal: Int32) {
    self.init(rawValue: 128 + signal)
  }

  /// The status for a held signal; nil without one.
  static var asked: ExitStatus? { Interruption.pending.flatMap(ExitStatus.init(signal:)) }
}

extension ExitStatus {
  /// The meaning of the status, for the help topic.
  var meaning: String {
    switch self {
    case .done: "Done, nothing to list, or nothing to change."
    case .no:
      "The answer is no, 'doctor' found a fault, or items were refused under --keep-going."
    case .usage: "The command line can't be carried out as it was typed."
    case .badData:
      "A value is invalid, or a file is damaged or is not a profilectl database."
    case .noInput: "The database or an input file is missing."
    case .unknown: "There is no such user, post or key, or several fit."
    case .bug: "A bug in profilectl."
    case .cannotCreate: "The database or the output can't be created."
    case .ioError:
      "The disk is full, memory is short, the file moved, or the disk, output or server failed."
    case .busy: "The database was busy for longer than --wait."
    case .notPermitted:
      "The item is not yours, the action is not permitted, or the file is read-only."
    case .configuration: "No user is logged in, or the environment or configuration is invalid."
    case .hangUp: "Ended by SIGHUP."
    case .interrupted: "Ended by SIGINT, as by Ctrl-C."
    case .terminated: "Ended by SIGTERM."
    }
  }
}

/// The names of errors for programs; a name never changes its meaning.
enum ErrorCode: String, CaseIterable, Sendable {
  case usage
  case badValue = "bad_value"
  case userExists = "user_exists"
  case emptyPost = "empty_post"
  case badLine = "bad_line"
  case databaseForeign = "database_foreign"
  case databaseDamaged = "database_damaged"
  case databaseTampered = "database_tampered"
  case databaseNewer = "database_newer"
  case databaseOlder = "database_older"
  case badPicture = "bad_picture"
  case badArchive = "bad_archive"
  case unknownFormat = "unknown_format"
  case notShared = "not_shared"
  case alreadyShared = "already_shared"
  case badInvitation = "bad_invitation"
  case usedInvitation = "used_invitation"
  case badRecovery = "bad_recovery"
  case nothingShared = "nothing_shared"
  case fileMissing = "file_missing"
  case databaseMissing = "database_missing"
  case notEmpty = "not_empty"
  case migrationUnfinished = "migration_unfinished"
  case serverUnreachable = "server_unreachable"
  case noSuchUser = "no_such_user"
  case noSuchPost = "no_such_post"
  case noSuchKey = "no_such_key"
  case ambiguous
  case `internal`
  case cannotCreate = "cannot_create"
  case diskFull = "disk_full"
  case ioError = "io_error"
  case outputFailed = "output_failed"
  case databaseMoved = "database_moved"
  case busy
  case notYours = "not_yours"
  case `self`
  case notPermitted = "not_permitted"
  case readOnly = "read_only"
  case noKey = "no_key"
  case notKeeper = "not_keeper"
  case noCurrentUser = "no_current_user"
  case badConfig = "bad_config"

  var status: ExitStatus {
    switch self {
    case .usage: .usage
    case .badValue, .userExists, .emptyPost, .badLine, .databaseForeign, .databaseDamaged,
      .databaseTampered, .databaseNewer, .databaseOlder, .notEmpty, .migrationUnfinished,
      .badPicture, .badArchive, .unknownFormat, .notShared, .alreadyShared, .badInvitation,
      .usedInvitation, .badRecovery:
      .badData
    case .fileMissing, .databaseMissing, .nothingShared: .noInput
    case .noSuchUser, .noSuchPost, .noSuchKey, .ambiguous: .unknown
    case .internal: .bug
    case .cannotCreate: .cannotCreate
    case .diskFull, .ioError, .outputFailed, .databaseMoved, .serverUnreachable: .ioError
    case .busy: .busy
    case .notYours, .self, .notPermitted, .readOnly, .noKey, .notKeeper: .notPermitted
    case .noCurrentUser, .badConfig: .configuration
    }
  }
}
