internal import Model
internal import Postgres
internal import SQLText
internal import Storage

/// Edges of every kind, and the users at their ends.
extension PostgresReading {
  func contains(_ edge: Edge) throws -> Bool {
    let half = edge.kind.halves.ofSource
    return try session.hasRow(
      """
      SELECT 1 FROM \(half.table)
      WHERE \(half.source) = \(edge.source) AND \(half.target) = \(edge.number)
      """)
  }

  func edgeCount(_ kind: EdgeKind) throws -> Int {
    try number("SELECT count(*) FROM \(kind.halves.ofSource.table)")
  }

  func targetCount(of kind: EdgeKind, from source: User.ID) throws -> Int {
    let half = kind.halves.ofSource
    return try number("SELECT count(*) FROM \(half.table) WHERE \(half.source) = \(source)")
  }

  func sources(
    of kind: EdgeKind, to target: User.ID, for viewer: User.ID?, _ request: PageRequest
  ) throws -> Page<Profile> {
    let half = kind.halves.ofTarget
    return try page(
      "SELECT \(half.source) AS other, at FROM \(half.table) WHERE \(half.target) = \(target)",
      for: viewer, request)
  }

  func sources(
    of kind: EdgeKind, to target: Post.ID, for viewer: User.ID?, _ request: PageRequest
  ) throws -> Page<Profile> {
    let half = kind.halves.ofTarget
    guard let author = half.author else {
      return try page(
        "SELECT \(half.source) AS other, at FROM \(half.table) WHERE \(half.target) = \(target)",
        for: viewer, request)
    }
    let owner = try PostRows(session: session, viewer: viewer)
      .authors(of: [target.number])[target.number]
    return try page(
      """
      SELECT \(half.source) AS other, at FROM \(half.table)
      WHERE \(author) = \(owner ?? 0) AND \(half.target) = \(target)
      """, for: viewer, request)
  }

  func targets(
    of kind: EdgeKind, from source: User.ID, for viewer: User.ID?, _ request: PageRequest
  ) throws -> Page<Profile> {
    let half = kind.halves.ofSource
    return try page(
      "SELECT \(half.target) AS other, at FROM \(half.table) WHERE \(half.source) = \(source)",
      for: viewer, request)
  }

  /// A friendship is as old as the later of two follows.
  func friends(
    of id: User.ID, for viewer: User.ID?, _ request: PageRequest
  ) throws -> Page<Profile> {
    try page(mutualFollows(of: id), for: viewer, request)
  }

  func friendCount(of id: User.ID) throws -> Int {
    try number("SELECT count(*) FROM (\(mutualFollows(of: id))) AS found")
  }

  /// Both halves are stored with the user.
  private func mutualFollows(of id: User.ID) -> SQL {
    """
    SELECT f.followee AS other, greatest(f.at, g.at) AS at
    FROM profilectl.follows AS f
    JOIN profilectl.followers AS g ON g.followee = f.follower AND g.follower = f.followee
    WHERE f.follower = \(id)
    """
  }

  /// The users `other` of rows with a time, newest first.
  private func page(
    _ rows: SQL, for viewer: User.ID?, _ request: PageRequest
  ) throws -> Page<Profile> {
    let keyset = try Keyset(request, by: .edge, .descending)
    let found = try session.all {
      """
      SELECT \($0) FROM (\(rows)) AS e
      WHERE (at, other) \(keyset.isBeyond) (\(keyset.key(0)), \(keyset.key(1)))
      ORDER BY at \(keyset.direction), other \(keyset.direction) LIMIT \(keyset.rowLimit)
      """
    } as: { row -> (id: Int64, at: Int64) in
      (row["other"], row["at"])
    }
    let profiles = try self.rows(for: viewer).profiles(found.map(\.id))
    return try keyset.page(
      found.compactMap { row in
        profiles[row.id].map { Entry($0, at: Cursor(.edge, row.at, row.id)) }
      })
  }

  func flags(_ request: PageRequest) throws -> Page<Flag> {
    let keyset = try Keyset(request, by: .flag, .descending)
    let found = try session.all {
      """
      SELECT \($0) FROM profilectl.flags
      WHERE (at, post, reporter) \(keyset.isBeyond)
        (\(keyset.key(0)), \(keyset.key(1)), \(keyset.key(2)))
      ORDER BY at \(keyset.direction), post \(keyset.direction), reporter \(keyset.direction)
      LIMIT \(keyset.rowLimit)
      """
    } as: { row -> (author: Int64, post: Int64, reporter: Int64, reason: String?, at: Int64) in
      (row["author"], row["post"], row["reporter"], row[optional: "reason"], row["at"])
    }
    let handles = try rows(for: nil).handles(
      Array(Set(found.flatMap { [$0.author, $0.reporter] })))
    return try keyset.page(
      found.compactMap { row in
        guard let author = handles[row.author], let reporter = handles[row.reporter] else {
          return nil
        }
        let flag = Flag(
          post: Post.ID(row.post), author: author, reporter: reporter, reason: row.reason,
          createdAt: Moment(microseconds: row.at))
        return Entry(flag, at: Cursor(.flag, row.at, row.post, row.reporter))
      })
  }

  // MARK: Suggestions

  func suggestions(for viewer: User.ID, _ request: PageRequest) throws -> Page<Suggestion> {
    try PostgresSuggestionQuery(session: session, viewer: viewer).page(request)
  }

  func suggestionCount(for viewer: User.ID) throws -> Int {
    try PostgresSuggestionQuery(session: session, viewer: viewer).strangers().count
  }
}
