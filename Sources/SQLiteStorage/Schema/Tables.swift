internal import Model
internal import SQLText
internal import Storage

/// The tables of the file in the order of their creation.
///
/// `docs/database.md` explains them to people who open the file with other tools.
extension Table {
  static let all =
    [counters, users, pictures, thumbnails, posts] + EdgeKind.allCases.map(\.table)
    + [mentions, hashtags, gonePosts, readMarks, origins]

  /// The last number given out, for users and for posts.
  private static let counters = Table(
    name: "counters", rows: .counter,
    columns: ["name", "value"], key: ["name"])

  static let users = Table(
    name: "users", rows: .user,
    columns: StoredUser.columns, key: StoredUser.key, hasRowNumbers: true,
    references: [
      Reference(column: "avatar", parent: .pictures, cleared: ["avatar"]),
      Reference(column: "banner", parent: .pictures, cleared: ["banner"]),
    ],
    content: ["id", "username", "name", "bio", "avatar", "created_at"],
    addedContent: ["banner"], added: [.null],
    indexes: [Index(name: "sqlite_autoindex_users_1", columns: ["username"])],
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
    columns: StoredPicture.columns, key: StoredPicture.key,
    hasRowNumbers: true,
    content: ["id", "hash", "width", "height", "bytes", "content"],
    indexes: [Index(name: "sqlite_autoindex_pictures_1", columns: ["hash"])])

  static let thumbnails = Table(
    name: "thumbnails", rows: .thumbnail,
    columns: StoredThumbnail.columns, key: StoredThumbnail.key, hasRowNumbers: true,
    references: [Reference(column: "picture", parent: .pictures)], added: [.null], isDerived: true)

  /// Clustered by author, privacy and time, so that a page of a profile is one range of the file.
  ///
  /// The row number in the full-text table is the time, so its order is by time.
  static let posts = Table(
    name: "posts", rows: .post,
    columns: StoredPost.columns, key: StoredPost.key,
    references: [
      Reference(column: "author", parent: .users),
      Reference(column: "reposts", parent: .posts),
      Reference(column: "picture", parent: .pictures, cleared: ["picture", "alt"]),
    ],
    content: ["author", "private", "at", "id", "text", "picture", "alt"],
    addedContent: ["reply_to", "thread", "quotes", "reposts", "edited_at"],
    added: [.null, .null, .null, .null, .null, .integer(0), .integer(0)],
    indexes: [
      Index(name: "posts_by_time", columns: ["at"]),
      Index(name: "posts_by_id", columns: ["id"]),
      Index(name: "posts_by_picture", columns: ["picture"], isPartial: true),
      Index(
        name: "posts_by_thread", columns: ["thread", "at", "reply_to", "id"],
        isPartial: true),
      Index(
        name: "posts_by_reply_to", columns: ["reply_to", "at"], isPartial: true),
      Index(
        name: "posts_by_answerer", columns: ["author", "at"],
        isPartial: true),
      Index(
        name: "posts_by_repost", columns: ["reposts", "author"],
        isPartial: true),
    ],
    fullText: FullText(
      name: "post_words", number: "at", columns: ["text", "alt"],
      options: "columnsize=0, tokenize='unicode61 remove_diacritics 2'"))

  private static let readMarks = Table(
    name: "read_marks", rows: .readMark,
    columns: StoredReadMark.columns, key: StoredReadMark.key, hasRowNumbers: true,
    references: [Reference(column: "reader", parent: .users)], added: [.integer(0)])

  /// The users whom a post concerns: those it mentions, and the authors of the posts it answers,
  /// quotes or repeats.
  ///
  /// `place` is the position of the mention in the text; 0 without one. `kind` is the kind of
  /// notice; 0 for none.
  static let mentions = Table(
    name: "mentions", rows: .mention,
    columns: StoredMention.columns, key: StoredMention.key,
    references: [
      Reference(column: "post", parent: .posts), Reference(column: "mentioned", parent: .users),
    ],
    indexes: [Index(name: "mentions_by_user", columns: ["mentioned", "kind", "at", "post"])])

  /// The hashtags of public posts, by the time of the post.
  static let hashtags = Table(
    name: "hashtags", rows: .hashtag,
    columns: ["tag", "at", "spelling"], key: ["tag", "at"], isDerived: true)

  /// The places of deleted posts in conversations that still have answers.
  private static let gonePosts = Table(
    name: "gone_posts", rows: .gonePost,
    columns: StoredGonePost.columns, key: ["thread", "at"])

  /// The names by which other services know imported users and posts.
  ///
  /// `digest` is the hash of a post's words at their last import; 0 for a user.
  private static let origins = Table(
    name: "origins", rows: .origin,
    columns: StoredOrigin.columns, key: StoredOrigin.key,
    references: [
      Reference(column: "owner", parent: .users), Reference(column: "post", parent: .posts),
    ],
    indexes: [
      Index(name: "origins_by_user", columns: ["owner"], isPartial: true),
      Index(name: "origins_by_post", columns: ["post"], isPartial: true),
    ])

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

/// The kinds of things that are numbered, each with a row of `counters`.
enum Counter: String {
  case users, posts

  /// A counter that reached this value has no number left and is damaged: readers of JSON can
  /// confuse numbers above the next one.
  static let exhausted: Int64 = (1 << 53) - 2
}
