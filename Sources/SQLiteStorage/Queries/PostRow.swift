internal import Model
internal import SQLite

/// How a post is read from a row.
enum PostRow {
  /// Of `posts AS p` with `joins`.
  static func columns(for viewer: User.ID?) -> SQL {
    """
    p.id, u.username, p.text, p.alt, p.private, p.like_count, p.at,
    EXISTS (SELECT 1 FROM likes WHERE post = p.id AND user = \(viewer?.number ?? 0)),
    i.width, i.height, i.bytes, lower(hex(i.hash))
    """
  }

  static let joins: SQL =
    "JOIN users AS u ON u.id = p.author LEFT JOIN pictures AS i ON i.id = p.picture"

  static let source: SQL = "FROM posts AS p \(joins)"

  /// Whether the row that an index led to has the number that was asked for; an index with a
  /// changed bit leads to another.
  static let isItself: SQL = """
    EXISTS (
      SELECT 1 FROM posts AS row INDEXED BY sqlite_autoindex_posts_1
      WHERE row.author = p.author AND row.private = p.private AND row.at = p.at AND row.id = p.id)
    """

  static func post(_ row: borrowing Row) -> Post {
    Post(
      id: Post.ID(row.int64(0)),
      author: Handle(stored: row.text(1)),
      text: row.text(2),
      image: image(row),
      alt: row.optionalText(3),
      isPrivate: row.bool(4),
      likeCount: row.int(5),
      isLiked: row.bool(7),
      createdAt: row.moment(6),
    )
  }

  static func entry(_ row: borrowing Row) -> Entry<Post> {
    // The time as it is stored: pages go on by what statements compare.
    Entry(post(row), at: Cursor(.post, row.int64(6)))
  }

  /// The number of columns, for statements that read more behind them.
  static let count = 12

  private static func image(_ row: borrowing Row) -> Image? {
    row.isNull(8)
      ? nil
      : Image(width: row.int(8), height: row.int(9), bytes: row.int(10), hash: row.text(11))
  }
}
