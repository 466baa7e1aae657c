internal import Model
internal import Postgres
internal import SQLText
internal import Storage

/// The users and posts that completion offers.
struct PostgresCompletionQuery: CompletionReading {
  let session: PostgresSession

  // MARK: Users

  func offeredUsers(
    beginning prefix: String, among scope: UserScope, isListed: Bool, of viewer: User.ID?,
    fromEnd: Bool, limit: Int
  ) throws -> [OfferedUser] {
    let me = viewer?.number ?? 0
    let isSmall = try scope.hasEdge && (isListed || isCrowded(prefix, ends: 1))
    let ids =
      if isSmall {
        try targets(of: me, scope, prefix, fromEnd: fromEnd)
      } else {
        try around(me, scope, prefix, fromEnd: fromEnd, limit)
      }
    let wanted = Array(ids.prefix(limit))
    let names = try session.dictionary {
      "SELECT \($0) FROM profilectl.users WHERE id = ANY (\(SQLValue.integers(wanted)))"
    } as: { row in
      (row["id"] as Int64, OfferedUser(handle: row["username"], name: row["name"]))
    }
    return wanted.compactMap { names[$0] }
  }

  /// Handles are ASCII below `~`, so that those with a prefix are one batch of their index.
  private func isFitting(_ prefix: String) -> SQL {
    "username >= \(prefix) AND username < \(prefix + "~")"
  }

  private func direction(_ fromEnd: Bool) -> SQL { fromEnd ? "DESC" : "ASC" }

  /// The fitting users among the first few thousand to whom the edges of a scope lead.
  private func targets(
    of me: Int64, _ scope: UserScope, _ prefix: String, fromEnd: Bool
  ) throws -> [Int64] {
    guard let rows = scope.targets(of: me) else { return [] }
    let targets: [Int64] = try session.values(
      "\(rows) LIMIT \(CompletionBounds.targets)")
    return try session.values(
      """
      SELECT id FROM profilectl.users
      WHERE id = ANY (\(SQLValue.integers(targets))) AND \(isFitting(prefix))
      ORDER BY username \(direction(fromEnd))
      """)
  }

  /// The fitting users of a scope among the first few thousand handles.
  private func around(
    _ me: Int64, _ scope: UserScope, _ prefix: String, fromEnd: Bool, _ limit: Int
  ) throws -> [Int64] {
    let most = scope == .everybody ? limit : CompletionBounds.handles
    let ids: [Int64] = try session.values(
      """
      SELECT id FROM profilectl.handles WHERE \(isFitting(prefix))
      ORDER BY username \(direction(fromEnd)) LIMIT \(most)
      """)
    guard let half = scope.edge?.halves.ofSource else { return ids }
    let targets: [Int64] = try session.values(
      """
      SELECT \(half.target) FROM \(half.table)
      WHERE \(half.source) = \(me) AND \(half.target) = ANY (\(SQLValue.integers(ids)))
      """)
    let known = Set(targets)
    return ids.filter { id in
      scope.hasEdge ? known.contains(id) : id != me && !known.contains(id)
    }
  }

  func isListed(_ scope: UserScope, of viewer: User.ID?) throws -> Bool {
    guard scope.hasEdge, let targets = scope.targets(of: viewer?.number ?? 0) else { return false }
    return try !isFull(targets, most: CompletionBounds.targets)
  }

  func isCrowded(_ prefix: String, ends: Int) throws -> Bool {
    try isFull(
      "SELECT 1 FROM profilectl.handles WHERE \(isFitting(prefix))",
      most: ends * CompletionBounds.handles)
  }

  private func isFull(_ rows: SQL, most: Int) throws -> Bool {
    try session.value("SELECT count(*) FROM (\(rows) LIMIT \(most)) AS found") == most
  }

  // MARK: Posts

  func isListed(_ scope: PostScope, for viewer: User.ID?) throws -> Bool {
    let lists = scope.lists(for: viewer?.number ?? 0)
    return try !lists.isEmpty && lists.allSatisfy { try !isFull($0, most: CompletionBounds.posts) }
  }

  func isCrowded(_ range: ClosedRange<Int64>) throws -> Bool {
    try isFull(
      "SELECT 1 FROM profilectl.post_places WHERE \(isIn(range, "id"))",
      most: CompletionBounds.posts)
  }

  private func isIn(_ range: ClosedRange<Int64>, _ column: Name) -> SQL {
    "\(column) BETWEEN \(range.lowerBound) AND \(range.upperBound)"
  }

  func offeredPosts(
    in range: ClosedRange<Int64>, among scope: PostScope, isListed: Bool, for viewer: User.ID?,
    limit: Int
  ) throws -> [OfferedPost] {
    let me = viewer?.number ?? 0
    let isShort = try isListed || isCrowded(range)
    let candidates = try isShort ? listed(range, scope, me) : everything(in: range)
    let marked = try marked(among: candidates, scope, me)
    let places = try session.all {
      """
      SELECT \($0) FROM profilectl.post_places
      WHERE id = ANY (\(SQLValue.integers(candidates))) AND (private = 0 OR author = \(me))
      ORDER BY id DESC
      """
    } as: { row in
      (id: row["id"] as Int64, author: row["author"] as Int64)
    }
    let wanted = places.filter { place in
      switch scope {
      case .all: true
      case .own, .editable: place.author == me
      case .others: place.author != me
      case .liked, .flagged, .reported: marked.contains(place.id)
      case .unliked: !marked.contains(place.id)
      }
    }.prefix(scope == .editable ? .max : limit)
    let rows = PostRows(session: session, viewer: viewer)
    let stored = try rows.stored(wanted.map(\.id), by: wanted.map(\.author))
      .filter { scope != .editable || $0.reposts == nil }
      .sorted { $0.id > $1.id }.prefix(limit)
    return try rows.posts(Array(stored)).map { post in
      let shown = post.repeated
      return OfferedPost(
        id: post.id, author: shown.author,
        beginning: String(
          String.UnicodeScalarView(
            (shown.text.isEmpty ? shown.alt ?? "" : shown.text).unicodeScalars.prefix(80))))
    }
  }

  /// The posts that the viewer likes, or has reported, or that any user has reported, as the scope
  /// needs it.
  private func marked(among ids: [Int64], _ scope: PostScope, _ me: Int64) throws -> Set<Int64> {
    let rows: SQL
    switch scope {
    case .liked, .unliked: rows = "profilectl.liked WHERE liker = \(me)"
    case .flagged: rows = "profilectl.flags WHERE reporter = \(me)"
    case .reported: rows = "profilectl.flags WHERE true"
    case .all, .own, .others, .editable: return []
    }
    return Set(
      try session.values("SELECT post FROM \(rows) AND post = ANY (\(SQLValue.integers(ids)))"))
  }

  private func everything(in range: ClosedRange<Int64>) throws -> [Int64] {
    try session.values(
      """
      SELECT id FROM profilectl.post_places WHERE \(isIn(range, "id"))
      ORDER BY id DESC LIMIT \(CompletionBounds.posts)
      """)
  }

  /// The posts of the scope's lists in a range; all posts of the range if the scope has no list.
  private func listed(
    _ range: ClosedRange<Int64>, _ scope: PostScope, _ me: Int64
  ) throws -> [Int64] {
    let most = CompletionBounds.posts
    let rows: SQL
    switch scope {
    case .all, .others, .unliked: return try everything(in: range)
    case .own, .editable:
      rows = """
        (SELECT id FROM profilectl.posts WHERE author = \(me) AND private = 0
          ORDER BY at DESC LIMIT \(most))
        UNION ALL
        (SELECT id FROM profilectl.posts WHERE author = \(me) AND private = 1
          ORDER BY at DESC LIMIT \(most))
        """
    case .liked:
      rows = """
        SELECT post AS id FROM profilectl.liked WHERE liker = \(me) ORDER BY at DESC LIMIT \(most)
        """
    case .flagged:
      rows = "SELECT post AS id FROM profilectl.flags WHERE reporter = \(me) LIMIT \(most)"
    case .reported:
      return try session.values(
        """
        SELECT DISTINCT post FROM profilectl.flags WHERE \(isIn(range, "post"))
        ORDER BY post DESC LIMIT \(most)
        """)
    }
    return try session.values("SELECT id FROM (\(rows)) AS listed WHERE \(isIn(range, "id"))")
  }
}

extension UserScope {
  /// The users to whom the edges of the scope lead; nil without an edge.
  fileprivate func targets(of me: Int64) -> SQL? {
    guard let half = edge?.halves.ofSource else { return nil }
    return "SELECT \(half.target) FROM \(half.table) WHERE \(half.source) = \(me)"
  }
}

extension PostScope {
  /// The lists that hold all posts of the scope; empty if the scope has none.
  fileprivate func lists(for me: Int64) -> [SQL] {
    switch self {
    case .all, .others, .unliked: []
    case .own, .editable:
      [
        "SELECT 1 FROM profilectl.posts WHERE author = \(me) AND private = 0",
        "SELECT 1 FROM profilectl.posts WHERE author = \(me) AND private = 1",
      ]
    case .liked: ["SELECT 1 FROM profilectl.liked WHERE liker = \(me)"]
    case .flagged: ["SELECT 1 FROM profilectl.flags WHERE reporter = \(me)"]
    case .reported: ["SELECT 1 FROM profilectl.flags"]
    }
  }
}
