internal import Model
internal import SQLText
internal import SQLite
internal import Storage

/// The users and posts that completion offers.
struct CompletionQuery: CompletionReading {
  let connection: Connection

  func offeredUsers(
    beginning prefix: String, among scope: UserScope, isListed: Bool,
    of viewer: User.ID?, fromEnd: Bool, limit: Int
  ) throws -> [OfferedUser] {
    let order: SQL = fromEnd ? "ORDER BY username DESC" : "ORDER BY username"
    let me = viewer?.number ?? 0
    let isFitting = UserScope.isFitting(prefix)
    let targets =
      try scope.hasEdge && (isListed || isCrowded(prefix, ends: 1))
      ? scope.targets(of: me) : nil
    let listed: SQL? = targets.map {
      """
      SELECT username, name FROM (\($0) LIMIT \(CompletionBounds.targets)) AS found
      CROSS JOIN users ON users.id = found.id WHERE \(isFitting)
      """
    }
    return try connection.all {
      """
      SELECT \($0) FROM (\(listed ?? scope.around(me, isFitting, order))) \(order) LIMIT \(limit)
      """
    } as: { row in
      OfferedUser(handle: row["username"], name: row["name"])
    }
  }

  func isListed(_ scope: UserScope, of viewer: User.ID?) throws -> Bool {
    guard scope.hasEdge, let targets = scope.targets(of: viewer?.number ?? 0) else { return false }
    return try !isFull(targets, most: CompletionBounds.targets)
  }

  func isCrowded(_ prefix: String, ends: Int) throws -> Bool {
    try isFull(
      "SELECT 1 FROM users WHERE \(UserScope.isFitting(prefix))",
      most: ends * CompletionBounds.handles)
  }

  func isListed(_ scope: PostScope, for viewer: User.ID?) throws -> Bool {
    let lists = scope.lists(for: viewer?.number ?? 0)
    return try !lists.isEmpty
      && lists.allSatisfy { try !isFull($0, most: CompletionBounds.posts) }
  }

  func isCrowded(_ range: ClosedRange<Int64>) throws -> Bool {
    let posts: SQL =
      "SELECT 1 FROM posts WHERE id BETWEEN \(range.lowerBound) AND \(range.upperBound)"
    return try isFull(posts, most: CompletionBounds.posts)
  }

  private func isFull(_ window: SQL, most: Int) throws -> Bool {
    try connection.value("SELECT count(*) FROM (\(window) LIMIT \(most))") == most
  }

  func offeredPosts(
    in range: ClosedRange<Int64>, among scope: PostScope, isListed: Bool,
    for viewer: User.ID?, limit: Int
  ) throws -> [OfferedPost] {
    let me = viewer?.number ?? 0
    let found =
      try isListed || isCrowded(range)
      ? scope.listed(in: range, for: me) : PostScope.everything(in: range)
    return try connection.all {
      """
      SELECT \($0) FROM (\(found)) AS found
      CROSS JOIN posts AS p ON p.id = found.id
      CROSS JOIN posts AS shown ON shown.id = ifnull(p.reposts, p.id)
      CROSS JOIN users AS u ON u.id = shown.author
      WHERE (p.private = 0 OR p.author = \(me)) AND \(scope.condition(for: me))
      ORDER BY found.id DESC LIMIT \(limit)
      """
    } as: { row in
      OfferedPost(
        id: row["p.id"], author: row["u.username"],
        beginning: row["substr(iif(shown.text = '', shown.alt, shown.text), 1, 80)"])
    }
  }
}

extension UserScope {
  /// Handles are ASCII below `~`, so those with a prefix are one range of their index.
  fileprivate static func isFitting(_ prefix: String) -> SQL {
    "username >= \(prefix) AND username < \(prefix + "~")"
  }

  /// The users of a scope whose handle fits.
  fileprivate func around(_ me: Int64, _ isFitting: SQL, _ order: SQL) -> SQL {
    guard let edge else { return "SELECT username, name FROM users WHERE \(isFitting)" }
    let (table, path) = (edge.stored, edge == .follow ? Follows.byFollower : "")
    let isTarget: SQL = """
      EXISTS (SELECT 1 FROM \(table.name) \(path)
        WHERE \(table.source) = \(me) AND \(table.target) = found.id)
      """
    let condition: SQL = hasEdge ? isTarget : "found.id <> \(me) AND NOT \(isTarget)"
    // Examines a limited number of handles, because a user may follow nearly all of them.
    return """
      SELECT username, name
      FROM (
        SELECT id, username, name FROM users WHERE \(isFitting) \(order) LIMIT \(CompletionBounds.handles)
      ) AS found
      WHERE \(condition)
      """
  }

  /// The users to whom the edges of the scope lead; nil without an edge.
  fileprivate func targets(of me: Int64) -> SQL? {
    guard let table = edge?.stored else { return nil }
    return "SELECT \(table.target) AS id FROM \(table.name) WHERE \(table.source) = \(me)"
  }
}

extension PostScope {
  /// The lists that hold all posts of the scope; empty if the scope has none.
  fileprivate func lists(for me: Int64) -> [SQL] {
    switch self {
    case .all, .others, .unliked: []
    case .own, .editable:
      [
        "SELECT 1 FROM posts WHERE author = \(me) AND private = 0",
        "SELECT 1 FROM posts WHERE author = \(me) AND private = 1",
      ]
    case .liked: ["SELECT 1 FROM likes WHERE liker = \(me)"]
    case .flagged: ["SELECT 1 FROM flags WHERE reporter = \(me)"]
    case .reported: ["SELECT 1 FROM flags"]
    }
  }

  /// All posts of a range.
  fileprivate static func everything(in range: ClosedRange<Int64>) -> SQL {
    """
    SELECT id FROM posts WHERE id BETWEEN \(range.lowerBound) AND \(range.upperBound)
    ORDER BY id DESC LIMIT \(CompletionBounds.posts)
    """
  }

  /// The posts of the scope's lists in a range; all posts of the range if the scope has no list.
  fileprivate func listed(in range: ClosedRange<Int64>, for me: Int64) -> SQL {
    let isInRange: SQL = "id BETWEEN \(range.lowerBound) AND \(range.upperBound)"
    return switch self {
    case .all, .others, .unliked: Self.everything(in: range)
    case .own, .editable:
      """
      SELECT id FROM (
        SELECT * FROM (SELECT id FROM posts WHERE author = \(me) AND private = 0
          ORDER BY at DESC LIMIT \(CompletionBounds.posts))
        UNION ALL
        SELECT * FROM (SELECT id FROM posts WHERE author = \(me) AND private = 1
          ORDER BY at DESC LIMIT \(CompletionBounds.posts))
      ) WHERE \(isInRange)
      """
    case .liked:
      """
      SELECT id FROM (
        SELECT post AS id FROM likes WHERE liker = \(me)
        ORDER BY at DESC LIMIT \(CompletionBounds.posts)
      ) WHERE \(isInRange)
      """
    case .flagged:
      """
      SELECT id FROM (
        SELECT post AS id FROM flags WHERE reporter = \(me) ORDER BY post DESC LIMIT \(CompletionBounds.posts)
      ) WHERE \(isInRange)
      """
    case .reported:
      """
      SELECT DISTINCT post AS id FROM flags
      WHERE post BETWEEN \(range.lowerBound) AND \(range.upperBound)
      ORDER BY post DESC LIMIT \(CompletionBounds.posts)
      """
    }
  }

  /// The condition for posts `p` of the scope.
  fileprivate func condition(for me: Int64) -> SQL {
    switch self {
    case .all: "1"
    case .own: "p.author = \(me)"
    case .editable: "p.author = \(me) AND p.reposts IS NULL"
    case .others: "p.author <> \(me)"
    case .liked: "EXISTS (SELECT 1 FROM likes WHERE post = p.id AND liker = \(me))"
    case .flagged: "EXISTS (SELECT 1 FROM flags WHERE post = p.id AND reporter = \(me))"
    case .reported: "EXISTS (SELECT 1 FROM flags WHERE post = p.id)"
    case .unliked: "NOT EXISTS (SELECT 1 FROM likes WHERE post = p.id AND liker = \(me))"
    }
  }
}
