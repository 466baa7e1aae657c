internal import Model
internal import SQLText
internal import SQLite
internal import Storage

extension SQLiteImport {
  func stage(_ row: StagedRow) throws -> Bool {
    switch row {
    case .follow(let follower, let followee, let moment):
      if try hasAdded("follows WHERE follower = \(follower) AND followee = \(followee)") {
        return false
      }
      try connection.run(
        """
        INSERT OR IGNORE INTO staged_follows (follower, followee, at)
        VALUES (\(follower), \(followee), \(moment))
        """)
    case .like(let post, let user, let moment):
      if try hasAdded("likes WHERE post = \(post) AND liker = \(user)") { return false }
      try connection.run(
        "INSERT OR IGNORE INTO staged_likes (post, liker, at) VALUES (\(post), \(user), \(moment))")
    case .references(let post, let reply, let quote, let isUnchanged):
      try stage(reply, quote, of: post, isUnchanged: isUnchanged)
    case .mark(let mark): try add(mark)
    case .picture(let picture): return try keep(picture)
    case .userOrigin(let origin, let user, let former?):
      try connection.run(
        """
        UPDATE origins SET owner = \(user)
        WHERE source = \(origin.source) AND key = \(origin.key) AND owner = \(former)
        """)
    case .userOrigin(let origin, let user, nil): try bind(origin, user: user)
    case .postOrigin(let found, let post): try bind(found.origin, post: post, digest: found.digest)
    case .number(let number, let post):
      try connection.run(
        "INSERT OR REPLACE INTO staged_numbers (number, post) VALUES (\(number), \(post))")
    case .met(let post):
      if post.number > lastPost { return false }
      try connection.run("INSERT OR IGNORE INTO staged_known (post) VALUES (\(post))")
    case .lastNumbers(let users, let posts):
      guard isNew else { return false }
      try raise(.users, to: users)
      try raise(.posts, to: posts)
      return true
    }
    return connection.changes > 0
  }

  /// Whether an earlier batch of this import has added an edge.
  private func hasAdded(_ edge: @autoclosure () -> SQL) throws -> Bool {
    try isContinued && connection.hasRow("SELECT 1 FROM temp.added_\(edge())")
  }

  private func stage(
    _ reply: PostReference?, _ quote: PostReference?, of post: Post.ID, isUnchanged: Bool
  ) throws {
    try connection.run(
      """
      INSERT INTO staged_posts
        (post, has_marks, is_unchanged, reply_source, reply_key, reply, keeps_reply, quote_source,
        quote_key, quote, keeps_quote)
      VALUES (\(post), \(post.number <= lastPost), \(isUnchanged),
        \(reply?.origin?.source), \(reply?.origin?.key), \(reply?.id), \(reply?.isKept ?? false),
        \(quote?.origin?.source), \(quote?.origin?.key), \(quote?.id), \(quote?.isKept ?? false))
      ON CONFLICT (post) DO UPDATE SET reply_source = excluded.reply_source,
        reply_key = excluded.reply_key, reply = excluded.reply, keeps_reply = excluded.keeps_reply,
        quote_source = excluded.quote_source, quote_key = excluded.quote_key,
        quote = excluded.quote, keeps_quote = excluded.keeps_quote
      """)
  }

  private func bind(
    _ origin: Origin, user: User.ID? = nil, post: Post.ID? = nil, digest: Int64 = 0
  ) throws {
    try connection.run(
      """
      INSERT INTO origins (source, key, owner, post, digest)
      VALUES (\(origin.source), \(origin.key), \(user), \(post), \(digest))
      ON CONFLICT (source, key) DO UPDATE SET digest = excluded.digest WHERE post = excluded.post
      """)
  }

  private func add(_ mark: PrivateRecord<User.ID>) throws {
    switch mark {
    case .mute(let muter, let muted, let at):
      try connection.run(
        "INSERT OR IGNORE INTO mutes (muted, muter, at) VALUES (\(muted), \(muter), \(at))")
    case .bookmark(let reader, let post, let at):
      try connection.run(
        "INSERT OR IGNORE INTO bookmarks (post, reader, at) VALUES (\(post), \(reader), \(at))")
    case .flag(let reporter, let post, let at, let reason):
      let values: SQL = "\(post), \(reporter), \(at), \(reason)"
      try connection.run(
        """
        INSERT OR IGNORE INTO flags (post, reporter, at, reason, checksum)
        VALUES (\(values), row_checksum(\(values)))
        """)
    case .readMark(let reader, let timeline, let notices):
      try connection.run(
        """
        INSERT INTO read_marks (reader, at, notices_at) VALUES (\(reader), \(timeline), \(notices))
        ON CONFLICT (reader) DO UPDATE SET at = max(at, excluded.at),
          notices_at = max(notices_at, excluded.notices_at)
        WHERE excluded.at > at OR excluded.notices_at > notices_at
        """)
    }
  }
}

/// The rows that an import stages in temporary tables and adds when it settles.
struct StagedRows {
  private static let tables: KeyValuePairs<Name, SQL> = [
    "staged_follows": """
    (follower INTEGER, followee INTEGER, at INTEGER, PRIMARY KEY (follower, followee)) WITHOUT ROWID
    """,
    "staged_likes": """
    (post INTEGER, liker INTEGER, at INTEGER, PRIMARY KEY (post, liker)) WITHOUT ROWID
    """,
    "added_follows": """
    (follower INTEGER, followee INTEGER, PRIMARY KEY (follower, followee)) WITHOUT ROWID
    """,
    "added_likes": "(post INTEGER, liker INTEGER, PRIMARY KEY (post, liker)) WITHOUT ROWID",
    "staged_posts": """
    (post INTEGER PRIMARY KEY, has_marks INTEGER NOT NULL DEFAULT 0,
      is_unchanged INTEGER NOT NULL DEFAULT 0,
      reply_source TEXT, reply_key TEXT, reply INTEGER, keeps_reply INTEGER NOT NULL DEFAULT 0,
      quote_source TEXT, quote_key TEXT, quote INTEGER, keeps_quote INTEGER NOT NULL DEFAULT 0)
    """,
    "staged_references": "(post INTEGER PRIMARY KEY, above INTEGER, quoted INTEGER)",
    "staged_order": "(place INTEGER PRIMARY KEY, post INTEGER NOT NULL UNIQUE)",
    "staged_numbers": "(number INTEGER PRIMARY KEY, post INTEGER)",
    "staged_known": "(post INTEGER PRIMARY KEY)",
    "staged_marks": "(reader INTEGER PRIMARY KEY, unseen INTEGER, at INTEGER)",
  ]
  static let creation =
    tables.map { "CREATE TEMP TABLE IF NOT EXISTS \($0) \($1)" as SQL } + [
      """
      CREATE INDEX IF NOT EXISTS temp.staged_references_by_above ON staged_references (above)
      """
    ]
  static let removal = tables.map { name, _ in "DROP TABLE IF EXISTS temp.\(name)" as SQL }

  let work: SQLiteImport
  let writing: SQLiteWriting
  let connection: Connection
  private var lastUser: Int64 { work.lastUser }
  private var lastPost: Int64 { work.lastPost }

  init(_ work: SQLiteImport) {
    self.work = work
    writing = work.writing
    connection = work.connection
  }

  func settle(isLast: Bool, marksSeen: Bool) throws -> SettledRows {
    var settled = SettledRows()
    settled.references = try settleReferences(isLast: isLast)
    try silenceMentions()
    if !isLast { try keepBatch() }
    if !work.isNew { try dropKnownEdges() }
    let marksOldUsers = marksSeen && lastUser > 0
    if marksOldUsers { try stageMarks() }
    settled.follows = try count("SELECT count(*) FROM temp.staged_follows")
    settled.likes = try count("SELECT count(*) FROM temp.staged_likes")
    if settled.follows > 0 { try addFollows(settled.follows) }
    if settled.likes > 0 { try addLikes(settled.likes) }
    if marksOldUsers { try storeMarks() }
    if marksSeen { try markNewUsers() }
    return settled
  }

  // MARK: Edges

  /// Keeps what this batch adds, so that a later batch of this import finds repetitions.
  private func keepBatch() throws {
    try connection.script([
      """
      INSERT INTO temp.added_follows (follower, followee)
      SELECT follower, followee FROM temp.staged_follows
      """,
      "INSERT INTO temp.added_likes (post, liker) SELECT post, liker FROM temp.staged_likes",
      "INSERT OR IGNORE INTO staged_known (post) SELECT id FROM posts WHERE id > \(lastPost)",
    ])
  }

  /// Drops staged follows and likes that exist already.
  private func dropKnownEdges() throws {
    try connection.script([
      """
      DELETE FROM temp.staged_follows WHERE EXISTS (
        SELECT 1 FROM follows AS f
        WHERE f.follower = staged_follows.follower AND f.followee = staged_follows.followee)
      """,
      """
      DELETE FROM temp.staged_likes WHERE EXISTS (
        SELECT 1 FROM likes AS l
        WHERE l.post = staged_likes.post AND l.liker = staged_likes.liker)
      """,
    ])
  }

  private func addFollows(_ count: Int) throws {
    try writing.adding(count, StoredFollow.self, { _ in }) {
      // The joins find the users whom the foreign keys would search again.
      try connection.withoutReferences {
        try connection.run(
          """
          INSERT INTO follows (follower, followee, at)
          SELECT s.follower, s.followee, coalesce(s.at, max(a.created_at, b.created_at))
          FROM temp.staged_follows AS s CROSS JOIN users AS a ON a.id = s.follower
          CROSS JOIN users AS b ON b.id = s.followee
          """)
      }
    }
    // In a new network the staged follows are all follows, and the indexes have them in order.
    let rows: Name = work.isNew ? "follows" : "temp.staged_follows"
    for (side, column) in [("follower", "following_count"), ("followee", "follower_count")]
      as [(Name, Name)]
    {
      try connection.run(
        """
        UPDATE users SET \(column) = \(column) + given.edges FROM (
          SELECT \(side) AS id, count(*) AS edges FROM \(rows) GROUP BY \(side)
        ) AS given WHERE users.id = given.id
        """)
    }
    try connection.run("DELETE FROM temp.staged_follows")
  }

  private func addLikes(_ count: Int) throws {
    try writing.adding(count, StoredLike.self, { _ in }) {
      try connection.run(
        """
        INSERT INTO likes (post, liker, at, author)
        SELECT s.post, s.liker, coalesce(s.at, p.at), p.author
        FROM temp.staged_likes AS s CROSS JOIN posts AS p ON p.id = s.post
        """)
    }
    try connection.script([
      """
      UPDATE posts SET like_count = like_count + given.edges FROM (
        SELECT post, count(*) AS edges FROM temp.staged_likes GROUP BY post
      ) AS given WHERE posts.id = given.post
      """,
      """
      UPDATE users SET like_count = like_count + given.edges FROM (
        SELECT p.author, count(*) AS edges
        FROM temp.staged_likes AS s CROSS JOIN posts AS p ON p.id = s.post
        WHERE p.private = 0 GROUP BY p.author
      ) AS given WHERE users.id = given.author
      """,
      "DELETE FROM temp.staged_likes",
    ])
  }

  private func count(_ sql: SQL) throws -> Int { try connection.value(sql) ?? 0 }

  // MARK: Notices

  /// Marks all posts, and the notices of the new users, as seen by them.
  private func markNewUsers() throws {
    try connection.run(
      """
      INSERT INTO read_marks (reader, at, notices_at)
      SELECT id, post, notice FROM (
        SELECT id, coalesce((SELECT max(at) FROM posts), 0) AS post,
          \(StagedRows.newestNotice) AS notice
        FROM users AS u WHERE id > \(lastUser)
      ) WHERE max(post, notice) > 0
      ON CONFLICT (reader) DO UPDATE SET at = max(at, excluded.at),
        notices_at = max(notices_at, excluded.notices_at)
      """)
  }

  /// The time of the newest notice of the user `u`, 0 without one.
  static let newestNotice: SQL = """
    max(
      coalesce((SELECT max(at) FROM follows WHERE followee = u.id), 0),
      coalesce((SELECT max(at) FROM likes WHERE author = u.id AND author <> liker), 0),
      coalesce((SELECT max(at) FROM mentions WHERE mentioned = u.id AND kind = 1), 0),
      coalesce((SELECT max(at) FROM mentions WHERE mentioned = u.id AND kind = 2), 0),
      coalesce((SELECT max(at) FROM mentions WHERE mentioned = u.id AND kind = 3), 0),
      coalesce((SELECT max(at) FROM mentions WHERE mentioned = u.id AND kind = 4), 0))
    """

  /// Stages a mark for each older user who gets a new edge, so that the edge is not a new
  /// notice.
  ///
  /// A mark hides all notices up to its time, so it ends before the oldest unseen notice. A follow
  /// without a time of its own is dated before that notice too.
  private func stageMarks() throws {
    try connection.script([
      """
      INSERT OR REPLACE INTO temp.staged_marks (reader, unseen)
      SELECT u.id, \(StagedRows.oldestUnseenNotice) FROM (
        SELECT followee AS id FROM temp.staged_follows WHERE followee <= \(lastUser)
        UNION
        SELECT p.author FROM temp.staged_likes AS s CROSS JOIN posts AS p ON p.id = s.post
        WHERE p.author <= \(lastUser) AND p.author <> s.liker
      ) AS e CROSS JOIN users AS u ON u.id = e.id
      LEFT JOIN read_marks AS m ON m.reader = u.id
      """,
      """
      UPDATE temp.staged_follows SET at = (
        SELECT min(m.unseen - 1, max(a.created_at, b.created_at)) FROM users AS a, users AS b
        WHERE a.id = follower AND b.id = followee
      )
      FROM temp.staged_marks AS m WHERE m.reader = followee AND staged_follows.at IS NULL
        AND m.unseen IS NOT NULL
      """,
      """
      UPDATE temp.staged_marks SET at = e.at FROM (
        SELECT m.reader, max(e.at) AS at FROM (
          SELECT s.followee AS id, coalesce(s.at, max(a.created_at, b.created_at)) AS at
          FROM temp.staged_follows AS s CROSS JOIN users AS a ON a.id = s.follower
          CROSS JOIN users AS b ON b.id = s.followee
          UNION ALL
          SELECT p.author, coalesce(s.at, p.at)
          FROM temp.staged_likes AS s CROSS JOIN posts AS p ON p.id = s.post
          WHERE p.author <> s.liker
        ) AS e CROSS JOIN temp.staged_marks AS m ON m.reader = e.id
        WHERE m.unseen IS NULL OR e.at < m.unseen GROUP BY m.reader
      ) AS e WHERE e.reader = staged_marks.reader
      """,
    ])
  }

  /// The time of the oldest notice of the user `u` after the mark `m`, null without one.
  private static let oldestUnseenNotice: SQL = """
    (SELECT min(at) FROM (
      SELECT at FROM follows WHERE followee = u.id AND at > coalesce(m.notices_at, 0)
      UNION ALL
      SELECT at FROM likes
      WHERE author = u.id AND author <> liker AND at > coalesce(m.notices_at, 0)
      UNION ALL
      SELECT at FROM mentions
      WHERE mentioned = u.id AND kind IN (1, 2, 3, 4) AND at > coalesce(m.notices_at, 0)))
    """

  /// Moves the marks of the staged users forward.
  private func storeMarks() throws {
    try connection.script([
      """
      INSERT INTO read_marks (reader, at, notices_at)
      SELECT reader, 0, at FROM temp.staged_marks WHERE at IS NOT NULL
      ON CONFLICT (reader) DO UPDATE SET notices_at = max(notices_at, excluded.notices_at)
      """,
      "DELETE FROM temp.staged_marks",
    ])
  }

  /// Removes the notices of new mentions from older users, unless their mark covers the time.
  private func silenceMentions() throws {
    try connection.run(
      """
      UPDATE mentions SET kind = 0 WHERE post > \(lastPost) AND mentioned <= \(lastUser) AND kind > 0
        AND at > coalesce((SELECT notices_at FROM read_marks WHERE reader = mentions.mentioned), 0)
      """)
  }
}
