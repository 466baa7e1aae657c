internal import SQLText

/// The schema of version 2.
///
/// It never changes.
enum SchemaVersion2 {
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
      "thumbnails",
      """
      CREATE TABLE thumbnails (
        picture INTEGER PRIMARY KEY REFERENCES pictures (id),
        pixels BLOB NOT NULL
      , whole BLOB) STRICT
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

  static let follows: StaticString = """
    CREATE TABLE follows (
      follower INTEGER NOT NULL REFERENCES users (id),
      followee INTEGER NOT NULL REFERENCES users (id),
      at INTEGER NOT NULL,
      PRIMARY KEY (follower, followee),
      CHECK (follower <> followee)
    ) STRICT, WITHOUT ROWID
    """

  static let likes: StaticString = """
    CREATE TABLE likes (
      post INTEGER NOT NULL REFERENCES posts (id),
      user INTEGER NOT NULL REFERENCES users (id),
      at INTEGER NOT NULL,
      author INTEGER NOT NULL,
      PRIMARY KEY (post, user)
    ) STRICT, WITHOUT ROWID
    """

  static let newTables: [SchemaDefinition] = [
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

  static let indexes: [SchemaDefinition] = [
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
}
