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

  /// Whether some of the users who begin so may not have been looked at.
  func mayMissUsers(
    beginning prefix: String, among circle: CompletionService.Circle, of viewer: User.ID?
  ) throws -> Bool {
    guard let window = circle.window(viewer?.number ?? 0, beginning: prefix) else { return false }
    return try isFull(window, most: circle.most)
  }

  /// Whether some of the posts in this range may not have been looked at.
  func mayMissPosts(
    in range: ClosedRange<Int64>, among shelf: CompletionService.Shelf, for viewer: User.ID?
  ) throws -> Bool {
    try shelf.windows(in: range, for: viewer?.number ?? 0).contains {
      try isFull($0, most: CompletionService.Shelf.most)
    }
  }

  private func isFull(_ window: SQL, most: Int) throws -> Bool {
    try connection.all("SELECT count(*) FROM (\(window) LIMIT \(most))") { $0.int64(0) }
      == [Int64(most)]
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
  /// As many are looked at.
  fileprivate var most: Int { self == .followees ? 5000 : 2000 }

  /// Those who would be looked at if there were no end to it; nil where there is none.
  fileprivate func window(_ me: Int64, beginning prefix: String) -> SQL? {
    switch self {
    case .everybody: nil
    case .strangers:
      "SELECT 1 FROM users WHERE username >= \(prefix) AND username < \(prefix + "~")"
    case .followees: "SELECT 1 FROM follows WHERE follower = \(me)"
    }
  }

  /// Those whom it holds, of users who are fitting.
  fileprivate func around(_ me: Int64, _ isFitting: SQL, _ order: SQL) -> SQL {
    switch self {
    case .everybody: "SELECT username, name FROM users WHERE \(isFitting)"
    case .strangers:
      // A few thousand handles only, so that somebody who follows nearly all can't make it slow.
      """
      SELECT username, name
      FROM (SELECT id, username, name FROM users WHERE \(isFitting) \(order) LIMIT \(most)) AS found
      WHERE found.id <> \(me) AND NOT EXISTS (
        SELECT 1 FROM follows WHERE follower = \(me) AND followee = found.id)
      """
    case .followees:
      // The first few thousand of them.
      """
      SELECT username, name
      FROM (SELECT followee FROM follows WHERE follower = \(me) LIMIT \(most)) AS found
      CROSS JOIN users ON users.id = found.followee WHERE \(isFitting)
      """
    }
  }
}

extension CompletionService.Shelf {
  /// As many are looked at.
  fileprivate static let most = 2000

  /// Those that would be looked at if there were no end to it.
  fileprivate func windows(in range: ClosedRange<Int64>, for me: Int64) -> [SQL] {
    switch self {
    case .all, .others, .unliked:
      ["SELECT 1 FROM posts WHERE id BETWEEN \(range.lowerBound) AND \(range.upperBound)"]
    case .own:
      [
        "SELECT 1 FROM posts WHERE author = \(me) AND private = 0",
        "SELECT 1 FROM posts WHERE author = \(me) AND private = 1",
      ]
    case .liked: ["SELECT 1 FROM likes WHERE user = \(me)"]
    }
  }

  /// The posts that lie there or may, found by an index.
  fileprivate func latest(in range: ClosedRange<Int64>, for me: Int64) -> SQL {
    let isInRange: SQL = "id BETWEEN \(range.lowerBound) AND \(range.upperBound)"
    return switch self {
    case .all, .others, .unliked:
      "SELECT id FROM posts WHERE \(isInRange) ORDER BY id DESC LIMIT \(Self.most)"
    case .own:
      """
      SELECT id FROM (
        SELECT * FROM (SELECT id FROM posts WHERE author = \(me) AND private = 0
          ORDER BY at DESC LIMIT \(Self.most))
        UNION ALL
        SELECT * FROM (SELECT id FROM posts WHERE author = \(me) AND private = 1
          ORDER BY at DESC LIMIT \(Self.most))
      ) WHERE \(isInRange)
      """
    case .liked:
      """
      SELECT id FROM (
        SELECT post AS id FROM likes WHERE user = \(me) ORDER BY at DESC LIMIT \(Self.most)
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
