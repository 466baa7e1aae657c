internal import Model
internal import Postgres
internal import SQLText
internal import Storage

/// The notices of one user: a query over what others did, one range of an index for each kind.
///
/// All rows are stored with the user.
struct PostgresNoticeQuery {
  let session: PostgresSession
  let viewer: User.ID
  private let hidden: PostgresHiddenPosts

  init(_ session: PostgresSession, for viewer: User.ID) throws {
    self.session = session
    self.viewer = viewer
    hidden = try PostgresHiddenPosts(from: viewer, on: session)
  }

  /// Newest first; notices of one moment are ordered by kind, post and actor.
  func page(_ kinds: Set<Notice.Kind>, _ request: PageRequest) throws -> Page<Notice> {
    let keyset = try Keyset(request, by: .notice, .descending)
    guard !kinds.isEmpty else { return Page(entries: [], next: nil) }
    let mark: Int64 =
      try session.value(
        "SELECT notices_at FROM profilectl.read_marks WHERE reader = \(viewer)") ?? 0
    let parts = Notice.Kind.allCases.filter(kinds.contains).map { part($0, keyset) }
    let direction = keyset.direction
    let found = try session.all {
      """
      SELECT \($0) FROM (\(.joined(parts, by: " UNION ALL "))) AS found
      ORDER BY at \(direction), kind \(direction), post \(direction), actor \(direction)
      LIMIT \(keyset.rowLimit)
      """
    } as: { row in
      Cursor(.notice, row["at"], row["kind"], row["post"], row["actor"])
    }
    let shown = try keyset.page(found.map { Entry($0, at: $0) })
    let rows = PostRows(session: session, viewer: viewer)
    let handles = try ProfileRows(session: session, viewer: viewer)
      .handles(Array(Set(shown.items.map { $0.keys[3] })))
    let posts = Dictionary(
      try rows.posts(try rows.stored(shown.items.map { $0.keys[2] })).map { ($0.id.number, $0) },
      uniquingKeysWith: { first, _ in first })
    return Page(
      entries: shown.items.compactMap { cursor in
        let keys = cursor.keys
        guard let actor = handles[keys[3]] else { return nil }
        let notice = Notice(
          kind: Notice.Kind.allCases[Int(keys[1])], actor: actor, post: posts[keys[2]],
          createdAt: Moment(microseconds: keys[0]), isNew: keys[0] > mark)
        return Entry(notice, at: cursor)
      }, next: shown.next)
  }

  func count(_ kinds: Set<Notice.Kind>, after mark: Moment?, most: Int) throws -> Int {
    if kinds.isEmpty { return 0 }
    let parts = Notice.Kind.allCases.filter(kinds.contains).map { kind -> SQL in
      let source = source(of: kind)
      return """
        SELECT 1 FROM \(source.table) WHERE \(source.condition)
        AND at > \(mark?.microseconds ?? .min)
        """
    }
    return try session.value(
      """
      SELECT count(*) FROM (
        SELECT 1 FROM (\(.joined(parts, by: " UNION ALL "))) AS found LIMIT \(most)) AS counted
      """) ?? 0
  }

  /// The newest notices of one kind.
  private func part(_ kind: Notice.Kind, _ keyset: Keyset) -> SQL {
    let source = source(of: kind)
    let number = Notice.Kind.allCases.firstIndex(of: kind) ?? 0
    let direction = keyset.direction
    return """
      (SELECT at, \(number)::bigint AS kind, \(source.post) AS post, \(source.actor) AS actor
      FROM \(source.table) WHERE \(source.condition)
        AND at \(keyset.isAscending ? ">=" as SQL : "<=") \(keyset.key(0))
        AND (at, \(number)::bigint, \(source.post), \(source.actor)) \(keyset.isBeyond)
          (\(keyset.key(0)), \(keyset.key(1)), \(keyset.key(2)), \(keyset.key(3)))
      ORDER BY at \(direction), \(source.post) \(direction), \(source.actor) \(direction)
      LIMIT \(keyset.rowLimit))
      """
  }

  /// The rows of one kind.
  private struct Source {
    let table: SQL
    let condition: SQL
    let post: SQL
    let actor: SQL
  }

  private func source(of kind: Notice.Kind) -> Source {
    switch kind {
    case .reply: notices(.reply)
    case .mention: notices(.mention)
    case .quote: notices(.quote)
    case .repost: notices(.repost)
    case .like:
      Source(
        table: "profilectl.likes",
        condition: "author = \(viewer) AND liker <> \(viewer)\(isNotMuted("liker"))",
        post: "post", actor: "liker")
    case .follow:
      Source(
        table: "profilectl.followers",
        condition: "followee = \(viewer)\(isNotMuted("follower"))", post: "0::bigint",
        actor: "follower")
    }
  }

  private func notices(_ kind: MentionKind) -> Source {
    let isNotReported: SQL =
      hidden.reported.isEmpty ? "" : " AND subject <> ALL (\(SQLValue.integers(hidden.reported)))"
    return Source(
      table: "profilectl.notices",
      condition: """
        recipient = \(viewer) AND kind = \(kind.rawValue)\(isNotMuted("actor"))\(isNotReported)
        """, post: "subject", actor: "actor")
  }

  private func isNotMuted(_ actor: Name) -> SQL {
    hidden.muted.isEmpty ? "" : " AND \(actor) <> ALL (\(SQLValue.integers(hidden.muted)))"
  }
}
