internal import Model
internal import SQLText
internal import SQLite
internal import Storage

/// Users, as one viewer sees them.
extension SQLiteReading {
  /// The number of the user with that handle; nil if there is none.
  ///
  /// Compares the handle in the index with that in the row, because commands act on and delete the
  /// row.
  func userID(ifAny handle: Handle) throws -> User.ID? {
    let found = try connection.first {
      "SELECT \($0) FROM users AS named WHERE username = \(handle)"
    } as: { row in
      (
        id: row["id"] as User.ID,
        handle: row[optional: "(SELECT username FROM users WHERE id = named.id)"] as Handle?
      )
    }
    guard let found else { return nil }
    guard found.handle == handle else { throw StorageError.file(.damaged) }
    return found.id
  }

  func isUser(_ id: User.ID, createdAt: Moment) throws -> Bool {
    try connection.hasRow("SELECT 1 FROM users WHERE id = \(id) AND created_at = \(createdAt)")
  }

  /// The profile of a user; nil if the user is gone.
  func profile(of id: User.ID, for viewer: User.ID?) throws -> Entry<Profile>? {
    let row = try ProfileRow(for: viewer, on: connection)
    return try connection.first {
      "SELECT \($0) FROM users AS u WHERE u.id = \(id)"
    } as: {
      row.entry(&$0)
    }
  }

  /// A page of users in the order they joined.
  ///
  /// `rows` is a FROM clause with `users AS u`, and `key` the number of the user in it by which a
  /// page is found.
  func profiles(
    from rows: SQL, where condition: SQL, by key: SQL, for viewer: User.ID?,
    _ request: PageRequest
  ) throws -> Page<Profile> {
    let keyset = try Keyset(request, by: .user, .ascending)
    let row = try ProfileRow(for: viewer, on: connection)
    return try keyset.page(
      try connection.all {
        """
        SELECT \($0) FROM \(rows)
        WHERE \(condition) AND \(key) \(keyset.isBeyond) \(keyset.key())
        ORDER BY \(key) \(keyset.direction) LIMIT \(keyset.rowLimit)
        """
      } as: {
        row.entry(&$0)
      })
  }

  /// All users but the viewer, in the order they joined.
  func users(for viewer: User.ID?, _ request: PageRequest) throws -> Page<Profile> {
    try profiles(
      from: "users AS u", where: "u.id <> \(viewer?.number ?? 0)", by: "u.id", for: viewer, request)
  }

  /// Users whose handle begins with the words, or whose name has words that begin with them.
  func users(
    matching words: SearchWords, for viewer: User.ID?, _ request: PageRequest
  ) throws -> Page<Profile> {
    try profiles(
      from: "user_words AS w JOIN users AS u ON u.id = w.rowid",
      where: "user_words MATCH \(words.matchingUsers) AND w.rowid <> \(viewer?.number ?? 0)",
      by: "w.rowid", for: viewer, request)
  }

  func userCount(besides viewer: User.ID?) throws -> Int {
    let all: Int = try connection.value("SELECT count(*) FROM users") ?? 0
    return viewer == nil ? all : all - 1
  }

  func userCount(matching words: SearchWords, besides viewer: User.ID?) throws -> Int {
    try connection.value(
      """
      SELECT count(*) FROM user_words
      WHERE user_words MATCH \(words.matchingUsers) AND rowid <> \(viewer?.number ?? 0)
      """) ?? 0
  }

  /// The most similar handle among up to 500 valid ones with the same first two letters, or else
  /// with the same first letter; nil if none is similar enough.
  func nearestHandle(to handle: Handle) throws -> Handle? {
    for length in [2, 1] {
      let prefix = String(handle.text.prefix(length))
      let handles: [String] = try connection.values(
        """
        SELECT username FROM users WHERE username >= \(prefix) AND username < \(prefix + "~")
        LIMIT 500
        """)
      let valid = handles.filter(Handle.accepts)
      if let near = SpellingSuggestion.nearest(to: handle.text, among: valid) {
        return Handle(stored: near)
      }
    }
    return nil
  }
}
