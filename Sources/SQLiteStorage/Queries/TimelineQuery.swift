internal import Model
internal import SQLite
internal import Storage

/// The home timeline: a query over what was posted, not a copy of it.
///
/// Two plans give the same answer. `docs/decisions/0003-timeline-by-query.md` has the measurements.
struct TimelineQuery {
  let connection: Connection
  let viewer: User.ID

  /// The viewer's own posts and those of all their followees, newest first.
  func page(_ request: PageRequest) throws -> Page<Post> {
    let keyset = try Keyset(request, by: .post, .descending)
    let followees = try connection.first(
      "SELECT following_count FROM users WHERE id = \(viewer)"
    ) { $0.int(0) }
    if let followees, followees >= 300 {
      // A damaged file may name any number.
      let budget = 2 * min(followees, 1 << 40)
      let found = try recentPosts(keyset, scanning: budget)
      if found.count == keyset.rowLimit { return try keyset.page(found) }
    }
    return try keyset.page(try headedPosts(keyset))
  }

  /// Scans all posts in order and keeps those of followees: quick for a viewer with many followees,
  /// because every few posts are by one of them.
  ///
  /// Stops after `budget` posts. The limited query has no ORDER BY: with one, SQLite would scan and
  /// sort the whole budget.
  private func recentPosts(
    _ keyset: Keyset, scanning budget: Int
  ) throws -> [Entry<Post>] {
    try connection.all(
      """
      SELECT \(PostRow.columns(for: viewer)) FROM (
        SELECT author, private, at FROM (
          SELECT author, private, at FROM posts WHERE at \(keyset.isBeyond) \(keyset.key())
          ORDER BY at \(keyset.direction) LIMIT \(budget)
        ) AS near
        WHERE author = \(viewer) OR (private = 0 AND EXISTS (
          SELECT 1 FROM follows \(Follows.byFollower)
          WHERE follower = \(viewer) AND followee = near.author))
        LIMIT \(keyset.rowLimit)
      ) AS found
      CROSS JOIN posts AS p ON p.author = found.author AND p.private = found.private
        AND p.at = found.at
      \(PostRow.joins)
      ORDER BY p.at \(keyset.direction)
      """
    ) { PostRow.entry($0) }
  }

  /// Looks at the first post of each source, finds how far a page of these reaches, and reads only
  /// the posts within it.
  ///
  /// A source without further posts has no head. On the newest page the heads of followees stand in
  /// `last_post_at`: 768 µs instead of 916 for 1,000 followees, 92 instead of 103 for 100. To ask
  /// on other pages whether it lies within them costs a sixth more than to seek (measured
  /// 2026-11-21).
  ///
  /// The threshold stands as a scalar subquery: joined as a table it makes the planner build a
  /// Bloom filter over all posts, which is 200 times slower.
  private func headedPosts(_ keyset: Keyset) throws -> [Entry<Post>] {
    try connection.all(
      """
      WITH sources (author, private, head) AS MATERIALIZED (
        \(keyset.beginsAtTop ? newestOfFollowees : heads(keyset))
        UNION ALL SELECT \(viewer), 0, \(head(of: "\(viewer)", isPrivate: "0", keyset))
        UNION ALL SELECT \(viewer), 1, \(head(of: "\(viewer)", isPrivate: "1", keyset))
      )
      SELECT \(PostRow.columns(for: viewer))
      FROM sources AS s CROSS JOIN posts AS p ON p.author = s.author AND p.private = s.private
        AND p.at \(keyset.isBeyond) \(keyset.key())
        AND p.at \(keyset.isWithin) coalesce((
          SELECT head FROM sources WHERE head IS NOT NULL ORDER BY head \(keyset.direction)
          LIMIT 1 OFFSET \(keyset.rowLimit - 1)), \(keyset.farthest))
      \(PostRow.joins)
      WHERE s.head IS NOT NULL
      ORDER BY p.at \(keyset.direction) LIMIT \(keyset.rowLimit)
      """
    ) { PostRow.entry($0) }
  }

  private var newestOfFollowees: SQL {
    """
    SELECT f.followee, 0, nullif(u.last_post_at, 0)
    FROM follows AS f CROSS JOIN users AS u ON u.id = f.followee WHERE f.follower = \(viewer)
    """
  }

  private func heads(_ keyset: Keyset) -> SQL {
    """
    SELECT followee, 0, \(head(of: "followee", isPrivate: "0", keyset)) FROM follows
    WHERE follower = \(viewer)
    """
  }

  /// The first post of one source in the direction of reading.
  private func head(of author: SQL, isPrivate: SQL, _ keyset: Keyset) -> SQL {
    """
    (SELECT at FROM posts WHERE author = \(author) AND private = \(isPrivate)
     AND at \(keyset.isBeyond) \(keyset.key()) ORDER BY at \(keyset.direction) LIMIT 1)
    """
  }

  /// Counts no further than `most`.
  func count(
    after earliest: Moment?, upTo latest: Moment?, most: Int
  ) throws -> Int {
    try connection.first(
      """
      SELECT count(*) FROM (SELECT 1 FROM (
        SELECT followee AS author, 0 AS private FROM follows WHERE follower = \(viewer)
        UNION ALL SELECT \(viewer), 0 UNION ALL SELECT \(viewer), 1
      ) AS s CROSS JOIN posts AS p ON p.author = s.author AND p.private = s.private
      AND p.at > \(earliest?.microseconds ?? .min) AND p.at <= \(latest?.microseconds ?? .max)
      LIMIT \(most))
      """
    ) { $0.int(0) } ?? 0
  }
}
