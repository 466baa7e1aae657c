internal import Model
internal import Postgres
internal import SQLText
internal import Storage

/// Pages and counts of the lists of posts, as one viewer sees them.
struct PostgresPostListQuery {
  /// Rows of a batch that is only counted.
  private static let batch = 1_000

  let session: PostgresSession
  let viewer: User.ID?
  let filter: PostFilter
  private let hidden: PostgresHiddenPosts

  init(_ session: PostgresSession, for viewer: User.ID?, _ filter: PostFilter) throws {
    self.session = session
    self.viewer = viewer
    self.filter = filter
    hidden = try PostgresHiddenPosts(from: viewer, on: session)
  }

  private var me: Int64 { viewer?.number ?? 0 }
  private var rows: PostRows { PostRows(session: session, viewer: viewer) }

  /// The source of the posts of a list.
  private enum Source {
    /// Posts `p` for which a condition holds, by time; the words are confirmed in their texts.
    case posts(SQL, words: WordSearch? = nil, hiding: PostgresHiddenPosts.Extent)
    /// Rows that name posts, in an order of their own.
    case named(NamedPosts, hiding: PostgresHiddenPosts.Extent)
    case timeline(PostgresTimelineQuery)
  }

  func page(_ list: PostList, _ request: PageRequest) throws -> Page<Post> {
    guard let source = try source(of: list) else { return Page(entries: [], next: nil) }
    if filter.order != .new, case .posts(let condition, _, let hiding) = source {
      return try pageByCount(condition, hiding, request)
    }
    let keyset = try Keyset(request, by: order(of: source), .descending)
    var kept: [Entry<StoredPost>] = []
    try batches(of: source, keyset) { found in
      kept += found
      return kept.count <= keyset.limit
    }
    return try rows.page(keyset.page(kept))
  }

  func count(_ list: PostList, most: Int) throws -> Int {
    if list == .explore, !hidden.hasAny, filter == PostFilter() {
      return try session.value(
        "SELECT coalesce(sum(post_count), 0)::bigint FROM profilectl.users") ?? 0
    }
    guard let source = try source(of: list) else { return 0 }
    if let quick = try quickCount(of: source, most) { return quick }
    let request = PageRequest(limit: PostgresPostListQuery.batch - 1)
    let keyset = try Keyset(request, by: order(of: source), .descending)
    var count = 0
    try batches(of: source, keyset) { found in
      count += found.count
      return count < most
    }
    return min(count, most)
  }

  /// Nil if posts must be read to know whether they are shown.
  private func quickCount(of source: Source, _ most: Int) throws -> Int? {
    switch source {
    case .posts(let condition, let words, let hiding):
      if words?.needsText == true || hiding == .all && !hidden.muted.isEmpty { return nil }
      return try count("\(condition) AND \(conditions(hiding))", most)
    case .timeline(let timeline):
      if !hidden.muted.isEmpty { return nil }
      let isShown = conditions(.all)
      return min(
        most,
        try timeline.conditions().reduce(0) { try $0 + count("\($1) AND \(isShown)", most) })
    case .named(let names, let hiding):
      if hidden.has(hiding) || filter != PostFilter() || !names.areAllVisible { return nil }
      return try names.count(most)
    }
  }

  private func count(_ condition: SQL, _ most: Int) throws -> Int {
    try session.value(
      """
      SELECT count(*) FROM (
        SELECT 1 FROM profilectl.posts AS p WHERE \(condition) LIMIT \(most)) AS found
      """) ?? 0
  }

  // MARK: Sources

  /// Nil for a search that finds nothing, and for lists that need a viewer.
  private func source(of list: PostList) throws -> Source? {
    switch list {
    case .timeline:
      guard let viewer else { return nil }
      return .timeline(try PostgresTimelineQuery(session: session, viewer: viewer))
    // A server shares no network with other copies.
    case .lateTimeline: return nil
    case .search(let search): return try source(of: search)
    case .explore: return .posts("p.private = 0", hiding: .all)
    case .hashtag(let tag):
      return .named(.hashtag(tag, session: session), hiding: .all)
    case .posts(let author):
      return .posts("p.author = \(author) AND p.private = 0", hiding: .reports)
    case .tab(.posts, let author):
      return .posts(
        "p.author = \(author) AND p.private = 0 AND p.reply_to IS NULL", hiding: .nothing)
    case .tab(.replies, let author):
      return .posts(
        "p.author = \(author) AND p.private = 0 AND p.reply_to IS NOT NULL", hiding: .nothing)
    case .tab(.private, let author):
      if author != viewer { return nil }
      return .posts("p.author = \(author) AND p.private = 1", hiding: .nothing)
    case .tab(.likes, let user):
      return .named(.likes(of: user, for: viewer, session: session), hiding: .nothing)
    case .bookmarks:
      guard let viewer else { return nil }
      return .named(.bookmarks(of: viewer, session: session), hiding: .nothing)
    }
  }

  private func source(of search: PostSearch) throws -> Source? {
    guard !search.terms.isEmpty else { return nil }
    let words = WordSearch(search)
    var conditions: [SQL] = ["(p.private = 0 OR p.author = \(me))"]
    if let query = words.query { conditions.append("p.words @@ \(query)::tsquery") }
    let (authors, others) = (search.authors(excluded: false), search.authors(excluded: true))
    if !authors.isEmpty { conditions.append("p.author = ANY (\(try ids(of: authors)))") }
    if !others.isEmpty { conditions.append("p.author <> ALL (\(try ids(of: others)))") }
    return .posts(.joined(conditions, by: " AND "), words: words, hiding: .all)
  }

  private func ids(of handles: [Handle]) throws -> SQLValue {
    .integers(try session.users(named: handles.map(\.text)).values.map(\.number))
  }

  private func order(of source: Source) -> Cursor.Order {
    if case .named(let names, _) = source { names.order } else { .placedPost }
  }

  /// The conditions for posts `p` that the filter keeps, as far as a statement over posts can
  /// decide.
  private func conditions(_ hiding: PostgresHiddenPosts.Extent) -> SQL {
    var conditions = hidden.conditions(hiding)
    if filter.hidesReplies { conditions.append("p.reply_to IS NULL") }
    if filter.hidesReposts { conditions.append("p.reposts IS NULL") }
    if filter.hidesOwn { conditions.append("p.author <> \(me)") }
    if let since = filter.since { conditions.append("p.at >= \(since)") }
    if let until = filter.until { conditions.append("p.at < \(until)") }
    return conditions.isEmpty ? "true" : .joined(conditions, by: " AND ")
  }

  // MARK: Batches

  /// Reads a list in batches and passes the shown posts of each to `take`, until it wants no more.
  private func batches(
    of source: Source, _ keyset: Keyset, _ take: ([Entry<StoredPost>]) throws -> Bool
  ) throws {
    var batch = keyset
    while true {
      let (found, last, isLast) = try read(source, batch)
      guard try take(found), !isLast, let last else { return }
      batch = keyset.after(last, limit: min(max(batch.limit * 2, 20), 1_000))
    }
  }

  /// The shown posts of one batch, its end, and whether the list ends there.
  private func read(
    _ source: Source, _ keyset: Keyset
  ) throws -> (found: [Entry<StoredPost>], last: Cursor?, isLast: Bool) {
    switch source {
    case .posts(let condition, let words, let hiding):
      let posts = try session.posts(
        where: """
          \(condition) AND \(conditions(hiding))
          AND (p.at, p.id) \(keyset.isBeyond) (\(keyset.key(0)), \(keyset.key(1)))
          ORDER BY p.at \(keyset.direction), p.id \(keyset.direction) LIMIT \(keyset.rowLimit)
          """)
      let confirmed =
        words?.needsText == true
        ? posts.filter { words?.confirms([$0.text, $0.alt]) ?? true } : posts
      return (
        try entries(confirmed, hiding), posts.last?.cursor, posts.count < keyset.rowLimit
      )
    case .timeline(let timeline):
      let (posts, isLast) = try timeline.batch(keyset, where: conditions(.all))
      return (try entries(posts, .all), posts.last?.cursor, isLast)
    case .named(let names, let hiding):
      let found = try names.batch(keyset)
      let posts = try rows.stored(found.map(\.post))
      let shown = try hidden.shown(posts.filter(isKept), hiding, rows)
      let byNumber = Dictionary(
        shown.map { ($0.id.number, $0) }, uniquingKeysWith: { first, _ in first })
      let entries = found.compactMap { name in
        byNumber[name.post].map { Entry($0, at: name.cursor) }
      }
      return (entries, found.last?.cursor, found.count < keyset.rowLimit)
    }
  }

  private func entries(
    _ posts: [StoredPost], _ hiding: PostgresHiddenPosts.Extent
  ) throws -> [Entry<StoredPost>] {
    try hidden.shown(posts, hiding, rows).map { Entry($0, at: $0.cursor) }
  }

  /// The conditions of the filter.
  private func isKept(_ post: StoredPost) -> Bool {
    if filter.hidesReplies, post.replyTo != nil { return false }
    if filter.hidesReposts, post.reposts != nil { return false }
    if filter.hidesOwn, post.author.number == me { return false }
    let at = post.at.microseconds
    return at >= filter.since?.microseconds ?? .min && at < filter.until?.microseconds ?? .max
  }

  // MARK: By count

  /// Sorts all posts of the author: their counts change too often for an index.
  private func pageByCount(
    _ condition: SQL, _ hiding: PostgresHiddenPosts.Extent, _ request: PageRequest
  ) throws -> Page<Post> {
    let keyset = try Keyset(request, by: .count, .descending)
    let byLikes = filter.order == .likes
    let posts = try session.posts(where: "\(condition) AND \(conditions(hiding))")
    // A repost shows the counts of the post that it repeats.
    let repeated = try rows.stored(posts.compactMap { $0.reposts?.number })
    let counts = Dictionary(
      repeated.map { ($0.id, byLikes ? $0.likeCount : $0.replyCount) },
      uniquingKeysWith: { first, _ in first })
    let entries = posts.map { post -> Entry<StoredPost> in
      let own = byLikes ? post.likeCount : post.replyCount
      let count = post.reposts.map { counts[$0] ?? 0 } ?? own
      return Entry(post, at: Cursor(.count, Int64(count), post.at.microseconds))
    }
    let start = [keyset.key(0), keyset.key(1)]
    let following = entries.filter { keyset.isOrdered(start, $0.cursor.keys) }
      .sorted { keyset.isOrdered($0.cursor.keys, $1.cursor.keys) }
    return try rows.page(keyset.page(Array(following.prefix(keyset.rowLimit))))
  }
}
