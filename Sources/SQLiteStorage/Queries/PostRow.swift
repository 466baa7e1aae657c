internal import Model
internal import SQLText
internal import SQLite
internal import Storage

/// Reads posts and their references from rows.
struct PostRow {
  let connection: Connection
  let viewer: User.ID?
  private let isShared: Bool
  /// The columns that `found` reads, which are the same for each post of a page.
  private var columns: SQL = ""

  init(connection: Connection, viewer: User.ID?) throws {
    self.connection = connection
    self.viewer = viewer
    isShared = try connection.isShared
    columns = ResultRow.columns(of: found)
  }

  static let joins: SQL =
    "JOIN users AS u ON u.id = p.author LEFT JOIN pictures AS i ON i.id = p.picture"

  /// Whether the table has the row that an index found; a damaged index may lead to another row.
  static let isItself: Column = """
    EXISTS (
      SELECT 1 FROM posts AS row INDEXED BY sqlite_autoindex_posts_1
      WHERE row.author = p.author AND row.private = p.private AND row.at = p.at AND row.id = p.id)
    """

  /// Reads a post from `posts AS p` with `joins`.
  func post(_ row: inout ResultRow) -> Post {
    Post(
      id: row["p.id"],
      author: row["u.username"],
      text: row["p.text"],
      image: image(&row),
      alt: row[optional: "p.alt"],
      isPrivate: row["p.private"],
      replyTo: row[optional: "p.reply_to"],
      conversation: row[optional: "p.thread"],
      quotes: row[optional: "p.quotes"],
      reposts: row[optional: "p.reposts"],
      likeCount: row["p.like_count"],
      replyCount: row["p.reply_count"],
      repostCount: row["p.repost_count"],
      viewed: viewed(&row),
      createdAt: row["p.at"],
      editedAt: row[optional: "p.edited_at"],
      lasting: lasting(&row),
    )
  }

  private func lasting(_ row: inout ResultRow) -> Post.LastingFacts? {
    guard isShared else { return nil }
    return Post.LastingFacts(
      name: row[optional: "(SELECT name FROM shared_posts WHERE post = p.id)"],
      isVouched: row["(SELECT is_vouched FROM shared_posts WHERE post = p.id)"],
      awaitedImage: Image(facts: row[PostRow.awaitedImage]))
  }

  /// A post is the thing `p` and its name, and its picture the use 0.
  private static let awaitedImage: Column = """
    (SELECT \(Image.facts) FROM shared_posts AS s JOIN signed_pictures AS w
      ON w.thing = CAST('p' || s.name AS BLOB) AND w.use = 0
      WHERE s.post = p.id AND p.picture IS NULL)
    """

  private func image(_ row: inout ResultRow) -> Image? {
    let width: Int? = row[optional: "i.width"]
    let image = Image(
      width: width ?? 0, height: row["i.height"], bytes: row["i.bytes"],
      hash: row["lower(hex(i.hash))"])
    return width == nil ? nil : image
  }

  private func viewed(_ row: inout ResultRow) -> Post.ViewerFacts {
    guard let viewer else { return Post.ViewerFacts() }
    return Post.ViewerFacts(
      isLiked: row["EXISTS (SELECT 1 FROM likes WHERE post = p.id AND liker = \(viewer))"],
      isReposted: row[
        """
        p.repost_count > 0
          AND EXISTS (SELECT 1 FROM posts AS r WHERE r.reposts = p.id AND r.author = \(viewer))
        """],
      isBookmarked: row[
        "EXISTS (SELECT 1 FROM bookmarks WHERE post = p.id AND reader = \(viewer))"],
      isReported: row["EXISTS (SELECT 1 FROM flags WHERE post = p.id AND reporter = \(viewer))"])
  }

  /// The entry of a list that is ordered by time.
  func entry(_ row: inout ResultRow) -> Entry<Post> {
    // The cursor has the stored time, which statements compare, not the shown one.
    Entry(post(&row), at: Cursor(.post, row["p.at"]))
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
      post.answered = try connection.value(
        """
        SELECT u.username FROM posts AS p JOIN users AS u ON u.id = p.author
        WHERE p.id = \(above) AND (p.private = 0 OR p.author = \(viewer?.number ?? 0))
        """
      )
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
    try connection.values(
      """
      SELECT u.username FROM mentions AS m JOIN users AS u ON u.id = m.mentioned
      WHERE m.post = \(post) AND m.place > 0 ORDER BY m.place
      """)
  }

  /// A visible post without its references; nil if there is none.
  func read(_ id: Post.ID) throws -> Entry<Post>? {
    let found = try connection.first(
      of: """
        SELECT \(columns) FROM posts AS p \(PostRow.joins)
        WHERE p.id = \(id) AND (p.private = 0 OR p.author = \(viewer?.number ?? 0))
        """, as: found)
    guard let found else { return nil }
    guard found.isItself else { throw StorageError.file(.damaged) }
    return found.entry
  }

  private func found(_ row: inout ResultRow) -> (entry: Entry<Post>, isItself: Bool) {
    (entry(&row), row[PostRow.isItself])
  }
}
