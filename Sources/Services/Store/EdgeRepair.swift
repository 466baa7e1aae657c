internal import Model
internal import SQLite

/// What becomes of edges that only one of their two directions knows.
///
/// The counts of both ends decide, as they are beside the table: an edge of the table goes only when
/// both ends have one too many, and one of the index comes back when some end lacks one.
/// It is decided before the first change, into temporary tables, because there may be as many as
/// there are edges; and applied once the indexes are those of their tables.
struct EdgeRepair {
  private let connection: Connection
  private let ofFollows: Bool
  private let ofLikes: Bool

  init(_ faults: [Fault], on connection: Connection) throws {
    self.connection = connection
    let sorts = faults.compactMap(\.sort).filter(\.isOneSided)
    ofFollows = sorts.contains { $0.table == "follows" }
    ofLikes = sorts.contains { $0.table == "likes" }
    if ofFollows { try decideOnFollows() }
    if ofLikes { try decideOnLikes() }
  }

  func apply() throws {
    if ofFollows { try applyToFollows() }
    if ofLikes { try applyToLikes() }
  }

  /// `spare` is how many more follows somebody counts than the table has: asked once for each end,
  /// because somebody may miss thousands, and of all follows, because one whose key was changed is
  /// not found by it.
  private func decideOnFollows() throws {
    try connection.script([
      "CREATE TEMP TABLE torn_follows (follower INTEGER, followee INTEGER, in_table INTEGER)",
      "INSERT INTO torn_follows SELECT follower, followee, 1 FROM (\(OneSidedEdges.followsInTable))",
      "INSERT INTO torn_follows SELECT follower, followee, 0 FROM (\(OneSidedEdges.followsInIndex))",
      "CREATE TEMP TABLE torn_followers (id INTEGER PRIMARY KEY, spare INTEGER)",
      """
      INSERT INTO torn_followers
      SELECT u.id, u.following_count - coalesce(there.edges, 0) FROM users AS u LEFT JOIN (
        SELECT follower AS id, count(*) AS edges
        FROM follows INDEXED BY sqlite_autoindex_follows_1 GROUP BY +follower
      ) AS there ON there.id = u.id WHERE u.id IN (SELECT follower FROM torn_follows)
      """,
      "CREATE TEMP TABLE torn_followees (id INTEGER PRIMARY KEY, spare INTEGER)",
      """
      INSERT INTO torn_followees
      SELECT u.id, u.follower_count - coalesce(there.edges, 0) FROM users AS u LEFT JOIN (
        SELECT followee AS id, count(*) AS edges
        FROM follows INDEXED BY sqlite_autoindex_follows_1 GROUP BY +followee
      ) AS there ON there.id = u.id WHERE u.id IN (SELECT followee FROM torn_follows)
      """,
    ])
  }

  /// Those of somebody who does not exist are orphans, and left to be told of as that.
  private func applyToFollows() throws {
    let counted: SQL = """
      SELECT t.follower, t.followee FROM torn_follows AS t
        JOIN torn_followers AS a ON a.id = t.follower
        JOIN torn_followees AS b ON b.id = t.followee
      """
    try connection.script([
      """
      DELETE FROM follows WHERE (follower, followee) IN (
        \(counted) WHERE t.in_table AND a.spare < 0 AND b.spare < 0)
      """,
      """
      INSERT OR IGNORE INTO follows (follower, followee)
      \(counted) WHERE NOT t.in_table AND (a.spare > 0 OR b.spare > 0)
        AND t.follower <> t.followee
      """,
      "DROP TABLE torn_follows", "DROP TABLE torn_followers", "DROP TABLE torn_followees",
    ])
  }

  /// Users have no count of what they like: the post's alone decides, about all of its likes at
  /// once.
  private func decideOnLikes() throws {
    try connection.script([
      "CREATE TEMP TABLE torn_likes (post INTEGER, user INTEGER, at INTEGER, in_table INTEGER)",
      "INSERT INTO torn_likes SELECT post, user, at, 1 FROM (\(OneSidedEdges.likesInTable))",
      "INSERT INTO torn_likes SELECT post, user, at, 0 FROM (\(OneSidedEdges.likesInIndex))",
      "CREATE TEMP TABLE torn_posts (id INTEGER PRIMARY KEY, in_table INTEGER, spare INTEGER)",
      """
      INSERT INTO torn_posts
      SELECT id, in_table, coalesce((SELECT like_count FROM posts WHERE id = e.id), 0)
        - coalesce(there.edges, 0)
      FROM (
        SELECT post AS id, sum(in_table) AS in_table FROM torn_likes GROUP BY post
      ) AS e LEFT JOIN (
        SELECT post, count(*) AS edges FROM likes INDEXED BY sqlite_autoindex_likes_1
        GROUP BY +post
      ) AS there ON there.post = e.id
      """,
    ])
  }

  /// The count can't say which of several likes is the one too many; then all stay, and are counted.
  private func applyToLikes() throws {
    try connection.script([
      """
      DELETE FROM likes WHERE (post, user) IN (
        SELECT t.post, t.user FROM torn_likes AS t JOIN torn_posts AS p ON p.id = t.post
        WHERE t.in_table AND p.in_table <= -p.spare)
      """,
      """
      INSERT OR IGNORE INTO likes (post, user, at)
      SELECT t.post, t.user, t.at FROM torn_likes AS t JOIN torn_posts AS p ON p.id = t.post
      WHERE NOT t.in_table AND p.spare > 0
        AND t.post IN (SELECT id FROM posts) AND t.user IN (SELECT id FROM users)
      """,
      "DROP TABLE torn_likes", "DROP TABLE torn_posts",
    ])
  }
}
