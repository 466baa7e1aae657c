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
    let keyset = try Keyset(request, by: .user, .ascending)
    return keyset.page(
      try connection.all(
        """
        SELECT \(ProfileRow.columns(for: viewer))
        FROM follows AS f JOIN users AS u ON u.id = f.follower
        WHERE f.followee = \(id) AND f.follower \(keyset.isBeyond) \(keyset.key())
        ORDER BY f.follower \(keyset.direction) LIMIT \(keyset.rowLimit)
        """
      ) { ProfileRow.entry($0) })
  }

  /// People in the order they joined.
  func following(
    by id: User.ID, for viewer: User.ID?, _ request: PageRequest
  ) throws -> Page<Profile> {
    let keyset = try Keyset(request, by: .user, .ascending)
    return keyset.page(
      try connection.all(
        """
        SELECT \(ProfileRow.columns(for: viewer))
        FROM follows AS f JOIN users AS u ON u.id = f.followee
        WHERE f.follower = \(id) AND f.followee \(keyset.isBeyond) \(keyset.key())
        ORDER BY f.followee \(keyset.direction) LIMIT \(keyset.rowLimit)
        """
      ) { ProfileRow.entry($0) })
  }

  /// Those who follow a user and are followed back, in the order they joined.
  func friends(
    of id: User.ID, for viewer: User.ID?, _ request: PageRequest
  ) throws -> Page<Profile> {
    let keyset = try Keyset(request, by: .user, .ascending)
    return keyset.page(
      try connection.all(
        """
        SELECT \(ProfileRow.columns(for: viewer))
        FROM follows AS f JOIN users AS u ON u.id = f.followee
        WHERE f.follower = \(id) AND f.followee \(keyset.isBeyond) \(keyset.key())
        AND EXISTS (SELECT 1 FROM follows WHERE follower = f.followee AND followee = \(id))
        ORDER BY f.followee \(keyset.direction) LIMIT \(keyset.rowLimit)
        """
      ) { ProfileRow.entry($0) })
  }

  func friendCount(of id: User.ID) throws -> Int {
    try connection.first(
      """
      SELECT count(*) FROM follows AS f WHERE f.follower = \(id)
      AND EXISTS (SELECT 1 FROM follows WHERE follower = f.followee AND followee = \(id))
      """
    ) { $0.int(0) } ?? 0
  }

  /// People in the order they joined.
  func likers(of post: Post.ID, for viewer: User.ID?, _ request: PageRequest) throws -> Page<
    Profile
  > {
    let keyset = try Keyset(request, by: .user, .ascending)
    return keyset.page(
      try connection.all(
        """
        SELECT \(ProfileRow.columns(for: viewer))
        FROM likes AS l JOIN users AS u ON u.id = l.user
        WHERE l.post = \(post) AND l.user \(keyset.isBeyond) \(keyset.key())
        ORDER BY l.user \(keyset.direction) LIMIT \(keyset.rowLimit)
        """
      ) { ProfileRow.entry($0) })
  }

  /// Reports, newest first.
  func flags(_ request: PageRequest) throws -> Page<Flag> {
    let keyset = try Keyset(request, by: .flag, .descending)
    return keyset.page(
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
          createdAt: Moment(microseconds: row.int64(4)))
        return Entry(flag, at: Cursor(.flag, row.int64(4), row.int64(0), row.int64(5)))
      })
  }

  func flagCount() throws -> Int {
    try connection.first("SELECT count(*) FROM flags") { $0.int(0) } ?? 0
  }
}
