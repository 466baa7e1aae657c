internal import Model
internal import SQLite

/// What becomes of edges that only one of their two directions knows.
///
/// The counts of both ends decide: an edge goes only when both ends have one too many with it.
/// It is decided before the first change, and applied once the indexes are those of their tables.
struct EdgeRepair {
  private let connection: Connection
  private var statements: [SQL] = []
  /// How many more follows somebody counts than there are.
  private var spare: [End: Int64] = [:]

  /// Who likes a post by one of the two directions only.
  private struct OneSidedLikes {
    var inTable: [Int64] = []
    var inIndex: [Int64] = []
  }

  init(_ faults: [Fault], on connection: Connection) throws {
    self.connection = connection
    var likes: [Int64: OneSidedLikes] = [:]
    for fault in faults {
      switch fault {
      case .oneSided(.follow(let follower, let followee), let isInTable):
        try decide(on: follower, followee, isInTable)
      case .oneSided(.like(let post, let user), let isInTable):
        if isInTable {
          likes[post, default: OneSidedLikes()].inTable.append(user)
        } else {
          likes[post, default: OneSidedLikes()].inIndex.append(user)
        }
      default: break
      }
    }
    for (post, users) in likes.sorted(by: { $0.key < $1.key }) {
      try decide(onLikesOf: post, by: users)
    }
  }

  func apply() throws {
    try connection.script(statements)
  }

  private mutating func decide(
    on follower: Int64, _ followee: Int64, _ isInTable: Bool
  ) throws {
    let inTable = try spare(.follower(follower))
    let inIndex = try spare(.followee(followee))
    let isReal = isInTable ? inTable >= 0 || inIndex > 0 : inTable > 0 || inIndex >= 0
    switch (isInTable, isReal) {
    case (true, false):
      statements.append(
        "DELETE FROM follows WHERE follower = \(follower) AND followee = \(followee)")
    case (false, true):
      statements.append(
        """
        INSERT OR IGNORE INTO follows (follower, followee)
        SELECT a.id, b.id FROM users AS a, users AS b
        WHERE a.id = \(follower) AND b.id = \(followee) AND a.id <> b.id
        """)
    default: break
    }
  }

  /// Asked once for each end: somebody may miss thousands.
  private mutating func spare(_ end: End) throws -> Int64 {
    if let known = spare[end] { return known }
    let found = try connection.first(end.query) { $0.int64(0) } ?? 0
    spare[end] = found
    return found
  }

  /// Somebody at one end of their follows.
  private enum End: Hashable {
    case follower(Int64)
    case followee(Int64)

    var query: SQL {
      switch self {
      case .follower(let id):
        """
        SELECT coalesce((SELECT following_count FROM users WHERE id = \(id)), 0) - (
          SELECT count(*) FROM follows INDEXED BY sqlite_autoindex_follows_1
          WHERE follower = \(id))
        """
      case .followee(let id):
        """
        SELECT coalesce((SELECT follower_count FROM users WHERE id = \(id)), 0) - (
          SELECT count(*) FROM follows INDEXED BY follows_by_followee
          WHERE followee = \(id))
        """
      }
    }
  }

  /// Users have no count of what they like: the post's alone decides, about all of its likes at
  /// once.
  ///
  /// It can't say which of several is the one too many; then all stay, and are counted.
  private mutating func decide(onLikesOf post: Int64, by users: OneSidedLikes) throws {
    let spare = try connection.first(
      """
      SELECT coalesce((SELECT like_count FROM posts WHERE id = \(post)), 0) - (
        SELECT count(*) FROM likes INDEXED BY sqlite_autoindex_likes_1 WHERE post = \(post))
      """
    ) { Int($0.int64(0)) }
    guard let spare else { return }
    if users.inTable.count <= -spare {
      for user in users.inTable {
        statements.append("DELETE FROM likes WHERE post = \(post) AND user = \(user)")
      }
    }
    if spare > 0 {
      for user in users.inIndex { try restoreLike(of: post, by: user) }
    }
  }

  private mutating func restoreLike(of post: Int64, by user: Int64) throws {
    let at = try connection.first(
      "SELECT at FROM likes INDEXED BY likes_by_user WHERE user = \(user) AND post = \(post)"
    ) { $0.int64(0) }
    statements.append(
      """
      INSERT OR IGNORE INTO likes (post, user, at) SELECT p.id, u.id, \(at ?? 0)
      FROM posts AS p, users AS u WHERE p.id = \(post) AND u.id = \(user)
      """)
  }
}
