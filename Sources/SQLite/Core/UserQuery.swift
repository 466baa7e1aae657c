internal import CSQLite
internal import SQLText

/// Why a statement typed by a user is refused before it runs.
package enum UserQueryError: Error, Equatable, Sendable {
  case notReading, severalStatements, noStatement, holdsNUL
}

extension Connection {
  /// Runs one SELECT and lends its rows to `body` until it returns false.
  ///
  /// `columns` is called first, with the names, even if there is no row. Writes, pragmas, ATTACH,
  /// transactions and a second statement throw a `UserQueryError` before anything runs.
  package func userQuery(
    _ text: String, columns: ([String]) throws -> Void, _ body: (borrowing Row) throws -> Bool
  ) throws {
    // Loads virtual tables now, because the authorizer would refuse the statements for that.
    try run("PRAGMA table_list")
    let authorizer = ReadOnlyAuthorizer()
    set(authorizer)
    defer { set(nil) }
    try withExtendedLifetime(authorizer) {
      let statement = try prepareAlone(text)
      defer { statement.rewind() }
      try columns(statement.columnNames)
      while try advance(statement) {
        guard try statement.withRow(body) else { return }
      }
    }
  }

  /// The only statement of `text`; space and comments may follow it.
  private func prepareAlone(_ text: String) throws -> Statement {
    guard !text.utf8.contains(0) else { throw UserQueryError.holdsNUL }
    var found: Statement?
    var rest = text
    while !rest.isEmpty {
      let (statement, tail) = try first(of: rest)
      if let statement {
        guard found == nil else { throw UserQueryError.severalStatements }
        found = statement
      }
      rest = tail
    }
    guard let found else { throw UserQueryError.noStatement }
    guard found.isReadOnly else { throw UserQueryError.notReading }
    return found
  }

  private func first(of text: String) throws -> (Statement?, String) {
    do throws(SQLiteError) {
      return try unsafe Statement.first(of: text, on: handle)
    } catch {
      if error.code.primary == .notAuthorized { throw UserQueryError.notReading }
      throw error
    }
  }

  /// Wraps `sqlite3_set_authorizer`; the caller keeps the authorizer alive until it is removed.
  private func set(_ authorizer: ReadOnlyAuthorizer?) {
    guard let authorizer else {
      unsafe sqlite3_set_authorizer(handle, nil, nil)
      return
    }
    let context = unsafe Unmanaged.passUnretained(authorizer).toOpaque()
    unsafe sqlite3_set_authorizer(
      handle,
      { context, action, name, argument, _, _ in
        guard let context = unsafe context else { return SQLITE_DENY }
        let authorizer = unsafe Unmanaged<ReadOnlyAuthorizer>.fromOpaque(context)
          .takeUnretainedValue()
        let word = unsafe name.map { unsafe String(cString: $0) }
        return unsafe authorizer.decide(action, word, hasArgument: argument != nil)
      }, context)
  }
}

/// Allows a statement to read and to compute, nothing else.
private final class ReadOnlyAuthorizer {
  private var hasSelected = false

  /// Called by SQLite's compiler for each action of a statement, `sqlite3_set_authorizer`.
  ///
  /// Virtual tables run `PRAGMA data_version` inside a SELECT. Outside a SELECT it is refused.
  func decide(_ action: Int32, _ name: String?, hasArgument: Bool) -> Int32 {
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
