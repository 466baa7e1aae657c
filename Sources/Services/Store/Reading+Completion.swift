internal import Model
internal import SQLite

/// What completion offers.
extension Reading {
  /// In the order of their handles, or from the end of it.
  func offeredUsers(
    beginning prefix: String, among circle: CompletionService.Circle, of viewer: User.ID?,
    fromEnd: Bool, limit: Int
  ) throws -> [CompletionService.OfferedUser] {
    let order: SQL = fromEnd ? "ORDER BY username DESC" : "ORDER BY username"
    // Handles are ASCII below `~`, so that those with a prefix are one stretch of their index.
    let isFitting: SQL = "username >= \(prefix) AND username < \(prefix + "~")"
    return try connection.all(
      """
      SELECT username, name FROM (\(circle.around(viewer?.number ?? 0, isFitting, order)))
      \(order) LIMIT \(limit)
      """
    ) { .init(handle: Handle(stored: $0.text(0)), name: $0.text(1)) }
  }

  /// Looks at a few thousand posts only, so that those that are not offered can't make it slow.
  func offeredPosts(
    in range: ClosedRange<Int64>, among shelf: CompletionService.Shelf, for viewer: User.ID?,
    limit: Int
  ) throws -> [CompletionService.OfferedPost] {
    let me = viewer?.number ?? 0
    return try connection.all(
      """
      SELECT p.id, u.username, substr(iif(p.text = '', p.alt, p.text), 1, 80)
      FROM (\(shelf.latest(in: range, for: me))) AS found
      CROSS JOIN posts AS p ON p.id = found.id CROSS JOIN users AS u ON u.id = p.author
      WHERE (p.private = 0 OR p.author = \(me)) AND \(shelf.condition(for: me))
      ORDER BY found.id DESC LIMIT \(limit)
      """
    ) { row in
      .init(
        id: Post.ID(row.int64(0)), author: Handle(stored: row.text(1)),
        beginning: row.optionalText(2) ?? "")
    }
  }
}

extension CompletionService.Circle {
  /// Those whom it holds, of users who are fitting.
  fileprivate func around(_ me: Int64, _ isFitting: SQL, _ order: SQL) -> SQL {
    switch self {
    case .everybody: "SELECT username, name FROM users WHERE \(isFitting)"
    case .strangers:
      // A few thousand handles only, so that somebody who follows nearly all can't make it slow.
      """
      SELECT username, name
      FROM (SELECT id, username, name FROM users WHERE \(isFitting) \(order) LIMIT 2000) AS found
      WHERE found.id <> \(me) AND NOT EXISTS (
        SELECT 1 FROM follows WHERE follower = \(me) AND followee = found.id)
      """
    case .followees:
      // The first few thousand of them.
      """
      SELECT username, name
      FROM (SELECT followee FROM follows WHERE follower = \(me) LIMIT 5000) AS found
      CROSS JOIN users ON users.id = found.followee WHERE \(isFitting)
      """
    }
  }
}

extension CompletionService.Shelf {
  /// The posts that lie there or may, found by an index.
  fileprivate func latest(in range: ClosedRange<Int64>, for me: Int64) -> SQL {
    let isInRange: SQL = "id BETWEEN \(range.lowerBound) AND \(range.upperBound)"
    return switch self {
    case .all, .others, .unliked:
      "SELECT id FROM posts WHERE \(isInRange) ORDER BY id DESC LIMIT 2000"
    case .own:
      """
      SELECT id FROM (
        SELECT * FROM (SELECT id FROM posts WHERE author = \(me) AND private = 0
          ORDER BY at DESC LIMIT 2000)
        UNION ALL
        SELECT * FROM (SELECT id FROM posts WHERE author = \(me) AND private = 1
          ORDER BY at DESC LIMIT 2000)
      ) WHERE \(isInRange)
      """
    case .liked:
      """
      SELECT id FROM (
        SELECT post AS id FROM likes WHERE user = \(me) ORDER BY at DESC LIMIT 2000
      ) WHERE \(isInRange)
      """
    }
  }

  /// What else holds of those that lie there.
  fileprivate func condition(for me: Int64) -> SQL {
    switch self {
    case .all, .own, .liked: "1"
    case .others: "p.author <> \(me)"
    case .unliked: "NOT EXISTS (SELECT 1 FROM likes WHERE post = p.id AND user = \(me))"
    }
  }
}
