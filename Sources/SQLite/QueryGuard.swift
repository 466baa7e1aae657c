internal import CSQLite

/// Judges what a person's statement wants to do: read and compute, nothing else.
final class QueryGuard {
  private var hasSelected = false

  /// Called by the compiler of SQLite for each thing a statement does, `sqlite3_set_authorizer`.
  ///
  /// Virtual tables ask for `PRAGMA data_version` themselves, inside a SELECT; alone it is refused.
  func judge(_ action: Int32, _ name: String?, hasArgument: Bool) -> Int32 {
    switch action {
    case SQLITE_SELECT:
      hasSelected = true
      return SQLITE_OK
    case SQLITE_READ, SQLITE_FUNCTION, SQLITE_RECURSIVE:
      return SQLITE_OK
    case SQLITE_PRAGMA where hasSelected && !hasArgument && name == "data_version":
      return SQLITE_OK
    default:
      return SQLITE_DENY
    }
  }
}
