internal import Model
internal import SQLite

/// The tables of the file in the order of their creation.
///
/// `docs/database.md` explains them to people who open the file with other tools.
extension Table {
  static let all =
    [counters, users, pictures, thumbnails, posts] + EdgeKind.allCases.map(\.table)
    + [mentions, hashtags, gonePosts, readMarks]

  /// The last number given out, for users and for posts.
  private static let counters = Table(
    name: "counters", rows: .counter,
    definition: """
      CREATE TABLE counters (
        name TEXT NOT NULL PRIMARY KEY,
        value INTEGER NOT NULL CHECK (value >= 0)
      ) STRICT, WITHOUT ROWID
      """,
    columns: ["name", "value"], key: ["name"])

  static let users = Table(
    name: "users", rows: .user,
    definition: """
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
      """,
    columns: [
      "id", "username", "name", "bio", "avatar", "created_at", "checksum", "last_post_at",
      "post_count", "follower_count", "following_count", "like_count", "banner",
    ],
    key: ["id"], hasRowNumbers: true,
    references: [
      Reference(column: "avatar", parent: .pictures, cleared: ["avatar"]),
      Reference(column: "banner", parent: .pictures, cleared: ["banner"]),
    ],
    content: ["id", "username", "name", "bio", "avatar", "created_at"],
    addedContent: ["banner"], added: [.null],
    indexes: [Index(name: "sqlite_autoindex_users_1", columns: ["username"], isAutomatic: true)],
    // A handle is one word.
    fullText: FullText(
      name: "user_words", number: "id", columns: ["username", "name"],
      options: """
        columnsize=0, prefix='1 2 3',
          tokenize="unicode61 remove_diacritics 2 tokenchars '_.'"
        """,
      beginnings: [1, 2, 3]))

  static let pictures = Table(
    name: "pictures", rows: .picture,
    definition: """
      CREATE TABLE pictures (
        id INTEGER PRIMARY KEY,
        hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
        width INTEGER NOT NULL CHECK (width > 0),
        height INTEGER NOT NULL CHECK (height > 0),
        bytes INTEGER NOT NULL CHECK (bytes > 0),
        checksum INTEGER NOT NULL,
        content BLOB NOT NULL
      ) STRICT
      """,
    columns: ["id", "hash", "width", "height", "bytes", "checksum", "content"], key: ["id"],
    hasRowNumbers: true,
    content: ["id", "hash", "width", "height", "bytes", "content"],
    indexes: [Index(name: "sqlite_autoindex_pictures_1", columns: ["hash"], isAutomatic: true)])

  static let thumbnails = Table(
    name: "thumbnails", rows: .thumbnail,
    definition: """
      CREATE TABLE thumbnails (
        picture INTEGER PRIMARY KEY REFERENCES pictures (id),
        pixels BLOB NOT NULL
      ) STRICT
      """,
    columns: ["picture", "pixels"], key: ["picture"], hasRowNumbers: true,
    references: [Reference(column: "picture", parent: .pictures)], isDerived: true)

  /// Clustered by author, privacy and time, so that a page of a profile is one stretch of the file.
  ///
  /// The row number in the full-text table is the time: newest first is its own order.
  static let posts = Table(
    name: "posts", rows: .post,
    definition: """
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
      """,
    columns: [
      "author", "private", "at", "id", "text", "picture", "alt", "checksum", "like_count",
      "reply_to", "thread", "quotes", "reposts", "edited_at", "reply_count", "repost_count",
    ],
    key: ["author", "private", "at"],
    references: [
      Reference(column: "author", parent: .users),
      Reference(column: "reposts", parent: .posts),
      Reference(column: "picture", parent: .pictures, cleared: ["picture", "alt"]),
    ],
    content: ["author", "private", "at", "id", "text", "picture", "alt"],
    addedContent: ["reply_to", "thread", "quotes", "reposts", "edited_at"],
    added: [.null, .null, .null, .null, .null, .integer(0), .integer(0)],
    indexes: [
      Index(name: "posts_by_time", columns: ["at"], isUnique: true),
      Index(name: "posts_by_id", columns: ["id"], isUnique: true),
      Index(name: "posts_by_picture", columns: ["picture"], condition: "picture IS NOT NULL"),
      Index(
        name: "posts_by_thread", columns: ["thread", "at", "reply_to", "id"],
        condition: "thread IS NOT NULL"),
      Index(
        name: "posts_by_reply_to", columns: ["reply_to", "at"], condition: "reply_to IS NOT NULL"),
      Index(
        name: "posts_by_answerer", columns: ["author", "at"],
        condition: "reply_to IS NOT NULL AND private = 0"),
      Index(
        name: "posts_by_repost", columns: ["reposts", "author"], isUnique: true,
        condition: "reposts IS NOT NULL"),
    ],
    fullText: FullText(
      name: "post_words", number: "at", columns: ["text", "alt"],
      options: "columnsize=0, tokenize='unicode61 remove_diacritics 2'"))

  private static let readMarks = Table(
    name: "read_marks", rows: .readMark,
    definition: """
      CREATE TABLE read_marks (
        user INTEGER PRIMARY KEY REFERENCES users (id),
        at INTEGER NOT NULL
      , notices_at INTEGER NOT NULL DEFAULT 0) STRICT
      """,
    columns: ["user", "at", "notices_at"], key: ["user"], hasRowNumbers: true,
    references: [Reference(column: "user", parent: .users)], added: [.integer(0)])

  /// The users whom a post concerns: those it names, at their `place` in the text, and the authors
  /// of the posts it answers, quotes or repeats.
  ///
  /// `kind` is the notice that the user gets, and 0 for none.
  static let mentions = Table(
    name: "mentions", rows: .mention,
    definition: """
      CREATE TABLE mentions (
        post INTEGER NOT NULL REFERENCES posts (id),
        user INTEGER NOT NULL REFERENCES users (id),
        kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 4),
        place INTEGER NOT NULL CHECK (place >= 0),
        at INTEGER NOT NULL,
        PRIMARY KEY (post, user)
      ) STRICT, WITHOUT ROWID
      """,
    columns: ["post", "user", "kind", "place", "at"], key: ["post", "user"],
    references: [
      Reference(column: "post", parent: .posts), Reference(column: "user", parent: .users),
    ],
    indexes: [Index(name: "mentions_by_user", columns: ["user", "kind", "at", "post"])])

  /// The hashtags of public posts, by the time of the post.
  static let hashtags = Table(
    name: "hashtags", rows: .hashtag,
    definition: """
      CREATE TABLE hashtags (
        tag TEXT NOT NULL,
        at INTEGER NOT NULL,
        spelling TEXT NOT NULL,
        PRIMARY KEY (tag, at)
      ) STRICT, WITHOUT ROWID
      """,
    columns: ["tag", "at", "spelling"], key: ["tag", "at"], isDerived: true)

  /// The places of deleted posts in conversations that go on.
  private static let gonePosts = Table(
    name: "gone_posts", rows: .gonePost,
    definition: """
      CREATE TABLE gone_posts (
        thread INTEGER NOT NULL,
        at INTEGER NOT NULL,
        id INTEGER NOT NULL,
        reply_to INTEGER NOT NULL,
        PRIMARY KEY (thread, at)
      ) STRICT, WITHOUT ROWID
      """,
    columns: ["thread", "at", "id", "reply_to"], key: ["thread", "at"])

  /// The condition for pictures that neither a post nor an avatar shows.
  static let isUnshownPicture: SQL = """
    NOT EXISTS (SELECT 1 FROM posts WHERE picture = pictures.id)
      AND id NOT IN (SELECT avatar FROM users WHERE avatar IS NOT NULL)
      AND id NOT IN (SELECT banner FROM users WHERE banner IS NOT NULL)
    """

  /// The condition for thumbnails whose picture is gone.
  static let isOrphanedThumbnail: SQL = "picture NOT IN (SELECT id FROM pictures)"

  /// The condition for thumbnails of impossible size; an empty one marks an undecodable picture.
  static let isBadThumbnail: SQL = "length(pixels) NOT IN (0, \(Thumbnail.byteCount))"
}

/// A column whose value follows from other rows.
struct CountRule: Sendable {
  let column: DerivedColumn
  let table: Table
  /// The value for the row `counted`.
  let actual: SQL

  /// The counts of users and posts, edges included; those of users come first.
  static var all: [CountRule] {
    let edges = EdgeKind.allCases.flatMap { kind in kind.rules.counts.map { rule($0, of: kind) } }
    return [
      CountRule(
        column: .posts, table: .users,
        actual: "SELECT count(*) FROM posts WHERE author = counted.id AND private = 0")
    ] + edges.filter { $0.table.name == "users" } + [
      CountRule(
        column: .newestPost, table: .users,
        actual: """
          SELECT coalesce(max(at), 0) FROM posts WHERE author = counted.id AND private = 0
          """)
    ] + edges.filter { $0.table.name == "posts" } + [
      CountRule(
        column: .replies, table: .posts,
        actual: "SELECT count(*) FROM posts WHERE reply_to = counted.id AND private = 0"),
      CountRule(
        column: .reposts, table: .posts,
        actual: "SELECT count(*) FROM posts WHERE reposts = counted.id"),
    ]
  }

  private static func rule(_ count: EdgeKind.Count, of kind: EdgeKind) -> CountRule {
    let (edges, targetsUsers) = (kind.stored, kind.rules.target == .user)
    // A forbidden edge to oneself counts for neither end.
    let others: SQL =
      kind.table.isOwnEdge == nil ? "" : " AND \(edges.source) <> \(edges.target)"
    switch count {
    case .ofSource(let column):
      return CountRule(
        column: column, table: .users,
        actual: """
          SELECT count(*) FROM \(edges.name) WHERE \(edges.source) = counted.id\(others)
          """)
    case .ofTarget(let column):
      return CountRule(
        column: column, table: targetsUsers ? .users : .posts,
        actual: """
          SELECT count(*) FROM \(edges.name) WHERE \(edges.target) = counted.id\(others)
          """)
    case .ofAuthor(let column):
      return CountRule(
        column: column, table: .users,
        actual: """
          SELECT count(*) FROM posts AS p JOIN \(edges.name) AS e ON e.\(edges.target) = p.id
          WHERE p.author = counted.id AND p.private = 0
          """)
    }
  }
}

extension DerivedColumn {
  var name: Name {
    switch self {
    case .posts: "post_count"
    case .followers: "follower_count"
    case .following: "following_count"
    case .likes: "like_count"
    case .author: "author"
    case .replies: "reply_count"
    case .reposts: "repost_count"
    case .newestPost: "last_post_at"
    }
  }
}

/// Why a post concerns a user; the number is stored.
///
/// Of several reasons the greatest counts.
enum MentionKind: Int {
  /// No notice: the post is private, or the user its author.
  case none, mention, quote, reply, repost
}
