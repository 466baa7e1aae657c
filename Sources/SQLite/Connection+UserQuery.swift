internal import CSQLite

/// Statements that a person typed.
extension Connection {
  /// Runs one SELECT and lends its rows to `body` until that answers false.
  ///
  /// `columns` is given the names first, also when there is no row. Writes, pragmas, ATTACH,
  /// transactions and a second statement are refused before anything runs, with a `QueryRefusal`.
  package func userQuery(
    _ text: String, columns: ([String]) throws -> Void, _ body: (borrowing Row) throws -> Bool
  ) throws {
    // Virtual tables are made known now: to do so they need more than a guarded statement may.
    try run("PRAGMA table_list")
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
  private func prepareAlone(_ text: String) throws -> Statement {
    guard !text.utf8.contains(0) else { throw QueryRefusal.holdsNUL }
    var found: Statement?
    var rest = text
    while !rest.isEmpty {
      let (statement, tail) = try first(of: rest)
      if let statement {
        guard found == nil else { throw QueryRefusal.severalStatements }
        found = statement
      }
      rest = tail
    }
    guard let found else { throw QueryRefusal.noStatement }
    guard found.isReadOnly else { throw QueryRefusal.notReading }
    return found
  }

  private func first(of text: String) throws -> (Statement?, String) {
    do throws(SQLiteError) {
      return try unsafe Statement.first(of: text, on: handle)
    } catch {
      if error.code.primary == .notAuthorized { throw QueryRefusal.notReading }
      throw error
    }
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
