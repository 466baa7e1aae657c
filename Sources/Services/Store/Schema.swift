internal import SQLite

/// The tables, and the identity by which a file is known to be one of ours.
///
/// `docs/database.md` explains the tables to people who open the file with other tools. A shipped
/// version is never edited: a change is a further version with the statements that lead to it.
enum Schema {
  static let identity = DatabaseIdentity(
    applicationID: 0x5052_4F46,  // "PROF"
    versions: [
      .init(
        number: 1,
        migration: definitions.compactMap(\.statement) + [
          "INSERT INTO counters (name, value) VALUES ('users', 0), ('posts', 0)"
        ],
        schema: definitions.map(\.object))
    ])

  static let definitions: [SchemaDefinition] =
    [
      .table("counters", counters),
      .table("users", users), .automaticIndex(1, of: "users"),
      .table("pictures", pictures), .automaticIndex(1, of: "pictures"),
      .table("thumbnails", thumbnails),
      .table("posts", posts),
      .index("posts_by_time", on: "posts", "CREATE UNIQUE INDEX posts_by_time ON posts (at)"),
      .index("posts_by_id", on: "posts", "CREATE UNIQUE INDEX posts_by_id ON posts (id)"),
      .index("posts_by_picture", on: "posts", postsByPicture),
      .table("follows", follows),
      .index("follows_by_followee", on: "follows", followsByFollowee),
      .table("likes", likes),
      .index("likes_by_user", on: "likes", "CREATE INDEX likes_by_user ON likes (user, at, post)"),
      .table("flags", flags),
      .index(
        "flags_by_time", on: "flags", "CREATE INDEX flags_by_time ON flags (at, post, reporter)"),
      .index("flags_by_reporter", on: "flags", flagsByReporter),
      .table("read_marks", readMarks),
    ] + SchemaDefinition.fullText("post_words", postWords)
    + SchemaDefinition.fullText("user_words", userWords)

  /// The last number given out, for each kind of thing that people or files know by number.
  private static let counters: SQL = """
    CREATE TABLE counters (
      name TEXT NOT NULL PRIMARY KEY,
      value INTEGER NOT NULL CHECK (value >= 0)
    ) STRICT, WITHOUT ROWID
    """

  private static let users: SQL = """
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
    ) STRICT
    """

  /// Clustered so that one author's public posts, and their private ones, are each one stretch of
  /// the file in the order of time: a page of a profile is read in one go.
  private static let posts: SQL = """
    CREATE TABLE posts (
      author INTEGER NOT NULL REFERENCES users (id),
      private INTEGER NOT NULL CHECK (private IN (0, 1)),
      at INTEGER NOT NULL CHECK (at > 0),
      id INTEGER NOT NULL,
      text TEXT NOT NULL,
      picture INTEGER REFERENCES pictures (id),
      alt TEXT,
      checksum INTEGER NOT NULL,
      like_count INTEGER NOT NULL DEFAULT 0 CHECK (like_count >= 0),
      PRIMARY KEY (author, private, at)
    ) STRICT, WITHOUT ROWID
    """

  private static let postsByPicture: SQL =
    "CREATE INDEX posts_by_picture ON posts (picture) WHERE picture IS NOT NULL"

  private static let follows: SQL = """
    CREATE TABLE follows (
      follower INTEGER NOT NULL REFERENCES users (id),
      followee INTEGER NOT NULL REFERENCES users (id),
      PRIMARY KEY (follower, followee),
      CHECK (follower <> followee)
    ) STRICT, WITHOUT ROWID
    """

  private static let followsByFollowee: SQL =
    "CREATE UNIQUE INDEX follows_by_followee ON follows (followee, follower)"

  private static let likes: SQL = """
    CREATE TABLE likes (
      post INTEGER NOT NULL REFERENCES posts (id),
      user INTEGER NOT NULL REFERENCES users (id),
      at INTEGER NOT NULL,
      PRIMARY KEY (post, user)
    ) STRICT, WITHOUT ROWID
    """

  private static let flags: SQL = """
    CREATE TABLE flags (
      post INTEGER NOT NULL REFERENCES posts (id),
      reporter INTEGER NOT NULL REFERENCES users (id),
      at INTEGER NOT NULL,
      reason TEXT,
      checksum INTEGER NOT NULL,
      PRIMARY KEY (post, reporter)
    ) STRICT, WITHOUT ROWID
    """

  private static let flagsByReporter: SQL =
    "CREATE INDEX flags_by_reporter ON flags (reporter)"

  private static let readMarks: SQL = """
    CREATE TABLE read_marks (
      user INTEGER PRIMARY KEY REFERENCES users (id),
      at INTEGER NOT NULL
    ) STRICT
    """

  private static let pictures: SQL = """
    CREATE TABLE pictures (
      id INTEGER PRIMARY KEY,
      hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
      width INTEGER NOT NULL CHECK (width > 0),
      height INTEGER NOT NULL CHECK (height > 0),
      bytes INTEGER NOT NULL CHECK (bytes > 0),
      checksum INTEGER NOT NULL,
      content BLOB NOT NULL
    ) STRICT
    """

  private static let thumbnails: SQL = """
    CREATE TABLE thumbnails (
      picture INTEGER PRIMARY KEY REFERENCES pictures (id),
      pixels BLOB NOT NULL
    ) STRICT
    """

  /// What `search` looks through; the row number is the post's time, so that newest first is the
  /// index's own order.
  private static let postWords: SQL = """
    CREATE VIRTUAL TABLE post_words USING fts5(
      \(postWordsForm()))
    """

  /// Its columns and how it takes words apart; it keeps no text unless `content` says where.
  static func postWordsForm(content: SQL = "content=''") -> SQL {
    "text, alt, \(content), columnsize=0, tokenize='unicode61 remove_diacritics 2'"
  }

  /// What `users TEXT` looks through; the row number is the user's.
  ///
  /// A handle is one word.
  private static let userWords: SQL = """
    CREATE VIRTUAL TABLE user_words USING fts5(
      \(userWordsForm()))
    """

  /// How many letters of a word are looked for at once, because people type so many.
  static let userWordsBeginnings = [1, 2, 3]

  static func userWordsForm(content: SQL = "content=''") -> SQL {
    """
    username, name, \(content), columnsize=0, prefix='1 2 3',
      tokenize="unicode61 remove_diacritics 2 tokenchars '_.'"
    """
  }
}
