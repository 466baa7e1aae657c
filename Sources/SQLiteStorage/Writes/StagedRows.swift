internal import Model
internal import SQLText
internal import SQLite
internal import Storage

extension SQLiteImport {
  func tie(
    _ post: Post.ID, replyTo: PendingReference?, quotes: PendingReference?, isUnchanged: Bool
  ) throws {
    let (reply, quote) = (StagedTie(replyTo), StagedTie(quotes))
    try connection.run(
      """
      INSERT INTO staged_posts
        (post, has_marks, is_unchanged, reply_source, reply_key, reply, keeps_reply, quote_source,
        quote_key, quote, keeps_quote)
      VALUES (\(post), \(post.number <= lastPost), \(isUnchanged), \(reply.source),
        \(reply.key), \(reply.number), \(reply.isKept), \(quote.source), \(quote.key),
        \(quote.number), \(quote.isKept))
      ON CONFLICT (post) DO UPDATE SET reply_source = excluded.reply_source,
        reply_key = excluded.reply_key, reply = excluded.reply, keeps_reply = excluded.keeps_reply,
        quote_source = excluded.quote_source, quote_key = excluded.quote_key,
        quote = excluded.quote, keeps_quote = excluded.keeps_quote
      """)
  }

  func follow(from follower: User.ID, to followee: User.ID, at moment: Moment?) throws -> Bool {
    if isContinued,
      try exists(in: "temp.added_follows WHERE follower = \(follower) AND followee = \(followee)")
    {
      return false
    }
    try connection.run(
      """
      INSERT OR IGNORE INTO staged_follows (follower, followee, at)
      VALUES (\(follower), \(followee), \(moment))
      """)
    return connection.changes > 0
  }

  func like(_ post: Post.ID, by user: User.ID, at moment: Moment?) throws -> Bool {
    if isContinued, try exists(in: "temp.added_likes WHERE post = \(post) AND liker = \(user)") {
      return false
    }
    try connection.run(
      "INSERT OR IGNORE INTO staged_likes (post, liker, at) VALUES (\(post), \(user), \(moment))")
    return connection.changes > 0
  }

  /// Whether an earlier batch of this import has added a row.
  private func exists(in added: SQL) throws -> Bool {
    try connection.hasRow("SELECT 1 FROM \(added)")
  }

  func isFirst(of post: Post.ID) throws -> Bool {
    if post.number > lastPost { return false }
    try connection.run("INSERT OR IGNORE INTO staged_known (post) VALUES (\(post))")
    return connection.changes > 0
  }

  func note(number: Post.ID, of post: Post.ID) throws {
    try connection.run(
      "INSERT OR REPLACE INTO staged_numbers (number, post) VALUES (\(number), \(post))")
  }

  func post(numbered number: Post.ID) throws -> Post.ID? {
    try connection.value("SELECT post FROM staged_numbers WHERE number = \(number)")
  }

  func restore(_ mark: ImportedMark) throws -> Bool {
    switch mark {
    case .mute(let muter, let muted, let at):
      try connection.run(
        "INSERT OR IGNORE INTO mutes (muted, muter, at) VALUES (\(muted), \(muter), \(at))")
    case .bookmark(let user, let post, let at):
      try connection.run(
        "INSERT OR IGNORE INTO bookmarks (post, reader, at) VALUES (\(post), \(user), \(at))")
    case .flag(let reporter, let post, let at, let reason):
      let values: SQL = "\(post), \(reporter), \(at), \(reason)"
      try connection.run(
        """
        INSERT OR IGNORE INTO flags (post, reporter, at, reason, checksum)
        VALUES (\(values), row_checksum(\(values)))
        """)
    case .readMark(let user, let timeline, let notices):
      try connection.run(
        """
        INSERT INTO read_marks (reader, at, notices_at) VALUES (\(user), \(timeline), \(notices))
        ON CONFLICT (reader) DO UPDATE SET at = max(at, excluded.at),
          notices_at = max(notices_at, excluded.notices_at)
        WHERE excluded.at > at OR excluded.notices_at > notices_at
        """)
    }
    return connection.changes > 0
  }
}

/// The columns of a tie in `staged_posts`.
private struct StagedTie {
  let source: String?
  let key: String?
  let number: Post.ID?
  let isKept: Bool

  init(_ tie: PendingReference?) {
    switch tie {
    case nil: (source, key, number, isKept) = (nil, nil, nil, false)
    case .origin(let origin):
      (source, key, number, isKept) = (origin.source, origin.key, nil, false)
    case .post(let id): (source, key, number, isKept) = (nil, nil, id, false)
    case .number(let id): (source, key, number, isKept) = (nil, nil, id, true)
    }
  }
}

/// The rows that an import stages in temporary tables and adds at its end.
struct StagedRows {
  static let creation: [SQL] = [
    """
    CREATE TEMP TABLE IF NOT EXISTS staged_follows (
      follower INTEGER, followee INTEGER, at INTEGER, PRIMARY KEY (follower, followee)
    ) WITHOUT ROWID
    """,
    """
    CREATE TEMP TABLE IF NOT EXISTS staged_likes (
      post INTEGER, liker INTEGER, at INTEGER, PRIMARY KEY (post, liker)
    ) WITHOUT ROWID
    """,
    """
    CREATE TEMP TABLE IF NOT EXISTS added_follows (
      follower INTEGER, followee INTEGER, PRIMARY KEY (follower, followee)
    ) WITHOUT ROWID
    """,
    """
    CREATE TEMP TABLE IF NOT EXISTS added_likes (
      post INTEGER, liker INTEGER, PRIMARY KEY (post, liker)
    ) WITHOUT ROWID
    """,
    """
    CREATE TEMP TABLE IF NOT EXISTS staged_posts (
      post INTEGER PRIMARY KEY, has_marks INTEGER NOT NULL DEFAULT 0,
      is_unchanged INTEGER NOT NULL DEFAULT 0,
      reply_source TEXT, reply_key TEXT, reply INTEGER, keeps_reply INTEGER NOT NULL DEFAULT 0,
      quote_source TEXT, quote_key TEXT, quote INTEGER, keeps_quote INTEGER NOT NULL DEFAULT 0)
    """,
    """
    CREATE TEMP TABLE IF NOT EXISTS staged_ties (
      post INTEGER PRIMARY KEY, above INTEGER, quoted INTEGER)
    """,
    "CREATE INDEX IF NOT EXISTS temp.staged_ties_by_above ON staged_ties (above)",
    """
    CREATE TEMP TABLE IF NOT EXISTS staged_order (
      place INTEGER PRIMARY KEY, post INTEGER NOT NULL UNIQUE)
    """,
    "CREATE TEMP TABLE IF NOT EXISTS staged_numbers (number INTEGER PRIMARY KEY, post INTEGER)",
    "CREATE TEMP TABLE IF NOT EXISTS staged_known (post INTEGER PRIMARY KEY)",
    """
    CREATE TEMP TABLE IF NOT EXISTS staged_marks (
      reader INTEGER PRIMARY KEY, unseen INTEGER, at INTEGER)
    """,
  ]
  static let removal: [SQL] = [
    "DROP TABLE IF EXISTS temp.staged_follows", "DROP TABLE IF EXISTS temp.staged_likes",
    "DROP TABLE IF EXISTS temp.added_follows", "DROP TABLE IF EXISTS temp.added_likes",
    "DROP TABLE IF EXISTS temp.staged_posts", "DROP TABLE IF EXISTS temp.staged_numbers",
    "DROP TABLE IF EXISTS temp.staged_marks", "DROP TABLE IF EXISTS temp.staged_ties",
    "DROP TABLE IF EXISTS temp.staged_order", "DROP TABLE IF EXISTS temp.staged_known",
  ]

  let work: SQLiteImport
  let writing: SQLiteWriting
  let connection: Connection

  init(_ work: SQLiteImport) {
    self.work = work
    writing = work.writing
    connection = work.connection
  }

  // MARK: Edges

  /// Adds the staged follows and likes, all of which are new, and moves their counts.
  func addEdges() throws -> ImportedEdges {
    var added = ImportedEdges()
    added.follows = try count("SELECT count(*) FROM temp.staged_follows")
    added.likes = try count("SELECT count(*) FROM temp.staged_likes")
    if added.follows > 0 { try addFollows(added.follows) }
    if added.likes > 0 { try addLikes(added.likes) }
    return added
  }

  /// Notes what this batch adds, so that a later batch of this import finds repetitions.
  func noteBatch(after lastPost: Int64) throws {
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
  func dropKnownEdges() throws {
    try connection.run(
      """
      DELETE FROM temp.staged_follows WHERE EXISTS (
        SELECT 1 FROM follows AS f
        WHERE f.follower = staged_follows.follower AND f.followee = staged_follows.followee)
      """)
    try connection.run(
      """
      DELETE FROM temp.staged_likes WHERE EXISTS (
        SELECT 1 FROM likes AS l
        WHERE l.post = staged_likes.post AND l.liker = staged_likes.liker)
      """)
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
    // In a new network the indexes have the same rows in order.
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

  /// Marks all posts and notices of the new users as seen.
  func markSeen(after lastUser: Int64) throws {
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
  func stageMarks(upTo lastUser: Int64) throws {
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
  func storeMarks() throws {
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
  func silence(mentionsAfter lastPost: Int64, ofUsersUpTo lastUser: Int64) throws {
    try connection.run(
      """
      UPDATE mentions SET kind = 0 WHERE post > \(lastPost) AND mentioned <= \(lastUser) AND kind > 0
        AND at > coalesce((SELECT notices_at FROM read_marks WHERE reader = mentions.mentioned), 0)
      """)
  }
}
