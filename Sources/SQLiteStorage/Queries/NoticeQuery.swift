internal import Model
internal import SQLText
internal import SQLite
internal import Storage

/// The notices of one user, read from the rows of others: one index range for each kind.
struct NoticeQuery {
  let connection: Connection
  let viewer: User.ID
  private let hidden: HiddenPosts
  /// The times of notices that are dated before the mark and new all the same.
  private let late: Set<Moment>
  private let showsLate: Bool

  init(_ connection: Connection, for viewer: User.ID, late showsLate: Bool = false) throws {
    self.connection = connection
    self.viewer = viewer
    self.showsLate = showsLate
    late = Set(try connection.lateTimes(.notices, of: viewer))
    hidden = try HiddenPosts(from: viewer, on: connection)
  }

  /// Newest first; notices of one moment are ordered by kind, post and actor.
  func page(_ kinds: Set<Notice.Kind>, _ request: PageRequest) throws -> Page<Notice> {
    let keyset = try Keyset(request, by: .notice, .descending)
    guard !kinds.isEmpty else { return Page(entries: [], next: nil) }
    let mark: Int64 =
      try connection.value("SELECT notices_at FROM read_marks WHERE reader = \(viewer)") ?? 0
    let parts = Notice.Kind.allCases.filter(kinds.contains).map { part($0, keyset) }
    let direction = keyset.direction
    let found = try connection.all {
      """
      SELECT \($0) FROM (\(.joined(parts, by: " UNION ALL "))) AS n CROSS JOIN users AS u ON u.id = n.actor
      ORDER BY n.at \(direction), n.kind \(direction), n.post \(direction), n.actor \(direction)
      LIMIT \(keyset.rowLimit)
      """
    } as: { row in
      let (at, kind): (Int64, Int) = (row["n.at"], row["n.kind"])
      let notice = Notice(
        kind: Notice.Kind.allCases[kind], actor: row["u.username"], post: nil,
        createdAt: row["n.at"],
        isNew: at > mark || late.contains(Moment(microseconds: at)))
      return Entry(notice, at: Cursor(.notice, at, Int64(kind), row["n.post"], row["n.actor"]))
    }
    var page = try keyset.page(found)
    let posts = try ConversationQuery(connection: connection, viewer: viewer).posts(
      Array(Set(page.entries.map { Post.ID($0.cursor.keys[2]) })))
    for index in page.entries.indices {
      page.entries[index].item.post = posts[Post.ID(page.entries[index].cursor.keys[2])]
    }
    return page
  }

  func count(_ kinds: Set<Notice.Kind>, after mark: Moment?, most: Int) throws -> Int {
    let parts = Notice.Kind.allCases.filter(kinds.contains).map { kind -> SQL in
      let source = source(of: kind)
      return """
        SELECT 1 \(source.rows) WHERE \(source.condition)
        AND \(source.at) > \(mark?.microseconds ?? .min)
        """
    }
    if parts.isEmpty { return 0 }
    return try connection.value(
      "SELECT count(*) FROM (\(.joined(parts, by: " UNION ALL ")) LIMIT \(most))") ?? 0
  }

  /// The newest notices of one kind.
  private func part(_ kind: Notice.Kind, _ keyset: Keyset) -> SQL {
    let source = source(of: kind)
    let keys: SQL = "\(source.at), \(number(of: kind)), \(source.post), \(source.actor)"
    let direction = keyset.direction
    let isLate: SQL =
      showsLate
      ? """
       AND \(source.at) IN (
        SELECT at FROM late_items WHERE reader = \(viewer) AND is_notice = 1)
      """ : ""
    return """
      SELECT * FROM (
        SELECT \(source.at) AS at, \(number(of: kind)) AS kind, \(source.post) AS post,
          \(source.actor) AS actor
        \(source.rows) WHERE \(source.condition)\(isLate)
          AND \(source.at) \(keyset.isAscending ? ">=" as SQL : "<=") \(keyset.key(0))
          AND (\(keys)) \(keyset.isBeyond)
            (\(keyset.key(0)), \(keyset.key(1)), \(keyset.key(2)), \(keyset.key(3)))
        ORDER BY \(source.order(direction)) LIMIT \(keyset.rowLimit))
      """
  }

  /// The rows of one kind.
  private struct Source {
    let rows: SQL
    let condition: SQL
    let at: SQL
    let post: SQL
    let actor: SQL
    /// False if all rows have the same post.
    var isOrderedByPost = true

    func order(_ direction: SQL) -> SQL {
      // SQLite would read a number as the place of a column (lang_select.html, 3).
      isOrderedByPost
        ? "\(at) \(direction), \(post) \(direction), \(actor) \(direction)"
        : "\(at) \(direction), \(actor) \(direction)"
    }
  }

  private func source(of kind: Notice.Kind) -> Source {
    switch kind {
    case .reply: mentions(.reply)
    case .mention: mentions(.mention)
    case .quote: mentions(.quote)
    case .repost: mentions(.repost)
    case .like:
      Source(
        rows: "FROM likes AS e INDEXED BY likes_by_author",
        condition: """
          e.author = \(viewer) AND e.author <> e.liker\(isNotMuted("e.liker"))
          """, at: "e.at", post: "e.post", actor: "e.liker")
    case .follow:
      Source(
        rows: "FROM follows AS e INDEXED BY follows_by_followee",
        condition: "e.followee = \(viewer)\(isNotMuted("e.follower"))", at: "e.at", post: "0",
        actor: "e.follower", isOrderedByPost: false)
    }
  }

  /// The post of a repost is the repeated one.
  private func mentions(_ kind: MentionKind) -> Source {
    let isNotReported: SQL = hidden.hasReports ? " AND \(hidden.isNotReported("p"))" : ""
    return Source(
      rows: "FROM mentions AS m CROSS JOIN posts AS p ON p.id = m.post",
      condition: """
        m.mentioned = \(viewer) AND m.kind = \(kind.rawValue)\(isNotMuted("p.author"))\(isNotReported)
        """, at: "m.at", post: kind == .repost ? "p.reposts" : "m.post", actor: "p.author")
  }

  private func isNotMuted(_ author: SQL) -> SQL {
    hidden.hasMutes ? " AND \(hidden.isNotMuted(author: author))" : ""
  }

  /// The place of a kind among all, as a part of cursors.
  private func number(of kind: Notice.Kind) -> Int {
    Notice.Kind.allCases.firstIndex(of: kind) ?? 0
  }
}
