internal import Model
internal import SQLText
internal import SQLite
internal import Storage

/// Posts, as one viewer sees them: the public ones, and their own private ones.
extension SQLiteReading {
  func post(_ id: Post.ID, for viewer: User.ID?) throws -> Entry<Post>? {
    let rows = try PostRow(connection: connection, viewer: viewer)
    guard var entry = try rows.read(id) else { return nil }
    try rows.complete(&entry.item)
    return entry
  }

  func place(ifAny id: Post.ID, for viewer: User.ID?) throws -> PostKey? {
    let found = try connection.first {
      """
      SELECT \($0) FROM posts AS p
      WHERE p.id = \(id) AND (p.private = 0 OR p.author = \(viewer?.number ?? 0))
      """
    } as: { row in
      let place = PostKey(
        id: id, author: row["p.author"], isPrivate: row["p.private"],
        at: Moment(microseconds: row["p.at"]), conversation: row[optional: "p.thread"],
        replyTo: row[optional: "p.reply_to"], quotes: row[optional: "p.quotes"],
        reposts: row[optional: "p.reposts"])
      return (place: place, isItself: row[PostRow.isItself] as Bool)
    }
    guard let found else { return nil }
    guard found.isItself else { throw StorageError.file(.damaged) }
    return found.place
  }

  func posts(
    _ list: PostList, for viewer: User.ID?, _ request: PageRequest
  ) throws -> Page<Post> {
    try PostListQuery(connection, for: viewer, request.filter).page(list, request)
  }

  func postCount(
    _ list: PostList, for viewer: User.ID?, _ filter: PostFilter, most: Int
  ) throws -> Int {
    try PostListQuery(connection, for: viewer, filter).count(list, most: most)
  }

  func posts(_ ids: [Post.ID], for viewer: User.ID?) throws -> [Post.ID: Post] {
    try ConversationQuery(connection: connection, viewer: viewer).posts(ids)
  }

  func conversation(_ first: Post.ID, for viewer: User.ID?) throws -> [ConversationNode] {
    try ConversationQuery(connection: connection, viewer: viewer).nodes(of: first)
  }

  func replies(to post: Post.ID, for viewer: User.ID?, limit: Int) throws -> [Post] {
    try ConversationQuery(connection: connection, viewer: viewer).replies(to: post, limit: limit)
  }

  func hashtags(
    beginning prefix: String?, since: Moment?, until: Moment?, _ request: PageRequest
  ) throws -> Page<HashtagUse> {
    try HashtagQuery(connection: connection, prefix: prefix, since: since, until: until)
      .page(request)
  }

  func hashtagCount(beginning prefix: String?, since: Moment?, until: Moment?) throws -> Int {
    try HashtagQuery(connection: connection, prefix: prefix, since: since, until: until).count()
  }

  func notices(
    for viewer: User.ID, _ kinds: Set<Notice.Kind>, _ request: PageRequest
  ) throws -> Page<Notice> {
    try NoticeQuery(connection, for: viewer).page(kinds, request)
  }

  func lateNotices(
    for viewer: User.ID, _ kinds: Set<Notice.Kind>, _ request: PageRequest
  ) throws -> Page<Notice> {
    try NoticeQuery(connection, for: viewer, late: true).page(kinds, request)
  }

  func noticeCount(
    for viewer: User.ID, _ kinds: Set<Notice.Kind>, after mark: Moment?, most: Int
  ) throws -> Int {
    try NoticeQuery(connection, for: viewer).count(kinds, after: mark, most: most)
  }

  /// Nil if the user never asked.
  func mark(_ mark: ReadMark, of user: User.ID) throws -> Moment? {
    let at: Int64? = try connection.value(
      "SELECT \(mark.column) FROM read_marks WHERE reader = \(user)")
    return at == 0 ? nil : at.map { Moment(microseconds: $0) }
  }

  func lateTimes(_ mark: ReadMark, of user: User.ID) throws -> [Moment] {
    try connection.lateTimes(mark, of: user)
  }
}

extension Connection {
  func lateTimes(_ mark: ReadMark, of user: User.ID) throws -> [Moment] {
    guard try isShared else { return [] }
    return try all {
      """
      SELECT \($0) FROM late_items
      WHERE reader = \(user) AND is_notice = \(mark == .notices) ORDER BY at
      """
    } as: {
      Moment(microseconds: $0["at"])
    }
  }
}
