internal import Model
internal import Postgres
internal import SQLText
internal import Storage

/// The stored rows of a network on a server.
struct PostgresRows: RowSource {
  /// The bytes of a picture that are read at once.
  private static let pieceSize = 1 << 20

  let session: PostgresSession

  func each<Row: StoredRow>(
    _ type: Row.Type, where condition: SQL, order: RowOrder, limit: Int?,
    _ take: (Row) throws -> Void
  ) throws {
    let table = type.stored(by: order.columns.first)
    let end: SQL = limit.map { "LIMIT \($0)" } ?? ""
    try session.each {
      "SELECT \($0) FROM \(table) WHERE \(condition) ORDER BY \(order.sql) \(end)"
    } as: {
      Row(&$0)
    } take: {
      try take($0)
    }
  }

  func count(_ type: any StoredRow.Type, by column: Name, where condition: SQL) throws -> Int {
    let table = type.stored(by: column)
    return try session.value("SELECT count(*) FROM \(table) WHERE \(condition)") ?? 0
  }

  func isIn(_ column: Name, _ numbers: some Sequence<Int64>) -> SQL {
    "\(column) = ANY (\(SQLValue.integers(numbers)))"
  }

  /// Names the authors too: rows of one author are on one machine.
  func belongs(to posts: [(id: Post.ID, author: User.ID)]) -> SQL {
    """
    \(isIn("author", Set(posts.map(\.author.number)))) AND \(isIn("post", posts.map(\.id.number)))
    """
  }

  func eachPiece(
    of picture: PictureID, upTo limit: Int?, _ take: ([UInt8]) throws -> Void
  ) throws {
    let size = min(limit ?? .max, PostgresRows.pieceSize)
    var start = 1
    while true {
      let piece: [UInt8]? = try session.value(
        """
        SELECT substring(content FROM \(start)::int FOR \(size)::int) FROM profilectl.pictures
        WHERE id = \(picture)
        """)
      guard let piece, !piece.isEmpty else { return }
      try take(piece)
      if piece.count < size || limit != nil { return }
      start += size
    }
  }

  func lastNumbers() throws -> LastNumbers {
    func last(_ sequence: Name) throws -> Int64 {
      try session.value("SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM \(sequence)")
        ?? 0
    }
    return LastNumbers(
      user: try last("profilectl.user_ids"), post: try last("profilectl.post_ids"))
  }
}

extension StoredRow {
  /// The table of the rows, or the half of it that is sorted by a column.
  static func stored(by column: Name? = nil) -> SQL {
    if self == StoredUser.self { return StoredUser.withAllFollowers }
    if self == StoredGonePost.self {
      return "(SELECT * FROM profilectl.thread_posts WHERE author IS NULL) AS gone_posts"
    }
    if self == StoredPostKey.self { return "profilectl.post_places" }
    switch (table, column) {
    case ("users", "username"): return "profilectl.handles"
    case ("likes", "liker"): return "profilectl.liked"
    default: return "profilectl.\(table)"
    }
  }
}

extension StoredUser {
  /// Users with the parts of their counts that `count_slots` has.
  fileprivate static let withAllFollowers: SQL = """
    (SELECT u.id, username, name, bio, avatar, created_at, checksum, last_post_at, post_count,
      (follower_count + coalesce((
        SELECT sum(followers) FROM profilectl.count_slots WHERE owner = u.id), 0)
      )::bigint AS follower_count, following_count, like_count, banner
    FROM profilectl.users AS u) AS users
    """
}
