internal import Model
internal import Postgres
internal import SQLText
internal import Storage

/// Posts, as one viewer sees them: the public ones, and their own private ones.
extension PostgresReading {
  func posts(for viewer: User.ID?) -> PostRows { PostRows(session: session, viewer: viewer) }

  func post(_ id: Post.ID, for viewer: User.ID?) throws -> Entry<Post>? {
    let rows = posts(for: viewer)
    guard let stored = try rows.stored([id.number]).first else { return nil }
    return try rows.posts([stored]).first.map { Entry($0, at: stored.cursor) }
  }

  func place(ifAny id: Post.ID, for viewer: User.ID?) throws -> PostKey? {
    let key = try session.first {
      """
      SELECT \($0) FROM profilectl.post_places
      WHERE id = \(id) AND (private = 0 OR author = \(viewer?.number ?? 0))
      """
    } as: { row -> (author: User.ID, isPrivate: Bool, at: Moment) in
      (row["author"], row["private"], Moment(microseconds: row["at"]))
    }
    guard let key else { return nil }
    return try session.first {
      """
      SELECT \($0) FROM profilectl.posts
      WHERE author = \(key.author) AND private = \(key.isPrivate) AND at = \(key.at)
      """
    } as: { row in
      PostKey(
        id: id, author: key.author, isPrivate: key.isPrivate, at: key.at,
        conversation: row[optional: "thread"], replyTo: row[optional: "reply_to"],
        quotes: row[optional: "quotes"], reposts: row[optional: "reposts"])
    }
  }

  func posts(
    _ list: PostList, for viewer: User.ID?, _ request: PageRequest
  ) throws -> Page<Post> {
    try PostgresPostListQuery(session, for: viewer, request.filter).page(list, request)
  }

  func postCount(
    _ list: PostList, for viewer: User.ID?, _ filter: PostFilter, most: Int
  ) throws -> Int {
    try PostgresPostListQuery(session, for: viewer, filter).count(list, most: most)
  }

  func posts(_ ids: [Post.ID], for viewer: User.ID?) throws -> [Post.ID: Post] {
    let rows = posts(for: viewer)
    return Dictionary(
      try rows.posts(try rows.stored(ids.map(\.number))).map { ($0.id, $0) },
      uniquingKeysWith: { first, _ in first })
  }

  // MARK: Conversations

  /// A post that is gone has no author.
  func conversation(_ first: Post.ID, for viewer: User.ID?) throws -> [ConversationNode] {
    let me = viewer?.number ?? 0
    return try session.all {
      "SELECT \($0) FROM profilectl.thread_posts WHERE thread = \(first) ORDER BY at, id"
    } as: { row in
      ConversationNode(
        id: row["id"], replyTo: row["reply_to"], at: Moment(microseconds: row["at"]),
        isVisible: row["author IS NOT NULL AND (private = 0 OR author = \(me))"])
    }
  }

  func replies(to post: Post.ID, for viewer: User.ID?, limit: Int) throws -> [Post] {
    let rows = posts(for: viewer)
    guard let above = try rows.stored([post.number]).first else { return [] }
    let answers: [Int64] = try session.values(
      """
      SELECT id FROM profilectl.thread_posts
      WHERE thread = \(above.thread ?? post) AND reply_to = \(post)
        AND (private = 0 AND author IS NOT NULL OR author = \(viewer?.number ?? 0))
      ORDER BY at, id LIMIT \(limit)
      """)
    let stored = try rows.stored(answers).sorted { ($0.at, $0.id) < ($1.at, $1.id) }
    return try rows.posts(stored)
  }

  // MARK: Hashtags

  func hashtags(
    beginning prefix: String?, since: Moment?, until: Moment?, _ request: PageRequest
  ) throws -> Page<HashtagUse> {
    try PostgresHashtagQuery(session: session, prefix: prefix, since: since, until: until).page(
      request)
  }

  func hashtagCount(beginning prefix: String?, since: Moment?, until: Moment?) throws -> Int {
    try PostgresHashtagQuery(session: session, prefix: prefix, since: since, until: until).count()
  }

  // MARK: Notices

  func notices(
    for viewer: User.ID, _ kinds: Set<Notice.Kind>, _ request: PageRequest
  ) throws -> Page<Notice> {
    try PostgresNoticeQuery(session, for: viewer).page(kinds, request)
  }

  func noticeCount(
    for viewer: User.ID, _ kinds: Set<Notice.Kind>, after mark: Moment?, most: Int
  ) throws -> Int {
    try PostgresNoticeQuery(session, for: viewer).count(kinds, after: mark, most: most)
  }
}
