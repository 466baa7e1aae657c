internal import Model
internal import SQLite
internal import Storage

/// Edges of every kind, and the users and posts at their ends.
extension SQLiteReading {
  func contains(_ edge: Edge) throws -> Bool {
    let table = edge.kind.stored
    return try connection.first(
      """
      SELECT 1 FROM \(table.name)
      WHERE \(table.source) = \(edge.source) AND \(table.target) = \(edge.number)
      """
    ) { _ in true } ?? false
  }

  func edgeCount(_ kind: EdgeKind) throws -> Int {
    try connection.first("SELECT count(*) FROM \(kind.stored.name)") { $0.int(0) } ?? 0
  }

  /// The users whose edges lead to a user or post, in the order they joined.
  func sources(
    of kind: EdgeKind, to target: some Bindable, for viewer: User.ID?, _ request: PageRequest
  ) throws -> Page<Profile> {
    let table = kind.stored
    return try profiles(
      from: "\(table.name) AS e", where: "e.\(table.target) = \(target)", by: "e.\(table.source)",
      for: viewer, request)
  }

  /// The users that the edges of a user lead to, in the order they joined.
  func targets(
    of kind: EdgeKind, from source: User.ID, for viewer: User.ID?, _ request: PageRequest
  ) throws -> Page<Profile> {
    let table = kind.stored
    return try profiles(
      from: "\(table.name) AS e", where: "e.\(table.source) = \(source)", by: "e.\(table.target)",
      for: viewer, request)
  }

  /// The visible posts that the edges of a user lead to, newest edge first.
  func posts(
    at kind: EdgeKind, of source: User.ID, for viewer: User.ID?, _ request: PageRequest
  ) throws -> Page<Post> {
    let table = kind.stored
    let keyset = try Keyset(request, by: .like, .descending)
    return try keyset.page(
      try connection.all(
        """
        SELECT \(PostRow.columns(for: viewer)), e.at
        FROM \(table.name) AS e JOIN posts AS p ON p.id = e.\(table.target) \(PostRow.joins)
        WHERE e.\(table.source) = \(source)
        AND (e.at, e.\(table.target)) \(keyset.isBeyond) (\(keyset.key(0)), \(keyset.key(1)))
        AND (p.private = 0 OR p.author = \(viewer?.number ?? 0))
        ORDER BY e.at \(keyset.direction), e.\(table.target) \(keyset.direction)
        LIMIT \(keyset.rowLimit)
        """
      ) { row in
        let post = PostRow.post(row)
        return Entry(post, at: Cursor(.like, row.int64(PostRow.count), post.id.number))
      })
  }

  /// The followers of a user whom the user follows, in the order they joined.
  func friends(
    of id: User.ID, for viewer: User.ID?, _ request: PageRequest
  ) throws -> Page<Profile> {
    let edges = try returnedEdges(of: id)
    return try profiles(
      from: "follows AS f", where: edges.condition, by: edges.other, for: viewer, request)
  }

  func friendCount(of id: User.ID) throws -> Int {
    try connection.first(
      "SELECT count(*) FROM follows AS f WHERE \(returnedEdges(of: id).condition)"
    ) { $0.int(0) } ?? 0
  }

  /// The condition for the mutual follows `f` of a user, and the column of the other user.
  ///
  /// The statement walks the follows from or to the user, whichever are fewer.
  private func returnedEdges(of id: User.ID) throws -> (condition: SQL, other: SQL) {
    let followsFewer = try connection.first(
      "SELECT following_count <= follower_count FROM users WHERE id = \(id)"
    ) { $0.bool(0) }
    if followsFewer ?? true {
      let condition: SQL = """
        f.follower = \(id) AND EXISTS (
          SELECT 1 FROM follows \(Follows.byFollowee)
          WHERE follower = f.followee AND followee = \(id))
        """
      return (condition, "f.followee")
    }
    let condition: SQL = """
      f.followee = \(id) AND EXISTS (
        SELECT 1 FROM follows \(Follows.byFollower)
        WHERE follower = \(id) AND followee = f.follower)
      """
    return (condition, "f.follower")
  }

  /// Reports, newest first.
  func flags(_ request: PageRequest) throws -> Page<Flag> {
    let keyset = try Keyset(request, by: .flag, .descending)
    return try keyset.page(
      try connection.all(
        """
        SELECT f.post, a.username, r.username, f.reason, f.at, f.reporter
        FROM flags AS f JOIN posts AS p ON p.id = f.post
        JOIN users AS a ON a.id = p.author JOIN users AS r ON r.id = f.reporter
        WHERE (f.at, f.post, f.reporter) \(keyset.isBeyond)
          (\(keyset.key(0)), \(keyset.key(1)), \(keyset.key(2)))
        ORDER BY f.at \(keyset.direction), f.post \(keyset.direction),
          f.reporter \(keyset.direction)
        LIMIT \(keyset.rowLimit)
        """
      ) { row in
        let flag = Flag(
          post: Post.ID(row.int64(0)), author: Handle(stored: row.text(1)),
          reporter: Handle(stored: row.text(2)), reason: row.optionalText(3),
          createdAt: row.moment(4))
        return Entry(flag, at: Cursor(.flag, row.int64(4), row.int64(0), row.int64(5)))
      })
  }
}
