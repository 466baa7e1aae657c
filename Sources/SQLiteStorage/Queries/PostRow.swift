internal import Model
internal import SQLText
internal import SQLite
internal import Storage

/// Reads posts and their references from rows.
struct PostRow {
  let connection: Connection
  let viewer: User.ID?
  /// False if the viewer has none, because each condition costs a start 50,000 instructions.
  var hasBookmarks = true
  var hasReports = true

  /// The columns of `posts AS p` with `joins`.
  var columns: SQL {
    """
    p.id, u.username, p.text, p.alt, p.private, p.like_count, p.at, i.width, i.height, i.bytes,
    lower(hex(i.hash)), p.reply_to, p.thread, p.quotes, p.reposts, p.edited_at, p.reply_count,
    p.repost_count, \(facts)
    """
  }

  /// The number of columns, for statements that read more after them.
  static let count = 22

  private var facts: SQL {
    guard let viewer else { return "0, 0, 0, 0" }
    let isBookmarked: SQL =
      "EXISTS (SELECT 1 FROM bookmarks WHERE post = p.id AND user = \(viewer))"
    let isReported: SQL = "EXISTS (SELECT 1 FROM flags WHERE post = p.id AND reporter = \(viewer))"
    return """
      EXISTS (SELECT 1 FROM likes WHERE post = p.id AND user = \(viewer)),
      p.repost_count > 0
        AND EXISTS (SELECT 1 FROM posts AS r WHERE r.reposts = p.id AND r.author = \(viewer)),
      \(hasBookmarks ? isBookmarked : "0"), \(hasReports ? isReported : "0")
      """
  }

  static let joins: SQL =
    "JOIN users AS u ON u.id = p.author LEFT JOIN pictures AS i ON i.id = p.picture"

  /// Whether the table has the row that an index found; a damaged index may lead to another row.
  static let isItself: SQL = """
    EXISTS (
      SELECT 1 FROM posts AS row INDEXED BY sqlite_autoindex_posts_1
      WHERE row.author = p.author AND row.private = p.private AND row.at = p.at AND row.id = p.id)
    """

  static func post(_ row: borrowing Row) -> Post {
    let id = Post.ID(row.int64(0))
    return Post(
      id: id,
      author: Handle(stored: row.text(1)),
      text: row.text(2),
      image: image(row),
      alt: row.optionalText(3),
      isPrivate: row.bool(4),
      replyTo: number(row, 11),
      conversation: number(row, 12),
      quotes: number(row, 13),
      reposts: number(row, 14),
      likeCount: row.int(5),
      replyCount: row.int(16),
      repostCount: row.int(17),
      viewed: Post.ViewerFacts(
        isLiked: row.bool(18), isReposted: row.bool(19), isBookmarked: row.bool(20),
        isReported: row.bool(21)),
      createdAt: row.moment(6),
      editedAt: row.isNull(15) ? nil : row.moment(15),
    )
  }

  /// The entry of a list that is ordered by time.
  static func entry(_ row: borrowing Row) -> Entry<Post> {
    // The cursor has the stored time, which statements compare, not the shown one.
    Entry(post(row), at: Cursor(.post, row.int64(6)))
  }

  static func number(_ row: borrowing Row, _ column: Int) -> Post.ID? {
    row.isNull(column) ? nil : Post.ID(row.int64(column))
  }

  private static func image(_ row: borrowing Row) -> Image? {
    row.isNull(7)
      ? nil
      : Image(width: row.int(7), height: row.int(8), bytes: row.int(9), hash: row.text(10))
  }

  // MARK: References

  /// The page with the references of its posts.
  func completed(_ page: Page<Post>) throws -> Page<Post> {
    var page = page
    for index in page.entries.indices { try complete(&page.entries[index].item) }
    return page
  }

  /// Reads mentions, the repeated or quoted post, and the author of the answered one.
  ///
  /// A post without any of these costs no statement.
  func complete(_ post: inout Post, depth: Int = 2) throws {
    if TextToken.hasSign("@", in: post.text) { post.mentions = try mentions(in: post.id) }
    if let above = post.replyTo {
      post.answered = try connection.first(
        """
        SELECT u.username FROM posts AS p JOIN users AS u ON u.id = p.author
        WHERE p.id = \(above) AND (p.private = 0 OR p.author = \(viewer?.number ?? 0))
        """
      ) { Handle(stored: $0.text(0)) }
    }
    guard depth > 0, let other = post.reposts ?? post.quotes else { return }
    guard var referenced = try read(other)?.item else { return }
    try complete(&referenced, depth: post.reposts == nil ? 0 : depth - 1)
    post.referenced = referenced
    if post.reposts != nil {
      post.likeCount = referenced.likeCount
      post.replyCount = referenced.replyCount
      post.repostCount = referenced.repostCount
      post.viewed = referenced.viewed
    }
  }

  func mentions(in post: Post.ID) throws -> [Handle] {
    try connection.all(
      """
      SELECT u.username FROM mentions AS m JOIN users AS u ON u.id = m.user
      WHERE m.post = \(post) AND m.place > 0 ORDER BY m.place
      """
    ) { Handle(stored: $0.text(0)) }
  }

  /// A visible post without its references; nil if there is none.
  func read(_ id: Post.ID) throws -> Entry<Post>? {
    let found = try connection.first(
      """
      SELECT \(columns), \(PostRow.isItself) FROM posts AS p \(PostRow.joins)
      WHERE p.id = \(id) AND (p.private = 0 OR p.author = \(viewer?.number ?? 0))
      """
    ) { (entry: PostRow.entry($0), isItself: $0.bool(PostRow.count)) }
    guard let found else { return nil }
    guard found.isItself else { throw StorageError.file(.damaged) }
    return found.entry
  }
}
