internal import SQLText

/// The schema of a network on a server, shaped so that its tables can be spread over machines.
///
/// The first column of a key decides which machine stores a row. Data that is read from two sides
/// is stored in two halves. No table refers to another: changes lock the rows they rely on.
enum PostgresSchema {
  static let version = 1
  /// While a migration fills the tables.
  static let unfinished = -1

  /// In the order of creation.
  static let tables: [SQL] = [
    "CREATE SCHEMA profilectl",
    """
    CREATE TABLE profilectl.network (
      format text PRIMARY KEY CHECK (format = 'PROF'), version bigint NOT NULL, id text NOT NULL)
    """,
    "CREATE SEQUENCE profilectl.user_ids CACHE 1",
    "CREATE SEQUENCE profilectl.post_ids CACHE 1",
    """
    CREATE TABLE profilectl.handles (
      username text COLLATE "C" PRIMARY KEY CHECK (length(username) BETWEEN 1 AND 30),
      id bigint NOT NULL)
    """,
    """
    CREATE TABLE profilectl.users (
      id bigint PRIMARY KEY, username text COLLATE "C" NOT NULL, name text NOT NULL,
      bio text NOT NULL, avatar bigint, banner bigint, created_at bigint NOT NULL,
      checksum bigint NOT NULL, last_post_at bigint NOT NULL DEFAULT 0,
      post_count bigint NOT NULL DEFAULT 0 CHECK (post_count >= 0),
      follower_count bigint NOT NULL DEFAULT 0 CHECK (follower_count >= 0),
      following_count bigint NOT NULL DEFAULT 0 CHECK (following_count >= 0),
      like_count bigint NOT NULL DEFAULT 0 CHECK (like_count >= 0),
      slots bigint NOT NULL DEFAULT 0 CHECK (slots >= 0), words tsvector NOT NULL)
    """,
    // Further parts of `follower_count`, for users with `slots`; a part may be negative.
    """
    CREATE TABLE profilectl.count_slots (
      owner bigint, slot bigint, followers bigint NOT NULL, PRIMARY KEY (owner, slot))
    """,
    """
    CREATE TABLE profilectl.follows (
      follower bigint, followee bigint CHECK (follower <> followee), at bigint NOT NULL,
      PRIMARY KEY (follower, followee))
    """,
    """
    CREATE TABLE profilectl.followers (
      followee bigint, follower bigint CHECK (follower <> followee), at bigint NOT NULL,
      PRIMARY KEY (followee, follower))
    """,
    """
    CREATE TABLE profilectl.posts (
      author bigint, private bigint CHECK (private IN (0, 1)), at bigint CHECK (at > 0),
      id bigint NOT NULL, text text NOT NULL, picture bigint, alt text, checksum bigint NOT NULL,
      like_count bigint NOT NULL DEFAULT 0 CHECK (like_count >= 0),
      reply_to bigint, thread bigint, quotes bigint, reposts bigint, edited_at bigint,
      reply_count bigint NOT NULL DEFAULT 0 CHECK (reply_count >= 0),
      repost_count bigint NOT NULL DEFAULT 0 CHECK (repost_count >= 0), words tsvector NOT NULL,
      PRIMARY KEY (author, private, at))
    """,
    // The key of each post by its number.
    """
    CREATE TABLE profilectl.post_places (
      id bigint PRIMARY KEY, author bigint NOT NULL, private bigint NOT NULL, at bigint NOT NULL)
    """,
    // The answers of each conversation, without its first post; one that is deleted, and has
    // answers, stays without an author.
    """
    CREATE TABLE profilectl.thread_posts (
      thread bigint, at bigint, id bigint, reply_to bigint NOT NULL, author bigint,
      private bigint NOT NULL, PRIMARY KEY (thread, at, id))
    """,
    """
    CREATE TABLE profilectl.hashtags (
      tag text COLLATE "C", at bigint, id bigint, author bigint NOT NULL, spelling text NOT NULL,
      PRIMARY KEY (tag, at, id))
    """,
    // The users whom a post concerns, and the notice of each: as `mentions` and `notices`. A user
    // with `kind` 0 gets no notice; one with `place` 0 is not named in the text.
    """
    CREATE TABLE profilectl.mentions (
      author bigint, post bigint, mentioned bigint, kind bigint NOT NULL CHECK (kind BETWEEN 0 AND 4),
      place bigint NOT NULL CHECK (place >= 0), at bigint NOT NULL,
      PRIMARY KEY (author, post, mentioned))
    """,
    // `subject` is the post to show: for a repost, the repeated one.
    """
    CREATE TABLE profilectl.notices (
      recipient bigint, kind bigint CHECK (kind BETWEEN 1 AND 4), at bigint NOT NULL, post bigint,
      subject bigint NOT NULL, actor bigint NOT NULL, PRIMARY KEY (recipient, post))
    """,
    """
    CREATE TABLE profilectl.likes (
      author bigint, post bigint, liker bigint, at bigint NOT NULL,
      PRIMARY KEY (author, post, liker))
    """,
    """
    CREATE TABLE profilectl.liked (
      liker bigint, post bigint, author bigint NOT NULL, at bigint NOT NULL,
      PRIMARY KEY (liker, post))
    """,
    """
    CREATE TABLE profilectl.flags (
      author bigint, post bigint, reporter bigint, at bigint NOT NULL, reason text,
      checksum bigint NOT NULL, PRIMARY KEY (author, post, reporter))
    """,
    """
    CREATE TABLE profilectl.mutes (
      muter bigint, muted bigint CHECK (muter <> muted), at bigint NOT NULL,
      PRIMARY KEY (muter, muted))
    """,
    """
    CREATE TABLE profilectl.bookmarks (
      reader bigint, post bigint, at bigint NOT NULL, PRIMARY KEY (reader, post))
    """,
    """
    CREATE TABLE profilectl.read_marks (
      reader bigint PRIMARY KEY, at bigint NOT NULL DEFAULT 0, notices_at bigint NOT NULL DEFAULT 0)
    """,
    """
    CREATE TABLE profilectl.pictures (
      id bigint PRIMARY KEY, hash bytea NOT NULL CHECK (length(hash) = 32),
      width bigint NOT NULL CHECK (width > 0), height bigint NOT NULL CHECK (height > 0),
      bytes bigint NOT NULL CHECK (bytes > 0), checksum bigint NOT NULL, content bytea NOT NULL)
    """,
    """
    CREATE TABLE profilectl.thumbnails (
      picture bigint PRIMARY KEY, pixels bytea NOT NULL, whole bytea)
    """,
    """
    CREATE TABLE profilectl.origins (
      source text COLLATE "C", key text COLLATE "C", owner bigint, post bigint,
      digest bigint NOT NULL, PRIMARY KEY (source, key), CHECK ((owner IS NULL) <> (post IS NULL)))
    """,
  ]

  struct Index: Sendable {
    let name: Name
    let creation: SQL
    let removal: SQL

    /// `place` is the table with the indexed columns.
    init(_ name: Name, _ place: SQL, isUnique: Bool = false) {
      self.name = name
      let kind: SQL = isUnique ? "UNIQUE INDEX" : "INDEX"
      creation = "CREATE \(kind) \(name) ON profilectl.\(place)"
      removal = "DROP INDEX IF EXISTS profilectl.\(name)"
    }
  }

  /// Indexes beside the keys.
  static let indexes = [
    Index("users_words", "users USING gin (words)"),
    Index("users_avatar", "users (avatar) WHERE avatar IS NOT NULL"),
    Index("users_banner", "users (banner) WHERE banner IS NOT NULL"),
    Index("follows_by_time", "follows (follower, at, followee)"),
    Index("followers_by_time", "followers (followee, at, follower)"),
    Index("posts_by_time", "posts (at, id)"),
    Index("posts_by_id", "posts (id)"),
    Index("posts_words", "posts USING gin (words)"),
    Index("posts_by_picture", "posts (picture) WHERE picture IS NOT NULL"),
    Index("posts_by_answerer", "posts (author, at, id) WHERE reply_to IS NOT NULL AND private = 0"),
    Index("posts_by_repost", "posts (reposts, author) WHERE reposts IS NOT NULL", isUnique: true),
    Index("thread_posts_by_answered", "thread_posts (thread, reply_to, at, id)"),
    Index("notices_by_time", "notices (recipient, kind, at, subject, actor)"),
    Index("mentions_by_mentioned", "mentions (mentioned)"),
    Index("likes_by_time", "likes (author, at, post, liker)"),
    Index("likes_by_post", "likes (author, post, at, liker)"),
    Index("liked_by_time", "liked (liker, at, post)"),
    Index("flags_by_time", "flags (at, post, reporter)"),
    Index("flags_by_reporter", "flags (reporter)"),
    Index("mutes_by_time", "mutes (muter, at, muted)"),
    Index("mutes_by_muted", "mutes (muted)"),
    Index("bookmarks_by_time", "bookmarks (reader, at, post)"),
    Index("bookmarks_by_post", "bookmarks (post)"),
    Index("pictures_hash", "pictures (hash)"),
    Index("origins_by_owner", "origins (owner) WHERE owner IS NOT NULL"),
    Index("origins_by_post", "origins (post) WHERE post IS NOT NULL"),
  ]
}
