internal import Model
internal import SQLText
internal import SQLite
internal import Storage

/// The home timeline, read from the posts when it is asked for, and stored nowhere.
///
/// Two plans give the same answer. `docs/decisions/0003-timeline-by-query.md` has the measurements.
struct TimelineQuery {
  let connection: Connection
  let viewer: User.ID
  let filter: PostFilter
  let rows: PostRow
  /// The condition for posts `p` that are shown; nil for all.
  let isShown: SQL?

  /// The viewer's own posts and those of all their followees, newest first.
  func page(_ request: PageRequest) throws -> Page<Post> {
    if isShown == nil, filter.since == nil, filter.until == nil {
      let keyset = try Keyset(request, by: .post, .descending)
      return try keyset.page(try found(keyset).map(\.entry))
    }
    return try filteredPage(request)
  }

  /// Reads batches of the whole timeline until a page of shown posts is found.
  ///
  /// Both plans count every post against their limit, so the filter is applied to their results.
  private func filteredPage(_ request: PageRequest) throws -> Page<Post> {
    let since = filter.since?.microseconds ?? .min
    let until = filter.until?.microseconds ?? .max
    // The read mark may be after the end that the user asks for.
    guard since < until else { return Page(entries: [], next: nil) }
    let isAscending = request.isReversed
    let start = isAscending ? since : until
    var batch = request
    batch.limit = max(request.limit, 20)
    if batch.after == nil, start != .min, start != .max {
      batch.after = Cursor(.post, isAscending ? start - 1 : start)
    }
    var kept: [Entry<Post>] = []
    while kept.count <= request.limit {
      let keyset = try Keyset(batch, by: .post, .descending)
      let found = try found(keyset)
      kept += found.filter { entry, isShown in
        isShown && (since..<until).contains(entry.cursor.keys[0])
      }.map(\.entry)
      guard found.count == keyset.rowLimit, let last = found.last?.entry.cursor,
        isAscending ? last.keys[0] < until : last.keys[0] >= since
      else { break }
      batch.after = last
      batch.limit = min(batch.limit * 2, 500)
    }
    return try Keyset(request, by: .post, .descending).page(Array(kept.prefix(request.limit + 1)))
  }

  private typealias Found = (entry: Entry<Post>, isShown: Bool)

  /// Reads the posts whose keys an inner statement found.
  ///
  /// All else is read only for posts of the page: 90 µs instead of 200 for a viewer with 12
  /// followees, whose posts are all candidates (measured 2026-11-26).
  private func read(_ keys: SQL, _ keyset: Keyset) throws -> [Found] {
    try connection.all {
      """
      SELECT \($0) FROM (\(keys)) AS found
      CROSS JOIN posts AS p INDEXED BY sqlite_autoindex_posts_1
        ON p.author = found.author AND p.private = found.private AND p.at = found.at
      \(PostRow.joins)
      ORDER BY p.at \(keyset.direction)
      """
    } as: { row in
      (entry: rows.entry(&row), isShown: row[isShown.map(Column.expression) ?? "1"])
    }
  }

  private func found(_ keyset: Keyset) throws -> [Found] {
    let followees: Int? = try connection.value(
      "SELECT following_count FROM users WHERE id = \(viewer)")
    if let followees, followees >= 300 {
      // A damaged file may name any number.
      let budget = 2 * min(followees, 1 << 40)
      let found = try recentPosts(keyset, scanning: budget)
      if found.count == keyset.rowLimit { return found }
    }
    return try headedPosts(keyset)
  }

  /// Scans all posts in order and keeps those of followees.
  ///
  /// Fast for a viewer with many followees, who write every few posts. Stops after `budget` posts.
  /// The limited query has no ORDER BY: with one, SQLite would scan and sort the whole budget.
  private func recentPosts(
    _ keyset: Keyset, scanning budget: Int
  ) throws -> [Found] {
    try read(
      """
      SELECT author, private, at FROM (
        SELECT author, private, at FROM posts WHERE at \(keyset.isBeyond) \(keyset.key())
        ORDER BY at \(keyset.direction) LIMIT \(budget)
      ) AS near
      WHERE author = \(viewer) OR (private = 0 AND EXISTS (
        SELECT 1 FROM follows \(Follows.byFollower)
        WHERE follower = \(viewer) AND followee = near.author))
      LIMIT \(keyset.rowLimit)
      """, keyset)
  }

  /// Finds the first post of each source, then the last post of the page among these, and reads
  /// only the posts up to it.
  ///
  /// A source without further posts has no head. On the newest page `last_post_at` gives the heads
  /// of followees: 768 µs instead of 916 for 1,000 followees, 92 instead of 103 for 100. Checking
  /// on other pages whether it is usable costs a sixth more than a search (measured 2026-11-21).
  ///
  /// The threshold is a scalar subquery: joined as a table it makes the planner build a Bloom
  /// filter over all posts, which is 200 times slower.
  private func headedPosts(_ keyset: Keyset) throws -> [Found] {
    try read(
      """
      WITH sources (author, private, head) AS MATERIALIZED (
        \(keyset.beginsAtTop ? newestOfFollowees : heads(keyset))
        UNION ALL SELECT \(viewer), 0, \(head(of: "\(viewer)", isPrivate: "0", keyset))
        UNION ALL SELECT \(viewer), 1, \(head(of: "\(viewer)", isPrivate: "1", keyset))
      )
      SELECT p.author, p.private, p.at
      FROM sources AS s CROSS JOIN posts AS p ON p.author = s.author AND p.private = s.private
        AND p.at \(keyset.isBeyond) \(keyset.key())
        AND p.at \(keyset.isWithin) coalesce((
          SELECT head FROM sources WHERE head IS NOT NULL ORDER BY head \(keyset.direction)
          LIMIT 1 OFFSET \(keyset.rowLimit - 1)), \(keyset.farthest))
      WHERE s.head IS NOT NULL
      ORDER BY p.at \(keyset.direction) LIMIT \(keyset.rowLimit)
      """, keyset)
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
}
