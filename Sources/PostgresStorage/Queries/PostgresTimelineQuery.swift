internal import Model
internal import Postgres
internal import SQLText
internal import Storage

/// The home timeline, read from the posts; no copy is stored.
///
/// Two plans give the same answer: to read the posts of each followee, and to walk all new posts.
struct PostgresTimelineQuery {
  /// With more followees the walk is tried first: every few new posts are by one of them.
  private static let manyFollowees = 2_000
  /// Posts that a walk looks at for one batch.
  private static let longestWalk = 4_000

  let session: PostgresSession
  let viewer: User.ID
  private let followees: [Int64]

  init(session: PostgresSession, viewer: User.ID) throws {
    self.session = session
    self.viewer = viewer
    followees = try session.values(
      "SELECT followee FROM profilectl.follows WHERE follower = \(viewer)")
  }

  /// The conditions for posts `p` of the two parts of a timeline, which have no post in common.
  func conditions() -> [SQL] {
    [
      "p.author = ANY (\(SQLValue.integers(followees + [viewer.number]))) AND p.private = 0",
      "p.author = \(viewer) AND p.private = 1",
    ]
  }

  /// The posts of one batch for which a condition holds, and whether the list ends there.
  func batch(
    _ keyset: Keyset, where condition: SQL
  ) throws -> (posts: [StoredPost], isLast: Bool) {
    if followees.count >= PostgresTimelineQuery.manyFollowees,
      let posts = try walk(keyset, where: condition)
    {
      return (posts, false)
    }
    var posts: [StoredPost] = []
    let parts = conditions().map { part in
      RowQuery {
        """
        SELECT \($0) FROM profilectl.posts AS p
        WHERE \(part) AND \(limited(condition, keyset, to: keyset.rowLimit))
        """
      } as: {
        StoredPost(&$0)
      } take: {
        posts.append($0)
      }
    }
    try session.each(parts)
    posts.sort { keyset.isOrdered($0.cursor.keys, $1.cursor.keys) }
    return (Array(posts.prefix(keyset.rowLimit)), posts.count < keyset.rowLimit)
  }

  /// Nil if too few of the next posts are by followees.
  private func walk(_ keyset: Keyset, where condition: SQL) throws -> [StoredPost]? {
    let known = Set(followees)
    var (found, batch) = ([] as [StoredPost], keyset)
    var looked = 0
    while looked < PostgresTimelineQuery.longestWalk {
      let limit = min(4 * keyset.rowLimit, PostgresTimelineQuery.longestWalk)
      let posts = try session.posts(
        where: """
          (p.private = 0 OR p.author = \(viewer)) AND \(limited(condition, batch, to: limit))
          """)
      found += posts.filter { known.contains($0.author.number) || $0.author == viewer }
      if found.count >= keyset.rowLimit { return Array(found.prefix(keyset.rowLimit)) }
      guard posts.count == limit, let last = posts.last else { return nil }
      looked += limit
      batch = keyset.after(last.cursor, limit: limit)
    }
    return nil
  }

  /// A condition with the order of a batch.
  private func limited(_ condition: SQL, _ keyset: Keyset, to limit: Int) -> SQL {
    """
    \(condition) AND (p.at, p.id) \(keyset.isBeyond) (\(keyset.key(0)), \(keyset.key(1)))
    ORDER BY p.at \(keyset.direction), p.id \(keyset.direction) LIMIT \(limit)
    """
  }
}
