internal import Model
internal import SQLText
internal import SQLite
internal import Storage

/// Pages and counts of the lists of posts, as one viewer sees them.
struct PostListQuery {
  let connection: Connection
  let viewer: User.ID?
  let filter: PostFilter
  private let hidden: HiddenPosts
  private let rows: PostRow

  init(_ connection: Connection, for viewer: User.ID?, _ filter: PostFilter) throws {
    self.connection = connection
    self.viewer = viewer
    self.filter = filter
    hidden = try HiddenPosts(from: viewer, on: connection)
    rows = try PostRow(connection: connection, viewer: viewer)
  }

  private var me: Int64 { viewer?.number ?? 0 }

  /// The rows of a list of posts: how they join `posts`, and the order of the list.
  private struct Source {
    let rows: SQL
    let condition: SQL
    /// The column of the time by which the list is ordered.
    var key: SQL = "x.at"
    /// The second key of a list of edges.
    var edgeKey: SQL?
    var hiding = Hiding.nothing
    /// The name of `posts` in `rows`.
    var posts: Name = "x"

    /// One author's posts, which are stored together, so that a page is read in one pass.
    static func author(
      _ condition: SQL, index: SQL = "", hiding: Hiding = .nothing
    ) -> Source {
      Source(
        rows: "FROM posts AS p \(index)", condition: condition, key: "p.at", hiding: hiding,
        posts: "p")
    }
  }

  private enum Hiding {
    case nothing, reports, all
  }

  func page(_ list: PostList, _ request: PageRequest) throws -> Page<Post> {
    switch list {
    case .timeline:
      guard let viewer else { return Page(entries: [], next: nil) }
      let query = TimelineQuery(
        connection: connection, viewer: viewer, filter: filter, rows: rows,
        isShown: conditions(of: "p", hiding: .all))
      return try rows.completed(try query.page(request))
    default:
      guard let source = try source(of: list) else { return Page(entries: [], next: nil) }
      return try page(of: source, request)
    }
  }

  func count(_ list: PostList, most: Int) throws -> Int {
    if list == .explore, !hidden.hasAny, filter == PostFilter() {
      return try connection.value("SELECT coalesce(sum(post_count), 0) FROM users") ?? 0
    }
    guard let source = try source(of: list) else { return 0 }
    return try connection.value(
      """
      SELECT count(*) FROM (SELECT 1 \(source.rows)
      WHERE \(source.condition)\(shown(of: source)) AND \(period(of: source)) LIMIT \(most))
      """) ?? 0
  }

  // MARK: Sources

  /// Nil for a search that finds nothing; pages of the timeline come from `TimelineQuery`.
  private func source(of list: PostList) throws -> Source? {
    switch list {
    case .timeline:
      return Source(
        rows: """
          FROM (
            SELECT followee AS author, 0 AS private FROM follows WHERE follower = \(me)
            UNION ALL SELECT \(me), 0 UNION ALL SELECT \(me), 1
          ) AS s CROSS JOIN posts AS x ON x.author = s.author AND x.private = s.private
          """, condition: "1", hiding: .all)
    case .lateTimeline:
      return Source(
        rows: "FROM late_items AS l CROSS JOIN posts AS x ON x.at = l.at",
        condition: """
          l.reader = \(me) AND l.is_notice = 0 AND EXISTS (
            SELECT 1 FROM follows \(Follows.byFollower)
            WHERE follower = \(me) AND followee = x.author)
          """, key: "l.at", hiding: .all)
    case .search(let search): return try source(of: search)
    case .explore:
      return Source(rows: "FROM posts AS x", condition: "x.private = 0", hiding: .all)
    case .hashtag(let tag):
      return Source(
        rows: "FROM hashtags AS h CROSS JOIN posts AS x ON x.at = h.at",
        condition: "h.tag = \(tag.folded)", key: "h.at", hiding: .all)
    case .posts(let author):
      return .author("p.author = \(author) AND p.private = 0", hiding: .reports)
    case .tab(.posts, let author):
      return .author("p.author = \(author) AND p.private = 0 AND p.reply_to IS NULL")
    case .tab(.replies, let author):
      return .author(
        "p.author = \(author) AND p.private = 0 AND p.reply_to IS NOT NULL",
        index: "INDEXED BY posts_by_answerer")
    case .tab(.private, let author):
      return .author("p.author = \(author) AND p.private = 1 AND p.author = \(me)")
    case .tab(.likes, let user): return edges(.like, of: user)
    case .bookmarks: return edges(.bookmark, of: viewer ?? User.ID(0))
    }
  }

  private func source(of search: PostSearch) throws -> Source? {
    guard !search.terms.isEmpty else { return nil }
    let terms = SearchTerms(search, viewer: me)
    return Source(
      rows: terms.rows, condition: try terms.condition(on: connection), key: terms.key,
      hiding: .all)
  }

  private func edges(_ kind: EdgeKind, of user: User.ID) -> Source {
    let table = kind.stored
    return Source(
      rows: "FROM \(table.name) AS e CROSS JOIN posts AS x ON x.id = e.\(table.target)",
      condition: """
        e.\(table.source) = \(user) AND (x.private = 0 OR x.author = \(me))
        """, key: "e.at", edgeKey: "e.\(table.target)")
  }

  /// The conditions of the filter except its times, and those that hide posts; nil without any.
  private func conditions(of posts: Name, hiding: Hiding) -> SQL? {
    var conditions: [SQL] = []
    if filter.hidesReplies { conditions.append("\(posts).reply_to IS NULL") }
    if filter.hidesReposts { conditions.append("\(posts).reposts IS NULL") }
    if filter.hidesOwn { conditions.append("\(posts).author <> \(me)") }
    if hiding == .all, hidden.hasMutes { conditions.append(hidden.isNotMuted(posts)) }
    if hiding != .nothing, hidden.hasReports { conditions.append(hidden.isNotReported(posts)) }
    return conditions.isEmpty ? nil : .joined(conditions, by: " AND ")
  }

  // MARK: Pages

  private func page(of source: Source, _ request: PageRequest) throws -> Page<Post> {
    if filter.order != .new { return try pageByCount(of: source, request) }
    if source.edgeKey != nil { return try pageByEdge(of: source, request) }
    let keyset = try Keyset(request, by: .post, .descending)
    let conditions: SQL = """
      WHERE \(source.condition)\(shown(of: source)) AND \(keyset.range(of: source.key, filter))
      ORDER BY \(source.key) \(keyset.direction) LIMIT \(keyset.rowLimit)
      """
    let isClustered = source.posts == "p"
    let entries = try connection.all { columns in
      isClustered
        ? "SELECT \(columns) \(source.rows) \(PostRow.joins) \(conditions)"
        : """
        SELECT \(columns) FROM (SELECT x.author, x.private, x.at \(source.rows) \(conditions))
        AS found \(found)
        ORDER BY p.at \(keyset.direction)
        """
    } as: {
      rows.entry(&$0)
    }
    return try rows.completed(try keyset.page(entries))
  }

  /// Reads the posts that an inner statement found.
  private var found: SQL {
    """
    CROSS JOIN posts AS p ON p.author = found.author AND p.private = found.private
      AND p.at = found.at
    \(PostRow.joins)
    """
  }

  private func shown(of source: Source) -> SQL {
    conditions(of: source.posts, hiding: source.hiding).map { " AND \($0)" } ?? ""
  }

  private func period(of source: Source) -> SQL {
    """
    \(source.posts).at >= \(filter.since?.microseconds ?? .min)
    AND \(source.posts).at < \(filter.until?.microseconds ?? .max)
    """
  }

  private func pageByEdge(of source: Source, _ request: PageRequest) throws -> Page<Post> {
    let (keyset, second) = (try Keyset(request, by: .like, .descending), source.edgeKey ?? "0")
    let entries = try connection.all {
      """
      SELECT \($0) FROM (
        SELECT x.author, x.private, x.at, \(source.key) AS edge, \(second) AS second
        \(source.rows) WHERE \(source.condition)\(shown(of: source)) AND \(period(of: source))
          AND (\(source.key), \(second)) \(keyset.isBeyond) (\(keyset.key(0)), \(keyset.key(1)))
        ORDER BY \(source.key) \(keyset.direction), \(second) \(keyset.direction)
        LIMIT \(keyset.rowLimit)
      ) AS found \(found)
      ORDER BY found.edge \(keyset.direction), found.second \(keyset.direction)
      """
    } as: { row in
      let post = rows.post(&row)
      return Entry(post, at: Cursor(.like, row["found.edge"], post.id.number))
    }
    return try rows.completed(try keyset.page(entries))
  }

  /// Sorts all posts of the author: their counts change too often for an index.
  private func pageByCount(of source: Source, _ request: PageRequest) throws -> Page<Post> {
    let keyset = try Keyset(request, by: .count, .descending)
    let column: SQL = filter.order == .likes ? "like_count" : "reply_count"
    // A repost shows the counts of the post that it repeats.
    let count: SQL = """
      CASE WHEN \(source.posts).reposts IS NULL THEN \(source.posts).\(column)
      ELSE (SELECT \(column) FROM posts AS repeated WHERE repeated.id = \(source.posts).reposts) END
      """
    let at: SQL = "\(source.posts).at"
    let entries = try connection.all {
      """
      SELECT \($0) FROM (
        SELECT \(source.posts).author, \(source.posts).private, \(at), \(count) AS counted
        \(source.rows) WHERE \(source.condition)\(shown(of: source)) AND \(period(of: source))
          AND (\(count), \(at)) \(keyset.isBeyond) (\(keyset.key(0)), \(keyset.key(1)))
        ORDER BY \(count) \(keyset.direction), \(at) \(keyset.direction)
        LIMIT \(keyset.rowLimit)
      ) AS found \(found)
      ORDER BY found.counted \(keyset.direction), p.at \(keyset.direction)
      """
    } as: { row in
      Entry(rows.post(&row), at: Cursor(.count, row["found.counted"], row["p.at"]))
    }
    return try rows.completed(try keyset.page(entries))
  }
}

/// The posts that a viewer does not want to see: those of muted users, and reported ones.
///
/// Most viewers have no mutes or reports; their lists skip these conditions.
struct HiddenPosts {
  private let me: Int64
  private(set) var hasMutes = false
  private(set) var hasReports = false

  var hasAny: Bool { hasMutes || hasReports }

  init(from viewer: User.ID?, on connection: Connection) throws {
    me = viewer?.number ?? 0
    guard viewer != nil else { return }
    let found = try connection.first {
      "SELECT \($0)"
    } as: { row in
      (
        mutes: row["EXISTS (SELECT 1 FROM mutes WHERE muter = \(me))"] as Bool,
        reports: row["EXISTS (SELECT 1 FROM flags WHERE reporter = \(me))"] as Bool
      )
    }
    if let found { (hasMutes, hasReports) = found }
  }

  func isNotMuted(author: SQL) -> SQL {
    "NOT EXISTS (SELECT 1 FROM mutes WHERE muter = \(me) AND muted = \(author))"
  }

  /// Excludes reposts of posts by muted users, too.
  func isNotMuted(_ posts: Name) -> SQL {
    """
    \(isNotMuted(author: "\(posts).author")) AND (\(posts).reposts IS NULL OR NOT EXISTS (
      SELECT 1 FROM posts AS o JOIN mutes ON muter = \(me) AND muted = o.author
      WHERE o.id = \(posts).reposts))
    """
  }

  func isNotReported(_ posts: Name) -> SQL {
    """
    NOT EXISTS (
      SELECT 1 FROM flags
      WHERE post = coalesce(\(posts).reposts, \(posts).id) AND reporter = \(me))
    """
  }
}
