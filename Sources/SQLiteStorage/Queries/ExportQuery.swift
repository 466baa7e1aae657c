internal import Model
internal import SQLText
internal import SQLite
internal import Storage

extension SQLiteReading {
  var export: any NetworkExport { ExportQuery(connection: connection) }
}

/// The rows of a network in the order of exports, one in memory at a time.
struct ExportQuery: NetworkExport {
  let connection: Connection

  private var rows: PostRow { PostRow(connection: connection, viewer: nil) }

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

  private func number(_ sql: SQL) throws -> Int { try connection.first(sql) { $0.int(0) } ?? 0 }

  func users(_ scope: ExportScope, _ take: (ExportedUser) throws -> Void) throws {
    try connection.each(
      """
      SELECT u.id, username, name, bio, lower(hex(a.hash)), lower(hex(b.hash)), created_at,
        post_count, follower_count, following_count, like_count,
        EXISTS (SELECT 1 FROM origins WHERE user = u.id)
      FROM users AS u LEFT JOIN pictures AS a ON a.id = u.avatar
      LEFT JOIN pictures AS b ON b.id = u.banner
      WHERE \(scope.isUser("u.id")) ORDER BY u.id
      """
    ) { row in
      let id = row.int64(0)
      try take(
        ExportedUser(
          id: User.ID(id), handle: Handle(stored: row.text(1)), name: row.text(2),
          bio: row.text(3), avatar: row.isNull(4) || row.text(4).isEmpty ? nil : row.text(4),
          banner: row.isNull(5) || row.text(5).isEmpty ? nil : row.text(5),
          createdAt: Moment(microseconds: row.int64(6)),
          counts: Counts(
            posts: row.int(7), followers: row.int(8), following: row.int(9), likes: row.int(10)),
          origins: row.bool(11) ? try origins(of: User.ID(id)) : []))
    }
  }

  func posts(
    _ scope: ExportScope, newestFirst: Bool, _ take: (ExportedPost) throws -> Void
  ) throws {
    try connection.each(
      """
      SELECT p.id, u.username, p.text, lower(hex(i.hash)), p.alt, p.private, p.at, p.reply_to,
        p.quotes, p.reposts, p.edited_at, EXISTS (SELECT 1 FROM origins WHERE post = p.id)
      FROM posts AS p CROSS JOIN users AS u ON u.id = p.author
      LEFT JOIN pictures AS i ON i.id = p.picture
      WHERE \(scope.isPost) ORDER BY \(newestFirst ? "p.at DESC" : "p.id" as SQL)
      """
    ) { row in
      var post = ExportedPost(
        id: Post.ID(row.int64(0)), author: Handle(stored: row.text(1)), text: row.text(2),
        isPrivate: row.bool(5), createdAt: Moment(microseconds: row.int64(6)))
      post.image = row.isNull(3) || row.text(3).isEmpty ? nil : row.text(3)
      post.alt = row.optionalText(4)
      post.replyTo = row.isNull(7) ? nil : Post.ID(row.int64(7))
      post.quotes = row.isNull(8) ? nil : Post.ID(row.int64(8))
      post.reposts = row.isNull(9) ? nil : Post.ID(row.int64(9))
      post.editedAt = row.isNull(10) ? nil : Moment(microseconds: row.int64(10))
      if TextToken.hasSign("@", in: post.text) {
        post.mentions = try rows.mentions(in: post.id)
      }
      if row.bool(11) { post.origins = try origins(of: post.id) }
      try take(post)
    }
  }

  private func origins(of user: User.ID) throws -> [Origin] {
    try connection.all("SELECT source, key FROM origins WHERE user = \(user)") {
      Origin($0.text(0), $0.text(1))
    }
  }

  private func origins(of post: Post.ID) throws -> [PostOrigin] {
    try connection.all("SELECT source, key, digest FROM origins WHERE post = \(post)") {
      PostOrigin(Origin($0.text(0), $0.text(1)), digest: $0.int64(2))
    }
  }

  func pictures(_ scope: ExportScope, _ take: (ExportedPicture) throws -> Void) throws {
    try connection.each(
      """
      SELECT lower(hex(hash)), width, height, id FROM pictures AS i
      WHERE \(scope.isShown) ORDER BY hash
      """
    ) { row in
      try take(picture(row.text(0), width: row.int(1), height: row.int(2), id: row.int64(3)))
    }
  }

  func picture(_ hash: String) throws -> ExportedPicture? {
    guard let key = PictureHash(hash) else { return nil }
    return try connection.first(
      "SELECT width, height, id FROM pictures WHERE hash = \(key.bytes)"
    ) { row in
      try picture(hash, width: row.int(0), height: row.int(1), id: row.int64(2))
    }
  }

  private func picture(
    _ hash: String, width: Int, height: Int, id: Int64
  ) throws -> ExportedPicture {
    var beginning: [UInt8] = []
    try connection.eachPiece(of: "content", in: "pictures", row: id, upTo: 16) { beginning = $0 }
    return ExportedPicture(hash: hash, width: width, height: height, beginning: beginning) {
      try connection.eachPiece(of: "content", in: "pictures", row: id, $0)
    }
  }

  func follows(
    _ scope: ExportScope, byHandle: Bool,
    _ take: (_ follower: Handle, _ followee: Handle, _ at: Moment) throws -> Void
  ) throws {
    let order: SQL = byHandle ? "a.username, b.username" : "f.follower, f.followee"
    try connection.each(
      """
      SELECT a.username, b.username, f.at FROM follows AS f
      CROSS JOIN users AS a ON a.id = f.follower CROSS JOIN users AS b ON b.id = f.followee
      WHERE \(scope.isUser("f.follower")) ORDER BY \(order)
      """
    ) { row in
      try take(
        Handle(stored: row.text(0)), Handle(stored: row.text(1)),
        Moment(microseconds: row.int64(2)))
    }
  }

  func likes(
    _ scope: ExportScope, _ take: (_ user: Handle, _ post: Post.ID, _ at: Moment) throws -> Void
  ) throws {
    try connection.each(
      """
      SELECT u.username, l.post, l.at FROM likes AS l CROSS JOIN users AS u ON u.id = l.user
      CROSS JOIN posts AS p ON p.id = l.post WHERE \(scope.isLike) ORDER BY l.post, l.user
      """
    ) { row in
      try take(
        Handle(stored: row.text(0)), Post.ID(row.int64(1)), Moment(microseconds: row.int64(2)))
    }
  }

  func marks(_ take: (ExportedMark) throws -> Void) throws {
    try mutesAndBookmarks(take)
    try flagsAndReadMarks(take)
  }

  private func mutesAndBookmarks(_ take: (ExportedMark) throws -> Void) throws {
    try connection.each(
      """
      SELECT a.username, b.username, m.at FROM mutes AS m
      CROSS JOIN users AS a ON a.id = m.muter CROSS JOIN users AS b ON b.id = m.muted
      ORDER BY m.muter, m.muted
      """
    ) { row in
      try take(
        .mute(
          muter: Handle(stored: row.text(0)), muted: Handle(stored: row.text(1)),
          at: Moment(microseconds: row.int64(2))))
    }
    try connection.each(
      """
      SELECT u.username, b.post, b.at FROM bookmarks AS b CROSS JOIN users AS u ON u.id = b.user
      ORDER BY b.post, b.user
      """
    ) { row in
      try take(
        .bookmark(
          user: Handle(stored: row.text(0)), post: Post.ID(row.int64(1)),
          at: Moment(microseconds: row.int64(2))))
    }
  }

  private func flagsAndReadMarks(_ take: (ExportedMark) throws -> Void) throws {
    try connection.each(
      """
      SELECT u.username, f.post, f.at, f.reason FROM flags AS f
      CROSS JOIN users AS u ON u.id = f.reporter ORDER BY f.post, f.reporter
      """
    ) { row in
      try take(
        .flag(
          reporter: Handle(stored: row.text(0)), post: Post.ID(row.int64(1)),
          at: Moment(microseconds: row.int64(2)), reason: row.optionalText(3)))
    }
    try connection.each(
      """
      SELECT u.username, m.at, m.notices_at FROM read_marks AS m
      CROSS JOIN users AS u ON u.id = m.user ORDER BY m.user
      """
    ) { row in
      try take(
        .readMark(
          user: Handle(stored: row.text(0)), timeline: Moment(microseconds: row.int64(1)),
          notices: Moment(microseconds: row.int64(2))))
    }
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
