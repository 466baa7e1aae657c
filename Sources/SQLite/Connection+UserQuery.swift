internal import CSQLite

/// Statements that a person typed.
extension Connection {
  /// Runs one SELECT and lends its rows to `body` until that answers false.
  ///
  /// `columns` is given the names first, also when there is no row. Writes, pragmas, ATTACH, transactions and
  /// a second statement are refused before anything runs.
  package func userQuery(
    _ text: String, columns: ([String]) throws -> Void, _ body: (borrowing Row) throws -> Bool
  ) throws {
    let judge = QueryGuard()
    setGuard(judge)
    defer { setGuard(nil) }
    try withExtendedLifetime(judge) {
      let statement = try prepareAlone(text)
      defer { statement.rewind() }
      try columns(statement.columnNames)
      while try advance(statement) {
        guard try statement.withRow(body) else { return }
      }
    }
  }

  /// The only statement of `text`; what follows it may be space and comments.
  private func prepareAlone(_ text: String) throws(SQLiteError) -> Statement {
    guard !text.utf8.contains(0) else { throw refusal("the text contains a NUL", of: text) }
    var found: Statement?
    var rest = text
    while !rest.isEmpty {
      let (statement, tail) = try first(of: rest)
      if let statement {
        guard found == nil else { throw refusal("only one statement is allowed", of: text) }
        found = statement
      }
      rest = tail
    }
    guard let found else { throw refusal("there is no statement", of: text) }
    guard found.isReadOnly else { throw refusal(Self.onlyReading, of: text) }
    return found
  }

  private static var onlyReading: String { "it may only read, with one SELECT" }

  /// What the guard denied is told in words of our own.
  private func first(of text: String) throws(SQLiteError) -> (Statement?, String) {
    do throws(SQLiteError) {
      return try unsafe Statement.first(of: text, on: handle)
    } catch {
      throw error.code.primary == .notAuthorized ? refusal(Self.onlyReading, of: text) : error
    }
  }

  private func refusal(_ message: String, of text: String) -> SQLiteError {
    SQLiteError(code: .notAuthorized, message: message, sql: text)
  }

  /// Wraps `sqlite3_set_authorizer`; the caller keeps the guard alive until it is taken away.
  private func setGuard(_ judge: QueryGuard?) {
    guard let judge else {
      unsafe sqlite3_set_authorizer(handle, nil, nil)
      return
    }
    let context = unsafe Unmanaged.passUnretained(judge).toOpaque()
    unsafe sqlite3_set_authorizer(
      handle,
      { context, action, name, argument, _, _ in
        guard let context = unsafe context else { return SQLITE_DENY }
        let judge = unsafe Unmanaged<QueryGuard>.fromOpaque(context).takeUnretainedValue()
        let word = unsafe name.map { unsafe String(cString: $0) }
        return unsafe judge.judge(action, word, hasArgument: argument != nil)
      }, context)
  }
}
