internal import Model
internal import SQLite

/// What completion offers.
extension Reading {
  /// Handles are ASCII below `~`, so that those with a prefix are one stretch of their index.
  func offeredUsers(
    beginning prefix: String, limit: Int
  ) throws -> [CompletionService.OfferedUser] {
    try connection.all(
      """
      SELECT username, name FROM users
      WHERE username >= \(prefix) AND username < \(prefix + "~")
      ORDER BY username LIMIT \(limit)
      """
    ) { .init(handle: Handle(stored: $0.text(0)), name: $0.text(1)) }
  }

  /// Looks at a few thousand handles only, so that somebody who follows nearly all can't make it slow.
  func offeredStrangers(
    beginning prefix: String, to viewer: User.ID?, limit: Int
  ) throws -> [CompletionService.OfferedUser] {
    try connection.all(
      """
      SELECT username, name
      FROM (
        SELECT id, username, name FROM users
        WHERE username >= \(prefix) AND username < \(prefix + "~")
        ORDER BY username LIMIT 2000
      ) AS found
      WHERE found.id <> \(viewer?.number ?? 0) AND NOT EXISTS (
        SELECT 1 FROM follows WHERE follower = \(viewer?.number ?? 0) AND followee = found.id)
      ORDER BY username LIMIT \(limit)
      """
    ) { .init(handle: Handle(stored: $0.text(0)), name: $0.text(1)) }
  }

  /// Looks at the first few thousand whom the viewer follows.
  func offeredFollowees(
    beginning prefix: String, of viewer: User.ID?, limit: Int
  ) throws -> [CompletionService.OfferedUser] {
    try connection.all(
      """
      SELECT u.username, u.name
      FROM (
        SELECT followee FROM follows WHERE follower = \(viewer?.number ?? 0) LIMIT 5000
      ) AS found
      CROSS JOIN users AS u ON u.id = found.followee
      WHERE u.username >= \(prefix) AND u.username < \(prefix + "~")
      ORDER BY u.username LIMIT \(limit)
      """
    ) { .init(handle: Handle(stored: $0.text(0)), name: $0.text(1)) }
  }

  /// Looks at the latest few thousand only, so that private posts of others can't make it slow.
  func offeredPosts(
    in range: ClosedRange<Int64>, among shelf: CompletionService.Shelf, for viewer: User.ID?,
    limit: Int
  ) throws -> [CompletionService.OfferedPost] {
    try connection.all(
      """
      SELECT p.id, u.username, substr(iif(p.text = '', p.alt, p.text), 1, 80)
      FROM (
        SELECT id, author, private FROM posts
        WHERE id BETWEEN \(range.lowerBound) AND \(range.upperBound)
        ORDER BY id DESC LIMIT 2000
      ) AS found
      CROSS JOIN posts AS p ON p.id = found.id CROSS JOIN users AS u ON u.id = p.author
      WHERE (found.private = 0 OR found.author = \(viewer?.number ?? 0))
        AND \(shelf.condition(for: viewer))
      LIMIT \(limit)
      """
    ) { row in
      .init(
        id: Post.ID(row.int64(0)), author: Handle(stored: row.text(1)),
        beginning: row.optionalText(2) ?? "")
    }
  }
}

extension CompletionService.Shelf {
  /// Which of the posts that were `found` lie on it.
  fileprivate func condition(for viewer: User.ID?) -> SQL {
    let me = viewer?.number ?? 0
    return switch self {
    case .all: "1"
    case .own: "found.author = \(me)"
    case .others: "found.author <> \(me)"
    case .liked: "EXISTS (SELECT 1 FROM likes WHERE post = found.id AND user = \(me))"
    case .unliked: "NOT EXISTS (SELECT 1 FROM likes WHERE post = found.id AND user = \(me))"
    }
  }
}
