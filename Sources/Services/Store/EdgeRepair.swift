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
    let sorts = faults.compactMap(\.sort).filter(\.isOneSided)
    ofFollows = sorts.contains { $0.table == "follows" }
    ofLikes = sorts.contains { $0.table == "likes" }
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
  ///
  /// False where that does not fit: somebody of such a follow counts more or fewer then, or a post of
  /// such a like counts more.
  func apply() throws -> Bool {
    let doFollowsFit = try !ofFollows || applyToFollows()
    let doLikesFit = try !ofLikes || applyToLikes()
    return doFollowsFit && doLikesFit
  }

  /// Both ends are counted, and decide together: what either misses comes back, and then what both
  /// have too many goes, first of what the table had.
  private func applyToFollows() throws -> Bool {
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
    try countMissed()
    let misfit = try connection.first(
      "SELECT 1 FROM missed WHERE following <> 0 OR followers <> 0"
    ) { _ in true }
    try connection.script(["DROP TABLE torn_follows", "DROP TABLE missed"])
    return misfit == nil
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

  /// Users have no count of what they like: the post's alone decides.
  ///
  /// It can't say which of several likes is the one that is missing, or too many: those of the table
  /// stay then, and those of the index come back.
  private func applyToLikes() throws -> Bool {
    try connection.script([
      "CREATE TEMP TABLE missed (post INTEGER PRIMARY KEY, likes INTEGER, in_table INTEGER)",
      """
      INSERT INTO missed
      SELECT post, like_count - (SELECT count(*) FROM likes AS l WHERE l.post = id), sum(in_table)
      FROM torn_likes JOIN posts ON id = post GROUP BY post
      """,
      """
      DELETE FROM likes WHERE (post, user) IN (
        SELECT post, user FROM torn_likes AS t JOIN missed USING (post)
        WHERE t.in_table AND missed.in_table <= -missed.likes)
      """,
      """
      INSERT OR IGNORE INTO likes (post, user, at)
      SELECT post, user, at FROM torn_likes AS t JOIN missed USING (post)
      WHERE NOT t.in_table AND missed.likes > 0 AND user IN (SELECT id FROM users)
      """,
    ])
    let misfit = try connection.first(
      """
      SELECT 1 FROM missed JOIN posts ON id = post
      WHERE like_count > (SELECT count(*) FROM likes AS l WHERE l.post = id)
      """
    ) { _ in true }
    try connection.script(["DROP TABLE torn_likes", "DROP TABLE missed"])
    return misfit == nil
  }
}
