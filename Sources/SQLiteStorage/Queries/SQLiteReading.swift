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

  /// `now`, or the time of the last post dated less than a second after it.
  func present(at now: Moment) throws -> Moment {
    let end = now.microseconds + 1_000_000
    return try connection.first(
      "SELECT at FROM posts WHERE at >= \(now) AND at < \(end) ORDER BY at DESC LIMIT 1"
    ) { Moment(microseconds: $0.int64(0)) } ?? now
  }

  // MARK: Suggestions

  func suggestions(for viewer: User.ID, _ request: PageRequest) throws -> Page<Suggestion> {
    try SuggestionQuery(connection: connection, viewer: viewer).page(request)
  }

  func suggestionCount(for viewer: User.ID) throws -> Int {
    try SuggestionQuery(connection: connection, viewer: viewer).count()
  }

  // MARK: Pictures

  var pictures: PictureQuery { PictureQuery(connection: connection) }

  func avatarHash(of user: User.ID) throws -> String? { try pictures.avatarHash(of: user) }

  func thumbnail(of hash: String) throws -> CachedThumbnail { try pictures.thumbnail(of: hash) }

  func wholeCopy(of hash: String) throws -> [UInt8]? { try pictures.wholeCopy(of: hash) }

  func content(of hash: String) throws -> [UInt8]? { try pictures.content(of: hash) }

  func cache() throws -> ThumbnailCache { try pictures.cache() }

  // MARK: Completion

  private var completion: CompletionQuery { CompletionQuery(connection: connection) }

  func offeredUsers(
    beginning prefix: String, among scope: UserScope, isListed: Bool, of viewer: User.ID?,
    fromEnd: Bool, limit: Int
  ) throws -> [OfferedUser] {
    try completion.offeredUsers(
      beginning: prefix, among: scope, isListed: isListed, of: viewer, fromEnd: fromEnd,
      limit: limit)
  }

  func isListed(_ scope: UserScope, of viewer: User.ID?) throws -> Bool {
    try completion.isListed(scope, of: viewer)
  }

  func isCrowded(_ prefix: String, ends: Int) throws -> Bool {
    try completion.isCrowded(prefix, ends: ends)
  }

  func offeredPosts(
    in range: ClosedRange<Int64>, among scope: PostScope, isListed: Bool, for viewer: User.ID?,
    limit: Int
  ) throws -> [OfferedPost] {
    try completion.offeredPosts(
      in: range, among: scope, isListed: isListed, for: viewer, limit: limit)
  }

  func isListed(_ scope: PostScope, for viewer: User.ID?) throws -> Bool {
    try completion.isListed(scope, for: viewer)
  }

  func isCrowded(_ range: ClosedRange<Int64>) throws -> Bool {
    try completion.isCrowded(range)
  }

  // MARK: The file

  func facts() throws -> FileFacts {
    FileFacts(
      path: path,
      schemaVersion: try number("PRAGMA user_version"),
      sqliteVersion: try connection.first("SELECT sqlite_version()") { $0.text(0) } ?? "",
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
    try connection.first(sql) { $0.int(0) } ?? 0
  }
}
