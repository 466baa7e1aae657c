internal import Model
internal import SQLText
internal import SQLite
internal import Storage

/// Edges of every kind, and the users and posts at their ends.
extension SQLiteReading {
  func contains(_ edge: Edge) throws -> Bool {
    let table = edge.kind.stored
    return try connection.hasRow(
      """
      SELECT 1 FROM \(table.name)
      WHERE \(table.source) = \(edge.source) AND \(table.target) = \(edge.number)
      """)
  }

  func edgeCount(_ kind: EdgeKind) throws -> Int {
    try connection.value("SELECT count(*) FROM \(kind.stored.name)") ?? 0
  }

  func targetCount(of kind: EdgeKind, from source: User.ID) throws -> Int {
    let table = kind.stored
    return try connection.value(
      "SELECT count(*) FROM \(table.name) WHERE \(table.source) = \(source)") ?? 0
  }

  /// The users whose edges lead to a user or post, newest edge first.
  func sources(
    of kind: EdgeKind, to target: some Bindable, for viewer: User.ID?, _ request: PageRequest
  ) throws -> Page<Profile> {
    let table = kind.stored
    return try profiles(
      from: "\(table.name) AS e", where: "e.\(table.target) = \(target)", user: table.source,
      for: viewer, request)
  }

  /// The users that the edges of a user lead to, newest edge first.
  func targets(
    of kind: EdgeKind, from source: User.ID, for viewer: User.ID?, _ request: PageRequest
  ) throws -> Page<Profile> {
    let table = kind.stored
    return try profiles(
      from: "\(table.name) AS e", where: "e.\(table.source) = \(source)", user: table.target,
      for: viewer, request)
  }

  /// The followers of a user whom the user follows back, newest friendship first.
  ///
  /// They are sorted in memory: a friendship is as old as the later of its two follows.
  func friends(
    of id: User.ID, for viewer: User.ID?, _ request: PageRequest
  ) throws -> Page<Profile> {
    let rows: SQL = """
      (SELECT \(try mutualFollows(of: id))) AS e
      """
    return try profiles(from: rows, where: "1", user: "friend", for: viewer, request)
  }

  func friendCount(of id: User.ID) throws -> Int {
    try connection.value("SELECT count(*) FROM (SELECT \(mutualFollows(of: id)))") ?? 0
  }

  /// Users at one end of edges `e`, newest edge first.
  private func profiles(
    from rows: SQL, where condition: SQL, user: Name, for viewer: User.ID?,
    _ request: PageRequest
  ) throws -> Page<Profile> {
    let keyset = try Keyset(request, by: .edge, .descending)
    let direction = keyset.direction
    let profiles = try ProfileRow(for: viewer, on: connection)
    return try keyset.page(
      try connection.all {
        """
        SELECT \($0) FROM \(rows) CROSS JOIN users AS u ON u.id = e.\(user)
        WHERE \(condition)
        AND (e.at, e.\(user)) \(keyset.isBeyond) (\(keyset.key(0)), \(keyset.key(1)))
        ORDER BY e.at \(direction), e.\(user) \(direction) LIMIT \(keyset.rowLimit)
        """
      } as: { row in
        let profile = profiles.profile(&row)
        return Entry(profile, at: Cursor(.edge, row["e.at"], profile.user.id.number))
      })
  }

  /// Each friend of a user with the time of the later follow; the statement reads the follows from
  /// or to the user, whichever are fewer.
  private func mutualFollows(of id: User.ID) throws -> SQL {
    let followsFewer: Bool? = try connection.value(
      "SELECT following_count <= follower_count FROM users WHERE id = \(id)")
    return followsFewer ?? true
      ? """
      f.followee AS friend, max(f.at, g.at) AS at FROM follows AS f
      CROSS JOIN follows AS g \(Follows.byFollower) ON g.follower = f.followee AND g.followee = \(id)
      WHERE f.follower = \(id)
      """
      : """
      f.follower AS friend, max(f.at, g.at) AS at FROM follows AS f
      CROSS JOIN follows AS g \(Follows.byFollower) ON g.follower = \(id) AND g.followee = f.follower
      WHERE f.followee = \(id)
      """
  }

  /// Reports, newest first.
  func flags(_ request: PageRequest) throws -> Page<Flag> {
    let keyset = try Keyset(request, by: .flag, .descending)
    return try keyset.page(
      try connection.all {
        """
        SELECT \($0) FROM flags AS f JOIN posts AS p ON p.id = f.post
        JOIN users AS a ON a.id = p.author JOIN users AS r ON r.id = f.reporter
        WHERE (f.at, f.post, f.reporter) \(keyset.isBeyond)
          (\(keyset.key(0)), \(keyset.key(1)), \(keyset.key(2)))
        ORDER BY f.at \(keyset.direction), f.post \(keyset.direction),
          f.reporter \(keyset.direction)
        LIMIT \(keyset.rowLimit)
        """
      } as: { row in
        let flag = Flag(
          post: row["f.post"], author: row["a.username"], reporter: row["r.username"],
          reason: row[optional: "f.reason"], createdAt: row["f.at"])
        return Entry(flag, at: Cursor(.flag, row["f.at"], flag.post.number, row["f.reporter"]))
      })
  }
}
