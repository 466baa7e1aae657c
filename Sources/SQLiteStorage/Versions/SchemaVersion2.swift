internal import Model
internal import SQLite

/// The migration from version 1: conversations, hashtags, notices, mutes and bookmarks.
///
/// `docs/decisions/0052-conversation-in-the-file.md` has the reasons. Posts and users get columns,
/// whose checksums stay as they are while the columns are NULL; follows and likes are copied.
enum SchemaVersion2 {
  static let statements: [SQL] =
    [
      "ALTER TABLE users ADD COLUMN banner INTEGER REFERENCES pictures (id)",
      "ALTER TABLE posts ADD COLUMN reply_to INTEGER",
      "ALTER TABLE posts ADD COLUMN thread INTEGER",
      "ALTER TABLE posts ADD COLUMN quotes INTEGER",
      "ALTER TABLE posts ADD COLUMN reposts INTEGER REFERENCES posts (id)",
      "ALTER TABLE posts ADD COLUMN edited_at INTEGER",
      """
      ALTER TABLE posts ADD COLUMN reply_count INTEGER NOT NULL DEFAULT 0 CHECK (reply_count >= 0)
      """,
      """
      ALTER TABLE posts ADD COLUMN repost_count INTEGER NOT NULL DEFAULT 0 CHECK (repost_count >= 0)
      """,
      "ALTER TABLE read_marks ADD COLUMN notices_at INTEGER NOT NULL DEFAULT 0",
      "DROP INDEX follows_by_followee",
      "ALTER TABLE follows RENAME TO old_follows",
      SQL(stringLiteral: follows),
      """
      INSERT INTO follows (follower, followee, at)
      SELECT f.follower, f.followee, max(a.created_at, b.created_at)
      FROM old_follows AS f CROSS JOIN users AS a ON a.id = f.follower
      CROSS JOIN users AS b ON b.id = f.followee
      """,
      "DROP TABLE old_follows",
      "DROP INDEX likes_by_user",
      "ALTER TABLE likes RENAME TO old_likes",
      SQL(stringLiteral: likes),
      """
      INSERT INTO likes (post, user, at, author)
      SELECT l.post, l.user, l.at, p.author
      FROM old_likes AS l CROSS JOIN posts AS p ON p.id = l.post
      """,
      "DROP TABLE old_likes",
    ] + (newTables + indexes).compactMap(\.statement)

  /// The whole schema of this version, in the order of the file.
  static let definitions: [SchemaDefinition] =
    SchemaVersion1.definitions.compactMap { old in
      dropped.contains(old.name) ? nil : altered.first { $0.name == old.name } ?? old
    } + [.table("follows", follows), .table("likes", likes)] + newTables + indexes

  private static let dropped: [Name] = ["follows", "likes", "follows_by_followee", "likes_by_user"]

  /// The tables of version 1 as SQLite writes them with their new columns.
  private static let altered: [SchemaDefinition] = [
    .table(
      "users",
      """
      CREATE TABLE users (
        id INTEGER PRIMARY KEY,
        username TEXT NOT NULL UNIQUE CHECK (length(username) BETWEEN 1 AND 30),
        name TEXT NOT NULL,
        bio TEXT NOT NULL,
        avatar INTEGER REFERENCES pictures (id),
        created_at INTEGER NOT NULL,
        checksum INTEGER NOT NULL,
        last_post_at INTEGER NOT NULL DEFAULT 0 CHECK (last_post_at >= 0),
        post_count INTEGER NOT NULL DEFAULT 0 CHECK (post_count >= 0),
        follower_count INTEGER NOT NULL DEFAULT 0 CHECK (follower_count >= 0),
        following_count INTEGER NOT NULL DEFAULT 0 CHECK (following_count >= 0),
        like_count INTEGER NOT NULL DEFAULT 0 CHECK (like_count >= 0)
      , banner INTEGER REFERENCES pictures (id)) STRICT
      """),
    .table(
      "posts",
      """
      CREATE TABLE posts (
        author INTEGER NOT NULL REFERENCES users (id),
        private INTEGER NOT NULL CHECK (private IN (0, 1)),
        at INTEGER NOT NULL CHECK (at > 0),
        id INTEGER NOT NULL,
        text TEXT NOT NULL,
        picture INTEGER REFERENCES pictures (id),
        alt TEXT,
        checksum INTEGER NOT NULL,
        like_count INTEGER NOT NULL DEFAULT 0 CHECK (like_count >= 0), reply_to INTEGER, \
      thread INTEGER, quotes INTEGER, reposts INTEGER REFERENCES posts (id), edited_at INTEGER, \
      reply_count INTEGER NOT NULL DEFAULT 0 CHECK (reply_count >= 0), \
      repost_count INTEGER NOT NULL DEFAULT 0 CHECK (repost_count >= 0),
        PRIMARY KEY (author, private, at)
      ) STRICT, WITHOUT ROWID
      """),
    .table(
      "read_marks",
      """
      CREATE TABLE read_marks (
        user INTEGER PRIMARY KEY REFERENCES users (id),
        at INTEGER NOT NULL
      , notices_at INTEGER NOT NULL DEFAULT 0) STRICT
      """),
  ]

  private static let follows: StaticString = """
    CREATE TABLE follows (
      follower INTEGER NOT NULL REFERENCES users (id),
      followee INTEGER NOT NULL REFERENCES users (id),
      at INTEGER NOT NULL,
      PRIMARY KEY (follower, followee),
      CHECK (follower <> followee)
    ) STRICT, WITHOUT ROWID
    """

  private static let likes: StaticString = """
    CREATE TABLE likes (
      post INTEGER NOT NULL REFERENCES posts (id),
      user INTEGER NOT NULL REFERENCES users (id),
      at INTEGER NOT NULL,
      author INTEGER NOT NULL,
      PRIMARY KEY (post, user)
    ) STRICT, WITHOUT ROWID
    """

  private static let newTables: [SchemaDefinition] = [
    .table(
      "mutes",
      """
      CREATE TABLE mutes (
        muted INTEGER NOT NULL REFERENCES users (id),
        muter INTEGER NOT NULL REFERENCES users (id),
        at INTEGER NOT NULL,
        PRIMARY KEY (muted, muter),
        CHECK (muted <> muter)
      ) STRICT, WITHOUT ROWID
      """),
    .table(
      "bookmarks",
      """
      CREATE TABLE bookmarks (
        post INTEGER NOT NULL REFERENCES posts (id),
        user INTEGER NOT NULL REFERENCES users (id),
        at INTEGER NOT NULL,
        PRIMARY KEY (post, user)
      ) STRICT, WITHOUT ROWID
      """),
    .table(
      "mentions",
      """
      CREATE TABLE mentions (
        post INTEGER NOT NULL REFERENCES posts (id),
        user INTEGER NOT NULL REFERENCES users (id),
        kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 4),
        place INTEGER NOT NULL CHECK (place >= 0),
        at INTEGER NOT NULL,
        PRIMARY KEY (post, user)
      ) STRICT, WITHOUT ROWID
      """),
    .table(
      "hashtags",
      """
      CREATE TABLE hashtags (
        tag TEXT NOT NULL,
        at INTEGER NOT NULL,
        spelling TEXT NOT NULL,
        PRIMARY KEY (tag, at)
      ) STRICT, WITHOUT ROWID
      """),
    .table(
      "gone_posts",
      """
      CREATE TABLE gone_posts (
        thread INTEGER NOT NULL,
        at INTEGER NOT NULL,
        id INTEGER NOT NULL,
        reply_to INTEGER NOT NULL,
        PRIMARY KEY (thread, at)
      ) STRICT, WITHOUT ROWID
      """),
  ]

  private static let indexes: [SchemaDefinition] = [
    .index(
      "posts_by_thread", on: "posts",
      "CREATE INDEX posts_by_thread ON posts (thread, at, reply_to, id) WHERE thread IS NOT NULL"),
    .index(
      "posts_by_reply_to", on: "posts",
      "CREATE INDEX posts_by_reply_to ON posts (reply_to, at) WHERE reply_to IS NOT NULL"),
    .index(
      "posts_by_answerer", on: "posts",
      """
      CREATE INDEX posts_by_answerer ON posts (author, at) \
      WHERE reply_to IS NOT NULL AND private = 0
      """),
    .index(
      "posts_by_repost", on: "posts",
      "CREATE UNIQUE INDEX posts_by_repost ON posts (reposts, author) WHERE reposts IS NOT NULL"),
    .index(
      "follows_by_followee", on: "follows",
      "CREATE INDEX follows_by_followee ON follows (followee, at, follower)"),
    .index(
      "follows_by_follower", on: "follows",
      "CREATE INDEX follows_by_follower ON follows (follower, at, followee)"),
    .index(
      "likes_by_user", on: "likes",
      "CREATE INDEX likes_by_user ON likes (user, at, post, author)"),
    .index(
      "likes_by_post", on: "likes",
      "CREATE INDEX likes_by_post ON likes (post, at, user)"),
    .index(
      "likes_by_author", on: "likes",
      "CREATE INDEX likes_by_author ON likes (author, at, post, user) WHERE author <> user"),
    .index(
      "mutes_by_muter", on: "mutes",
      "CREATE INDEX mutes_by_muter ON mutes (muter, at, muted)"),
    .index(
      "bookmarks_by_user", on: "bookmarks",
      "CREATE INDEX bookmarks_by_user ON bookmarks (user, at, post)"),
    .index(
      "mentions_by_user", on: "mentions",
      "CREATE INDEX mentions_by_user ON mentions (user, kind, at, post)"),
  ]

  /// Finds the mentions and hashtags of old posts, and marks all old notices as seen.
  ///
  /// One post is in memory at a time.
  static func fill(_ connection: Connection) throws {
    let writing = PostMarks(connection: connection)
    try connection.each(
      """
      SELECT id, author, private, at, text FROM posts
      WHERE instr(text, '@') > 0 OR instr(text, '#') > 0
      """
    ) { row in
      let place = PostPlace(
        id: Post.ID(row.int64(0)), author: User.ID(row.int64(1)), isPrivate: row.bool(2),
        at: Moment(microseconds: row.int64(3)))
      try writing.add(text: row.text(4), of: place, kinds: [:], at: place.at)
    }
    try connection.run(
      """
      INSERT INTO read_marks (user, at, notices_at)
      SELECT id, 0, newest FROM (
        SELECT id, max(
          coalesce((SELECT max(at) FROM follows WHERE followee = u.id), 0),
          coalesce((SELECT max(at) FROM likes WHERE author = u.id AND author <> user), 0),
          coalesce((SELECT max(at) FROM mentions WHERE user = u.id AND kind = 1), 0)) AS newest
        FROM users AS u
      ) WHERE newest > 0
      ON CONFLICT (user) DO UPDATE SET notices_at = excluded.notices_at
      """)
  }
}
