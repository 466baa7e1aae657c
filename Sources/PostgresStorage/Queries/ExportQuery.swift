internal import Model
internal import Postgres
internal import SQLText
internal import Storage

/// The rows of a network in the order of exports, a stretch in memory at a time.
struct ExportQuery: NetworkExport {
  /// Rows that are read at once; of pictures so many bytes.
  private static let stretch = 2_000

  let session: PostgresSession

  private var rows: PostRows { PostRows(session: session, viewer: nil) }
  private var people: ProfileRows { ProfileRows(session: session, viewer: nil) }

  private func number(_ sql: SQL) throws -> Int { try session.first(sql) { $0.int(0) } ?? 0 }

  // MARK: Counts

  func counts(_ scope: ExportScope) throws -> ExportCounts {
    var counts = ExportCounts()
    counts.users = try number("SELECT count(*) FROM profilectl.users WHERE \(scope.isUser("id"))")
    counts.posts = try number("SELECT count(*) FROM profilectl.posts AS p WHERE \(scope.isPost)")
    counts.pictures = try shownPictures(scope).count
    counts.follows = try number(
      "SELECT count(*) FROM profilectl.follows WHERE \(scope.isUser("follower"))")
    counts.likes = try number(
      scope.includesPrivate
        ? "SELECT count(*) FROM profilectl.liked WHERE \(scope.isUser("liker"))"
        : """
        SELECT count(*) FROM profilectl.liked AS l JOIN profilectl.post_places AS p ON p.id = l.post
        WHERE p.private = 0 AND \(scope.isUser("l.liker"))
        """)
    counts.privatePosts = try number(
      "SELECT count(*) FROM profilectl.posts WHERE private = 1 AND \(scope.isUser("author"))")
    counts.nextUser = try next("profilectl.user_ids")
    counts.nextPost = try next("profilectl.post_ids")
    return counts
  }

  private func next(_ sequence: Name) throws -> Int64 {
    Int64(
      try number("SELECT last_value + CASE WHEN is_called THEN 1 ELSE 0 END FROM \(sequence)"))
  }

  // MARK: Users

  func users(_ scope: ExportScope, _ take: (ExportedUser) throws -> Void) throws {
    var last: Int64 = .min
    while true {
      let ids = try session.all(
        """
        SELECT id FROM profilectl.users WHERE \(scope.isUser("id")) AND id > \(last)
        ORDER BY id LIMIT \(ExportQuery.stretch)
        """
      ) { $0.int64(0) }
      guard let end = ids.last else { return }
      let profiles = try people.profiles(ids)
      let origins = try origins("owner", of: ids)
      for id in ids {
        guard let user = profiles[id]?.user else { continue }
        try take(
          ExportedUser(
            id: user.id, handle: user.handle, name: user.name, bio: user.bio,
            avatar: user.avatar?.hash, banner: user.banner?.hash, createdAt: user.createdAt,
            counts: user.counts, origins: origins[id] ?? []))
      }
      last = end
    }
  }

  private func origins(_ column: Name, of ids: [Int64]) throws -> [Int64: [Origin]] {
    var origins: [Int64: [Origin]] = [:]
    try session.each(
      """
      SELECT \(column), source, key FROM profilectl.origins
      WHERE \(column) = ANY (\(SQLValue.integers(ids))) ORDER BY source, key
      """
    ) { origins[$0.int64(0), default: []].append(Origin($0.text(1), $0.text(2))) }
    return origins
  }

  // MARK: Posts

  func posts(
    _ scope: ExportScope, newestFirst: Bool, _ take: (ExportedPost) throws -> Void
  ) throws {
    var last: StoredPost?
    while true {
      let posts = try stretch(scope, newestFirst: newestFirst, after: last)
      guard let end = posts.last else { return }
      let handles = try people.handles(Array(Set(posts.map(\.author))))
      let images = try PictureRows(session: session).images(posts.map(\.picture))
      let origins = try origins("post", of: posts.map(\.id.number))
      for post in posts {
        var exported = ExportedPost(
          id: post.id, author: handles[post.author] ?? Handle(stored: ""), text: post.text,
          isPrivate: post.isPrivate, createdAt: Moment(microseconds: post.at))
        exported.image = post.picture.flatMap { images[$0]?.hash }
        exported.alt = post.alt
        exported.replyTo = post.replyTo
        exported.quotes = post.quotes
        exported.reposts = post.reposts
        exported.editedAt = post.editedAt
        exported.origins = origins[post.id.number] ?? []
        try take(exported)
      }
      last = end
    }
  }

  private func stretch(
    _ scope: ExportScope, newestFirst: Bool, after last: StoredPost?
  ) throws -> [StoredPost] {
    let order: SQL =
      newestFirst
      ? """
      (p.at, p.id) < (\(last?.at ?? .max), \(last?.id.number ?? .max)) ORDER BY p.at DESC, p.id DESC
      """
      : "p.id > \(last?.id.number ?? .min) ORDER BY p.id"
    return try session.all(
      """
      SELECT \(StoredPost.columns) FROM profilectl.posts AS p
      WHERE \(scope.isPost) AND \(order) LIMIT \(ExportQuery.stretch)
      """
    ) { StoredPost($0) }
  }

  // MARK: Pictures

  /// By hash.
  private func shownPictures(_ scope: ExportScope) throws -> [Int64] {
    var shown = Set(
      try session.all(
        """
        SELECT DISTINCT p.picture FROM profilectl.posts AS p
        WHERE p.picture IS NOT NULL AND \(scope.isPost)
        """
      ) { $0.int64(0) })
    for column in ["avatar", "banner"] as [Name] {
      shown.formUnion(
        try session.all(
          """
          SELECT DISTINCT \(column) FROM profilectl.users
          WHERE \(column) IS NOT NULL AND \(scope.isUser("id"))
          """
        ) { $0.int64(0) })
    }
    return try session.all(
      """
      SELECT id FROM profilectl.pictures WHERE id = ANY (\(SQLValue.integers(shown)))
      ORDER BY hash
      """
    ) { $0.int64(0) }
  }

  func pictures(_ scope: ExportScope, _ take: (ExportedPicture) throws -> Void) throws {
    for id in try shownPictures(scope) {
      let picture = try session.first(
        """
        SELECT encode(hash, 'hex'), width, height, content FROM profilectl.pictures
        WHERE id = \(id)
        """
      ) { row in
        ExportedPicture(
          hash: row.text(0), width: row.int(1), height: row.int(2), content: row.bytes(3))
      }
      if let picture { try take(picture) }
    }
  }

  // MARK: Edges

  func follows(
    _ scope: ExportScope, byHandle: Bool,
    _ take: (_ follower: Handle, _ followee: Handle, _ at: Moment) throws -> Void
  ) throws {
    let order: SQL = byHandle ? "a.username, b.username" : "f.follower, f.followee"
    try session.each(
      """
      SELECT a.username, b.username, f.at FROM profilectl.follows AS f
      JOIN profilectl.users AS a ON a.id = f.follower
      JOIN profilectl.users AS b ON b.id = f.followee
      WHERE \(scope.isUser("f.follower")) ORDER BY \(order)
      """
    ) { row in
      try take(Handle(stored: row.text(0)), Handle(stored: row.text(1)), moment(row, 2))
    }
  }

  func likes(
    _ scope: ExportScope, _ take: (_ user: Handle, _ post: Post.ID, _ at: Moment) throws -> Void
  ) throws {
    let isShown: SQL = scope.includesPrivate ? "true" : "p.private = 0"
    try session.each(
      """
      SELECT u.username, l.post, l.at FROM profilectl.liked AS l
      JOIN profilectl.users AS u ON u.id = l.liker
      JOIN profilectl.post_places AS p ON p.id = l.post
      WHERE \(isShown) AND \(scope.isUser("l.liker")) ORDER BY l.post, l.liker
      """
    ) { row in
      try take(Handle(stored: row.text(0)), Post.ID(row.int64(1)), moment(row, 2))
    }
  }

  // MARK: Marks

  func marks(_ take: (ExportedMark) throws -> Void) throws {
    try mutesAndBookmarks(take)
    try flagsAndReadMarks(take)
  }

  private func mutesAndBookmarks(_ take: (ExportedMark) throws -> Void) throws {
    try session.each(
      """
      SELECT a.username, b.username, m.at FROM profilectl.mutes AS m
      JOIN profilectl.users AS a ON a.id = m.muter JOIN profilectl.users AS b ON b.id = m.muted
      ORDER BY m.muter, m.muted
      """
    ) { row in
      try take(
        .mute(
          muter: Handle(stored: row.text(0)), muted: Handle(stored: row.text(1)),
          at: moment(row, 2)))
    }
    try session.each(
      """
      SELECT u.username, b.post, b.at FROM profilectl.bookmarks AS b
      JOIN profilectl.users AS u ON u.id = b.reader ORDER BY b.post, b.reader
      """
    ) { row in
      try take(
        .bookmark(
          user: Handle(stored: row.text(0)), post: Post.ID(row.int64(1)), at: moment(row, 2)))
    }
  }

  private func flagsAndReadMarks(_ take: (ExportedMark) throws -> Void) throws {
    try session.each(
      """
      SELECT u.username, f.post, f.at, f.reason FROM profilectl.flags AS f
      JOIN profilectl.users AS u ON u.id = f.reporter ORDER BY f.post, f.reporter
      """
    ) { row in
      try take(
        .flag(
          reporter: Handle(stored: row.text(0)), post: Post.ID(row.int64(1)), at: moment(row, 2),
          reason: row.optionalText(3)))
    }
    try session.each(
      """
      SELECT u.username, m.at, m.notices_at FROM profilectl.read_marks AS m
      JOIN profilectl.users AS u ON u.id = m.reader ORDER BY m.reader
      """
    ) { row in
      try take(
        .readMark(
          user: Handle(stored: row.text(0)), timeline: moment(row, 1), notices: moment(row, 2)))
    }
  }

  private func moment(_ row: borrowing PostgresRow, _ column: Int) -> Moment {
    Moment(microseconds: row.int64(column))
  }
}

extension ExportScope {
  /// The condition for rows whose column names a user of the scope.
  fileprivate func isUser(_ column: Name) -> SQL {
    user.map { "\(column) = \($0)" } ?? "true"
  }

  /// The condition for posts `p`.
  fileprivate var isPost: SQL {
    includesPrivate ? isUser("p.author") : "p.private = 0 AND \(isUser("p.author"))"
  }
}
