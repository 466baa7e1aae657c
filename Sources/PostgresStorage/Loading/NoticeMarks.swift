internal import Postgres
internal import SQLText

/// Moves read marks of notices so that an import notifies no user.
struct NoticeMarks {
  private let session: PostgresSession
  /// The users whom the import has made.
  private let newUsers: Set<Int64>

  init(_ session: PostgresSession, _ newUsers: Set<Int64>) {
    self.session = session
    self.newUsers = newUsers
  }

  /// The times of the oldest notices after the marks of older users.
  func oldestUnseen(of users: Set<Int64>) throws -> [Int64: Int64] {
    let users = users.subtracting(newUsers)
    if users.isEmpty { return [:] }
    return try session.dictionary {
      """
      SELECT \($0) FROM (
        SELECT u.id, least(
          (SELECT min(at) FROM profilectl.followers
            WHERE followee = u.id AND at > coalesce(m.notices_at, 0)),
          (SELECT min(at) FROM profilectl.likes
            WHERE author = u.id AND liker <> u.id AND at > coalesce(m.notices_at, 0)),
          (SELECT min(at) FROM profilectl.notices
            WHERE recipient = u.id AND at > coalesce(m.notices_at, 0))) AS at
        FROM profilectl.users AS u LEFT JOIN profilectl.read_marks AS m ON m.reader = u.id
        WHERE u.id = ANY (\(SQLValue.integers(users)))
      ) AS unseen WHERE at IS NOT NULL
      """
    } as: { row in
      (row["id"], row["at"])
    }
  }

  /// Marks new edges of older users as seen.
  ///
  /// A mark hides all notices up to its time, so it ends before the oldest unseen notice.
  func mark(_ edges: [(user: Int64, at: Int64)], before unseen: [Int64: Int64]) throws {
    var newest: [Int64: Int64] = [:]
    for (user, at) in edges where !newUsers.contains(user) && at < unseen[user] ?? .max {
      newest[user] = max(newest[user] ?? 0, at)
    }
    try store(newest)
  }

  /// Marks all posts, and the notices of the new users, as seen by them.
  func markNewUsers() throws {
    if newUsers.isEmpty { return }
    let post: Int64 = try session.value("SELECT coalesce(max(at), 0) FROM profilectl.posts") ?? 0
    let newest = try session.dictionary {
      "SELECT \($0) FROM profilectl.users WHERE id = ANY (\(SQLValue.integers(newUsers)))"
    } as: { row -> (Int64, Int64) in
      let newest: Column = """
        greatest(
          (SELECT max(at) FROM profilectl.followers WHERE followee = id),
          (SELECT max(at) FROM profilectl.likes WHERE author = id AND liker <> id),
          (SELECT max(at) FROM profilectl.notices WHERE recipient = id), 0)
        """
      return (row["id"], row[newest])
    }
    try store(newest, postsUpTo: post)
  }

  private func store(_ notices: [Int64: Int64], postsUpTo post: Int64 = 0) throws {
    if notices.isEmpty { return }
    try session.run(
      """
      INSERT INTO profilectl.read_marks AS m (reader, at, notices_at)
      SELECT id, \(post), seen
      FROM \(.unnest(notices.map(\.key), notices.map(\.value))) AS given (id, seen)
      WHERE seen > 0 OR \(post) > 0
      ON CONFLICT (reader) DO UPDATE SET at = greatest(m.at, excluded.at),
        notices_at = greatest(m.notices_at, excluded.notices_at)
      """)
  }
}
