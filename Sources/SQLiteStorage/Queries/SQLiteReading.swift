internal import Model
internal import SQLText
internal import SQLite
internal import Storage

/// One consistent view of a file, which the queries of this folder read.
///
/// A value lives as long as the snapshot or transaction it was made for.
struct SQLiteReading: Reading {
  let connection: Connection
  /// The path of the file.
  let path: String

  // MARK: Timeline

  /// `now`, or the time of the last post dated less than a minute after it.
  func present(at now: Moment) throws -> Moment { try latestPost(from: now) ?? now }

  /// The time of the last post dated from `now` to a minute after it; nil if there is none.
  func latestPost(from now: Moment) throws -> Moment? {
    let end = now.microseconds + Moment.longestStep
    return try connection.value(
      "SELECT at FROM posts WHERE at >= \(now) AND at < \(end) ORDER BY at DESC LIMIT 1")
  }

  // MARK: Suggestions

  func suggestions(for viewer: User.ID, _ request: PageRequest) throws -> Page<Suggestion> {
    try SuggestionQuery(connection: connection, viewer: viewer).page(request)
  }

  func suggestionCount(for viewer: User.ID) throws -> Int {
    try SuggestionQuery(connection: connection, viewer: viewer).count()
  }

  // MARK: The file

  var pictures: PictureQuery { PictureQuery(connection: connection) }
  var completion: CompletionQuery { CompletionQuery(connection: connection) }

  var isShared: Bool {
    get throws { try connection.isShared }
  }

  func facts() throws -> FileFacts {
    FileFacts(
      path: path,
      schemaVersion: try number("PRAGMA user_version"),
      sqliteVersion: try connection.value("SELECT sqlite_version()") ?? "",
      pageSize: try number("PRAGMA page_size"),
      pageCount: try number("PRAGMA page_count"),
      users: try number("SELECT count(*) FROM users"),
      posts: try number("SELECT count(*) FROM posts"),
      pictures: try number("SELECT count(*) FROM pictures"),
      edges: try EdgeKind.allCases.map(edgeCount),
    )
  }

  /// In bytes, including pages that are still in the log.
  func fileSize() throws -> Int {
    try number("PRAGMA page_count") * number("PRAGMA page_size")
  }

  private func number(_ sql: SQL) throws -> Int {
    try connection.value(sql) ?? 0
  }
}

extension Connection {
  /// Whether the network is shared; another process may change that between snapshots.
  var isShared: Bool {
    get throws { try value("PRAGMA user_version") == Int64(SharedSchema.version) }
  }
}
