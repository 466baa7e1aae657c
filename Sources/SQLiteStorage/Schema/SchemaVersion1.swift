internal import SQLText

/// The schema of version 1, in the order of creation.
///
/// It never changes.
enum SchemaVersion1 {
  static let definitions: [SchemaDefinition] = [
    .table(
      "counters",
      """
      CREATE TABLE counters (
        name TEXT NOT NULL PRIMARY KEY,
        value INTEGER NOT NULL CHECK (value >= 0)
      ) STRICT, WITHOUT ROWID
      """),
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
      ) STRICT
      """),
    .automatic("sqlite_autoindex_users_1", on: "users"),
    .table(
      "pictures",
      """
      CREATE TABLE pictures (
        id INTEGER PRIMARY KEY,
        hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
        width INTEGER NOT NULL CHECK (width > 0),
        height INTEGER NOT NULL CHECK (height > 0),
        bytes INTEGER NOT NULL CHECK (bytes > 0),
        checksum INTEGER NOT NULL,
        content BLOB NOT NULL
      ) STRICT
      """),
    .automatic("sqlite_autoindex_pictures_1", on: "pictures"),
    .table(
      "thumbnails",
      """
      CREATE TABLE thumbnails (
        picture INTEGER PRIMARY KEY REFERENCES pictures (id),
        pixels BLOB NOT NULL
      ) STRICT
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
        like_count INTEGER NOT NULL DEFAULT 0 CHECK (like_count >= 0),
        PRIMARY KEY (author, private, at)
      ) STRICT, WITHOUT ROWID
      """),
    .table(
      "follows",
      """
      CREATE TABLE follows (
        follower INTEGER NOT NULL REFERENCES users (id),
        followee INTEGER NOT NULL REFERENCES users (id),
        PRIMARY KEY (follower, followee),
        CHECK (follower <> followee)
      ) STRICT, WITHOUT ROWID
      """),
    .table(
      "likes",
      """
      CREATE TABLE likes (
        post INTEGER NOT NULL REFERENCES posts (id),
        user INTEGER NOT NULL REFERENCES users (id),
        at INTEGER NOT NULL,
        PRIMARY KEY (post, user)
      ) STRICT, WITHOUT ROWID
      """),
    .table(
      "flags",
      """
      CREATE TABLE flags (
        post INTEGER NOT NULL REFERENCES posts (id),
        reporter INTEGER NOT NULL REFERENCES users (id),
        at INTEGER NOT NULL,
        reason TEXT,
        checksum INTEGER NOT NULL,
        PRIMARY KEY (post, reporter)
      ) STRICT, WITHOUT ROWID
      """),
    .table(
      "read_marks",
      """
      CREATE TABLE read_marks (
        user INTEGER PRIMARY KEY REFERENCES users (id),
        at INTEGER NOT NULL
      ) STRICT
      """),
    .index("posts_by_time", on: "posts", "CREATE UNIQUE INDEX posts_by_time ON posts (at)"),
    .index("posts_by_id", on: "posts", "CREATE UNIQUE INDEX posts_by_id ON posts (id)"),
    .index(
      "posts_by_picture", on: "posts",
      "CREATE INDEX posts_by_picture ON posts (picture) WHERE picture IS NOT NULL"),
    .index(
      "follows_by_followee", on: "follows",
      "CREATE UNIQUE INDEX follows_by_followee ON follows (followee, follower)"),
    .index("likes_by_user", on: "likes", "CREATE INDEX likes_by_user ON likes (user, at, post)"),
    .index(
      "flags_by_time", on: "flags", "CREATE INDEX flags_by_time ON flags (at, post, reporter)"),
    .index(
      "flags_by_reporter", on: "flags", "CREATE INDEX flags_by_reporter ON flags (reporter)"),
    .table(
      "post_words",
      """
      CREATE VIRTUAL TABLE post_words USING fts5(
        text, alt, content='', columnsize=0, tokenize='unicode61 remove_diacritics 2')
      """),
    .shadow(
      "post_words_data", "CREATE TABLE 'post_words_data'(id INTEGER PRIMARY KEY, block BLOB)"),
    .shadow(
      "post_words_idx",
      "CREATE TABLE 'post_words_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID"),
    .shadow(
      "post_words_config", "CREATE TABLE 'post_words_config'(k PRIMARY KEY, v) WITHOUT ROWID"),
    .table(
      "user_words",
      """
      CREATE VIRTUAL TABLE user_words USING fts5(
        username, name, content='', columnsize=0, prefix='1 2 3',
        tokenize="unicode61 remove_diacritics 2 tokenchars '_.'")
      """),
    .shadow(
      "user_words_data", "CREATE TABLE 'user_words_data'(id INTEGER PRIMARY KEY, block BLOB)"),
    .shadow(
      "user_words_idx",
      "CREATE TABLE 'user_words_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID"),
    .shadow(
      "user_words_config", "CREATE TABLE 'user_words_config'(k PRIMARY KEY, v) WITHOUT ROWID"),
  ]
}
