internal import Model
internal import SQLite

/// Who follows whom, who likes what, who reported what.
extension Reading {
  func follows(_ follower: User.ID, _ followee: User.ID) throws -> Bool {
    try connection.first(
      "SELECT 1 FROM follows WHERE follower = \(follower) AND followee = \(followee)"
    ) { _ in true } ?? false
  }

  /// People in the order they joined.
  func followers(
    of id: User.ID, for viewer: User.ID?, _ request: PageRequest
  ) throws -> Page<Profile> {
    try profiles(
      from: "follows AS f", where: "f.followee = \(id)", by: "f.follower", for: viewer, request)
  }

  /// People in the order they joined.
  func following(
    by id: User.ID, for viewer: User.ID?, _ request: PageRequest
  ) throws -> Page<Profile> {
    try profiles(
      from: "follows AS f", where: "f.follower = \(id)", by: "f.followee", for: viewer, request)
  }

  /// Those who follow a user and are followed back, in the order they joined.
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

  /// Which of the edges `f` between a user and others go both ways, and the column of the others:
  /// those that go out or those that come in, whichever are fewer.
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

  /// People in the order they joined.
  func likers(
    of post: Post.ID, for viewer: User.ID?, _ request: PageRequest
  ) throws -> Page<Profile> {
    try profiles(
      from: "likes AS l", where: "l.post = \(post)", by: "l.user", for: viewer, request)
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

  func flagCount() throws -> Int {
    try connection.first("SELECT count(*) FROM flags") { $0.int(0) } ?? 0
  }
}
