internal import Model
internal import SQLite

/// What becomes of edges that only one of their two directions knows.
///
/// They are put aside before the first change, because a new index knows nothing of them; what
/// becomes of them is decided by counts, once the indexes by which those are found are made anew.
struct EdgeRepair {
  private let connection: Connection
  private let ofFollows: Bool
  private let ofLikes: Bool

  init(_ faults: [Fault], on connection: Connection) throws {
    self.connection = connection
    let categories = faults.compactMap(\.category).filter(\.isOneSided)
    ofFollows = categories.contains { $0.table == "follows" }
    ofLikes = categories.contains { $0.table == "likes" }
    if ofFollows {
      try connection.script([
        "CREATE TEMP TABLE torn_follows (follower INTEGER, followee INTEGER, in_table INTEGER)",
        "INSERT INTO torn_follows SELECT *, 1 FROM (\(OneSidedEdges.followsInTable))",
        "INSERT INTO torn_follows SELECT *, 0 FROM (\(OneSidedEdges.followsInIndex))",
      ])
    }
    if ofLikes {
      try connection.script([
        "CREATE TEMP TABLE torn_likes (post INTEGER, user INTEGER, at INTEGER, in_table INTEGER)",
        "INSERT INTO torn_likes SELECT *, 1 FROM (\(OneSidedEdges.likesInTable))",
        "INSERT INTO torn_likes SELECT *, 0 FROM (\(OneSidedEdges.likesInIndex))",
      ])
    }
  }

  /// What refers to nothing has to be gone before: no count ever had it.
  func apply() throws {
    if ofFollows { try applyToFollows() }
    if ofLikes { try applyToLikes() }
  }

  /// Whether a count speaks against what has become of them.
  func isContradicted(by fault: Fault) -> Bool {
    guard case .count(_, let tally, _, _) = fault else { return false }
    return switch tally {
    case .followers, .following: ofFollows
    case .likes: ofLikes
    case .posts, .newestPost: false
    }
  }

  /// Both ends are counted, and decide together: what either misses comes back, and then what both
  /// have too many goes, first of what the table had.
  private func applyToFollows() throws {
    let steps: [SQL] = [
      Self.addition,
      Self.removing(where: "in_table"),
      Self.removing(where: "NOT in_table"),
    ]
    try connection.run(
      "CREATE TEMP TABLE missed (id INTEGER PRIMARY KEY, following INTEGER, followers INTEGER)")
    for step in steps {
      try countMissed()
      try connection.run(step)
    }
    try connection.script(["DROP TABLE torn_follows", "DROP TABLE missed"])
  }

  /// How many follows each end lacks, less than none for those it has too many: once for each, who
  /// may have lost thousands.
  private func countMissed() throws {
    try connection.script([
      "DELETE FROM missed",
      """
      INSERT INTO missed
      SELECT id, following_count - (SELECT count(*) FROM follows WHERE follower = u.id),
        follower_count - (SELECT count(*) FROM follows WHERE followee = u.id)
      FROM users AS u
      WHERE id IN (SELECT follower FROM torn_follows UNION SELECT followee FROM torn_follows)
      """,
    ])
  }

  private static let addition: SQL = """
    INSERT OR IGNORE INTO follows (follower, followee)
    SELECT follower, followee FROM torn_follows
      JOIN missed AS a ON a.id = follower JOIN missed AS b ON b.id = followee
    WHERE NOT in_table AND follower <> followee AND (a.following > 0 OR b.followers > 0)
    """

  private static func removing(where condition: SQL) -> SQL {
    """
    DELETE FROM follows WHERE (follower, followee) IN (
      SELECT follower, followee FROM torn_follows
        JOIN missed AS a ON a.id = follower JOIN missed AS b ON b.id = followee
      WHERE \(condition) AND a.following < 0 AND b.followers < 0)
    """
  }

  /// Users have no count of what they like: the post's alone decides, about all of its likes at
  /// once.
  ///
  /// One that both trees have at different times is none of them: the table's stays.
  private func applyToLikes() throws {
    try connection.script([
      """
      DELETE FROM torn_likes WHERE in_table AND (
        (post, user) NOT IN (SELECT post, user FROM likes)
        OR (post, user) IN (SELECT post, user FROM torn_likes WHERE NOT in_table))
      """,
      "CREATE TEMP TABLE missed_likes (post INTEGER PRIMARY KEY, likes INTEGER, torn INTEGER)",
      """
      INSERT INTO missed_likes
      SELECT post, like_count - (SELECT count(*) FROM likes AS l WHERE l.post = id), sum(in_table)
      FROM torn_likes JOIN posts ON id = post GROUP BY post
      """,
      """
      DELETE FROM likes WHERE (post, user) IN (
        SELECT post, user FROM torn_likes JOIN missed_likes USING (post)
        WHERE in_table AND torn = -likes)
      """,
      """
      INSERT OR IGNORE INTO likes (post, user, at)
      SELECT post, user, at FROM torn_likes JOIN missed_likes USING (post)
      WHERE NOT in_table AND likes > 0 AND user IN (SELECT id FROM users)
      """,
      "DROP TABLE torn_likes", "DROP TABLE missed_likes",
    ])
  }
}
