internal import Model
internal import SQLite

/// The tables of the file in the order of their creation.
///
/// `docs/database.md` explains them to people who open the file with other tools.
extension Table {
  static let all =
    [counters, users, pictures, thumbnails, posts] + EdgeKind.allCases.map(\.table) + [readMarks]

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
      ) STRICT
      """,
    columns: [
      "id", "username", "name", "bio", "avatar", "created_at", "checksum", "last_post_at",
      "post_count", "follower_count", "following_count", "like_count",
    ],
    key: ["id"], hasRowNumbers: true,
    references: [Reference(column: "avatar", parent: .pictures, cleared: ["avatar"])],
    content: ["id", "username", "name", "bio", "avatar", "created_at"],
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
        like_count INTEGER NOT NULL DEFAULT 0 CHECK (like_count >= 0),
        PRIMARY KEY (author, private, at)
      ) STRICT, WITHOUT ROWID
      """,
    columns: [
      "author", "private", "at", "id", "text", "picture", "alt", "checksum", "like_count",
    ],
    key: ["author", "private", "at"],
    references: [
      Reference(column: "author", parent: .users),
      Reference(column: "picture", parent: .pictures, cleared: ["picture", "alt"]),
    ],
    content: ["author", "private", "at", "id", "text", "picture", "alt"],
    indexes: [
      Index(name: "posts_by_time", columns: ["at"], isUnique: true),
      Index(name: "posts_by_id", columns: ["id"], isUnique: true),
      Index(name: "posts_by_picture", columns: ["picture"], condition: "picture IS NOT NULL"),
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
      ) STRICT
      """,
    columns: ["user", "at"], key: ["user"], hasRowNumbers: true,
    references: [Reference(column: "user", parent: .users)])

  /// The condition for pictures that neither a post nor an avatar shows.
  static let isUnshownPicture: SQL = """
    NOT EXISTS (SELECT 1 FROM posts WHERE picture = pictures.id)
      AND id NOT IN (SELECT avatar FROM users WHERE avatar IS NOT NULL)
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
    ] + edges.filter { $0.table.name == "posts" }
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
    case .newestPost: "last_post_at"
    }
  }
}

/// What the checksum of a row covers, in its order: all that somebody wrote, and nothing counted.
///
/// Each column stands for itself where a statement has it at hand, and for the value given for it
/// elsewhere. A statement that inserts gives all of them: one that selected its single row would be
/// a statement of many rows to SQLite, and have the tables that refer to it searched.
enum Checksum {
  static func user(
    id: SQL = "id", username: SQL = "username", name: SQL = "name", bio: SQL = "bio",
    avatar: SQL = "avatar", createdAt: SQL = "created_at"
  ) -> SQL {
    "row_checksum(\(id), \(username), \(name), \(bio), \(avatar), \(createdAt))"
  }

  static func post(
    author: SQL = "author", private: SQL = "private", at: SQL = "at", id: SQL = "id",
    text: SQL = "text", picture: SQL = "picture", alt: SQL = "alt"
  ) -> SQL {
    "row_checksum(\(author), \(`private`), \(at), \(id), \(text), \(picture), \(alt))"
  }

  static func picture(
    id: SQL = "id", hash: SQL = "hash", width: SQL = "width", height: SQL = "height",
    bytes: SQL = "bytes", content: SQL = "content"
  ) -> SQL {
    "row_checksum(\(id), \(hash), \(width), \(height), \(bytes), \(content))"
  }

  static func flag(
    post: SQL = "post", reporter: SQL = "reporter", at: SQL = "at", reason: SQL = "reason"
  ) -> SQL {
    "row_checksum(\(post), \(reporter), \(at), \(reason))"
  }
}
