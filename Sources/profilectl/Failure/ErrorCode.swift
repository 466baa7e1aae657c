/// The names errors have for machines; a name never changes its meaning.
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
  case badPicture = "bad_picture"
  case fileMissing = "file_missing"
  case databaseMissing = "database_missing"
  case noSuchUser = "no_such_user"
  case noSuchPost = "no_such_post"
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
  case noCurrentUser = "no_current_user"
  case badConfig = "bad_config"

  var status: ExitStatus {
    switch self {
    case .usage: .usage
    case .badValue, .userExists, .emptyPost, .badLine, .databaseForeign, .databaseDamaged,
      .databaseTampered, .databaseNewer, .badPicture:
      .badData
    case .fileMissing, .databaseMissing: .noInput
    case .noSuchUser, .noSuchPost: .unknown
    case .internal: .bug
    case .cannotCreate: .cannotCreate
    case .diskFull, .ioError, .outputFailed, .databaseMoved: .ioError
    case .busy: .busy
    case .notYours, .self, .notPermitted, .readOnly: .notPermitted
    case .noCurrentUser, .badConfig: .configuration
    }
  }
}
