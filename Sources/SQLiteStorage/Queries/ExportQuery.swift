internal import Model
internal import SQLText
internal import SQLite
internal import Storage

extension SQLiteReading {
  var export: any NetworkExport { ExportQuery(connection: connection) }
}

/// The rows of a network in the order of exports, one in memory at a time.
struct ExportQuery: NetworkExport {
  private let connection: Connection
  private let rows: PostRow

  init(connection: Connection) {
    self.connection = connection
    rows = PostRow(connection: connection, viewer: nil)
  }

  func counts(_ scope: ExportScope) throws -> ExportCounts {
    var counts = ExportCounts()
    counts.users = try number("SELECT count(*) FROM users WHERE \(scope.isUser("id"))")
    counts.posts = try number("SELECT count(*) FROM posts AS p WHERE \(scope.isPost)")
    counts.pictures = try number("SELECT count(*) FROM pictures AS i WHERE \(scope.isShown)")
    counts.follows = try number("SELECT count(*) FROM follows WHERE \(scope.isUser("follower"))")
    counts.likes = try number(
      scope.includesPrivate && scope.user == nil
        ? "SELECT count(*) FROM likes"
        : """
        SELECT count(*) FROM likes AS l JOIN posts AS p ON p.id = l.post WHERE \(scope.isLike)
        """)
    counts.privatePosts = try number(
      "SELECT count(*) FROM posts AS p WHERE private = 1 AND \(scope.isUser("author"))")
    counts.nextUser = Int64(try number("SELECT value + 1 FROM counters WHERE name = 'users'"))
    counts.nextPost = Int64(try number("SELECT value + 1 FROM counters WHERE name = 'posts'"))
    return counts
  }

  private func number(_ sql: SQL) throws -> Int { try connection.value(sql) ?? 0 }

  func users(_ scope: ExportScope, _ take: (ExportedUser) throws -> Void) throws {
    try connection.each {
      """
      SELECT \($0) FROM users AS u LEFT JOIN pictures AS a ON a.id = u.avatar
      LEFT JOIN pictures AS b ON b.id = u.banner
      WHERE \(scope.isUser("u.id")) ORDER BY u.id
      """
    } as: { row -> (ExportedUser, Bool) in
      let user = ExportedUser(
        id: row["u.id"], handle: row["u.username"], name: row["u.name"], bio: row["u.bio"],
        avatar: row[optional: ExportQuery.hash(of: "a")],
        banner: row[optional: ExportQuery.hash(of: "b")],
        createdAt: Moment(microseconds: row["u.created_at"]),
        counts: Counts(
          posts: row["u.post_count"], followers: row["u.follower_count"],
          following: row["u.following_count"], likes: row["u.like_count"]),
        origins: [])
      return (user, row["EXISTS (SELECT 1 FROM origins WHERE user = u.id)"])
    } take: { user, hasOrigins in
      var user = user
      if hasOrigins { user.origins = try origins(of: user.id) }
      try take(user)
    }
  }

  /// The hash of a picture in hexadecimal; NULL without one.
  private static func hash(of picture: Name) -> Column { "nullif(lower(hex(\(picture).hash)), '')" }

  func posts(
    _ scope: ExportScope, newestFirst: Bool, _ take: (ExportedPost) throws -> Void
  ) throws {
    try connection.each {
      """
      SELECT \($0) FROM posts AS p CROSS JOIN users AS u ON u.id = p.author
      LEFT JOIN pictures AS i ON i.id = p.picture
      WHERE \(scope.isPost) ORDER BY \(newestFirst ? "p.at DESC" : "p.id" as SQL)
      """
    } as: { row -> (ExportedPost, Bool) in
      var post = ExportedPost(
        id: row["p.id"], author: row["u.username"], text: row["p.text"],
        isPrivate: row["p.private"], createdAt: Moment(microseconds: row["p.at"]))
      post.image = row[optional: ExportQuery.hash(of: "i")]
      post.alt = row[optional: "p.alt"]
      post.replyTo = row[optional: "p.reply_to"]
      post.quotes = row[optional: "p.quotes"]
      post.reposts = row[optional: "p.reposts"]
      post.editedAt = row[optional: "p.edited_at"].map { Moment(microseconds: $0) }
      return (post, row["EXISTS (SELECT 1 FROM origins WHERE post = p.id)"])
    } take: { post, hasOrigins in
      var post = post
      if TextToken.hasSign("@", in: post.text) { post.mentions = try rows.mentions(in: post.id) }
      if hasOrigins { post.origins = try origins(of: post.id) }
      try take(post)
    }
  }

  private func origins(of user: User.ID) throws -> [Origin] {
    try connection.all {
      "SELECT \($0) FROM origins WHERE user = \(user)"
    } as: { row in
      Origin(row["source"], row["key"])
    }
  }

  private func origins(of post: Post.ID) throws -> [PostOrigin] {
    try connection.all {
      "SELECT \($0) FROM origins WHERE post = \(post)"
    } as: { row in
      PostOrigin(Origin(row["source"], row["key"]), digest: row["digest"])
    }
  }

  // MARK: Pictures

  func pictures(_ scope: ExportScope, _ take: (StreamedPicture) throws -> Void) throws {
    try eachPicture(where: "\(scope.isShown) ORDER BY hash", take)
  }

  func picture(_ hash: String) throws -> StreamedPicture? {
    var found: StreamedPicture?
    if let key = PictureHash(hash) { try eachPicture(where: "hash = \(key.bytes)") { found = $0 } }
    return found
  }

  private func eachPicture(
    where condition: SQL, _ take: (StreamedPicture) throws -> Void
  ) throws {
    try connection.each {
      "SELECT \($0) FROM pictures AS i WHERE \(condition)"
    } as: { row in
      (
        hash: row["hash"] as [UInt8], width: row["width"] as Int, height: row["height"] as Int,
        count: row["bytes"] as Int, id: row["id"] as Int64
      )
    } take: { hash, width, height, count, id in
      var beginning: [UInt8] = []
      try connection.eachPiece(of: "content", in: "pictures", row: id, upTo: 16) { beginning = $0 }
      try take(
        StreamedPicture(
          hash: PictureHash(bytes: hash), width: width, height: height, byteCount: count,
          beginning: beginning
        ) {
          try connection.eachPiece(of: "content", in: "pictures", row: id, $0)
        })
    }
  }

  // MARK: Edges

  func follows(
    _ scope: ExportScope, byHandle: Bool,
    _ take: (_ follower: Handle, _ followee: Handle, _ at: Moment) throws -> Void
  ) throws {
    let order: SQL = byHandle ? "a.username, b.username" : "f.follower, f.followee"
    try connection.each {
      """
      SELECT \($0) FROM follows AS f
      CROSS JOIN users AS a ON a.id = f.follower CROSS JOIN users AS b ON b.id = f.followee
      WHERE \(scope.isUser("f.follower")) ORDER BY \(order)
      """
    } as: { row in
      (row["a.username"] as Handle, row["b.username"] as Handle, Moment(microseconds: row["f.at"]))
    } take: { follower, followee, at in
      try take(follower, followee, at)
    }
  }

  func likes(
    _ scope: ExportScope, _ take: (_ user: Handle, _ post: Post.ID, _ at: Moment) throws -> Void
  ) throws {
    try connection.each {
      """
      SELECT \($0) FROM likes AS l CROSS JOIN users AS u ON u.id = l.user
      CROSS JOIN posts AS p ON p.id = l.post WHERE \(scope.isLike) ORDER BY l.post, l.user
      """
    } as: { row in
      (row["u.username"] as Handle, row["l.post"] as Post.ID, Moment(microseconds: row["l.at"]))
    } take: { user, post, at in
      try take(user, post, at)
    }
  }

  // MARK: Marks

  func marks(_ take: (PrivateMark<Handle>) throws -> Void) throws {
    try marks(take) {
      """
      SELECT \($0) FROM mutes AS m
      CROSS JOIN users AS a ON a.id = m.muter CROSS JOIN users AS b ON b.id = m.muted
      ORDER BY m.muter, m.muted
      """
    } as: { row in
      .mute(
        muter: row["a.username"], muted: row["b.username"], at: Moment(microseconds: row["m.at"]))
    }
    try marks(take) {
      """
      SELECT \($0) FROM bookmarks AS b CROSS JOIN users AS u ON u.id = b.user
      ORDER BY b.post, b.user
      """
    } as: { row in
      .bookmark(
        reader: row["u.username"], post: row["b.post"], at: Moment(microseconds: row["b.at"]))
    }
    try marks(take) {
      """
      SELECT \($0) FROM flags AS f CROSS JOIN users AS u ON u.id = f.reporter
      ORDER BY f.post, f.reporter
      """
    } as: { row in
      .flag(
        reporter: row["u.username"], post: row["f.post"], at: Moment(microseconds: row["f.at"]),
        reason: row[optional: "f.reason"])
    }
    try marks(take) {
      "SELECT \($0) FROM read_marks AS m CROSS JOIN users AS u ON u.id = m.user ORDER BY m.user"
    } as: { row in
      .readMark(
        reader: row["u.username"], timeline: Moment(microseconds: row["m.at"]),
        notices: Moment(microseconds: row["m.notices_at"]))
    }
  }

  private func marks(
    _ take: (PrivateMark<Handle>) throws -> Void, _ query: (_ columns: SQL) -> SQL,
    as read: (inout ResultRow) -> PrivateMark<Handle>
  ) throws {
    try connection.each(query, as: read, take: take)
  }
}

extension ExportScope {
  /// The condition for rows whose column names a user of the scope.
  fileprivate func isUser(_ column: Name) -> SQL {
    user.map { "\(column) = \($0)" } ?? "1"
  }

  /// The condition for posts `p` of the scope.
  fileprivate var isPost: SQL {
    includesPrivate ? isUser("p.author") : "p.private = 0 AND \(isUser("p.author"))"
  }

  /// The condition for likes `l` of posts `p` in the scope.
  fileprivate var isLike: SQL {
    includesPrivate ? isUser("l.user") : "p.private = 0 AND \(isUser("l.user"))"
  }

  /// The condition for pictures `i` that the scope shows.
  fileprivate var isShown: SQL {
    """
    EXISTS (SELECT 1 FROM posts AS p WHERE p.picture = i.id AND \(isPost))
      OR i.id IN (SELECT avatar FROM users WHERE avatar IS NOT NULL AND \(isUser("id")))
      OR i.id IN (SELECT banner FROM users WHERE banner IS NOT NULL AND \(isUser("id")))
    """
  }
}
