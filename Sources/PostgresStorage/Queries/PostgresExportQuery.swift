internal import Model
internal import Postgres
internal import SQLText
internal import Storage

/// The rows of a network in the order of exports, a stretch in memory at a time.
struct PostgresExportQuery: NetworkExport {
  /// Rows that are read at once.
  private static let stretch = 2_000
  /// The bytes of a picture that are read at once.
  private static let pieceSize = 1 << 20

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
        SELECT count(*) FROM profilectl.likes AS l
        JOIN profilectl.posts AS p ON p.author = l.author AND p.id = l.post
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
        ORDER BY id LIMIT \(PostgresExportQuery.stretch)
        """
      ) { $0.int64(0) }
      guard let end = ids.last else { return }
      let profiles = try people.profiles(ids)
      let origins = try origins(ofUsers: ids)
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

  private func origins(ofUsers ids: [Int64]) throws -> [Int64: [Origin]] {
    var origins: [Int64: [Origin]] = [:]
    try session.each(
      """
      SELECT owner, source, key FROM profilectl.origins
      WHERE owner = ANY (\(SQLValue.integers(ids)))
      """
    ) { origins[$0.int64(0), default: []].append(Origin($0.text(1), $0.text(2))) }
    return origins
  }

  private func origins(ofPosts ids: [Int64]) throws -> [Int64: [PostOrigin]] {
    var origins: [Int64: [PostOrigin]] = [:]
    try session.each(
      """
      SELECT post, source, key, digest FROM profilectl.origins
      WHERE post = ANY (\(SQLValue.integers(ids)))
      """
    ) {
      let origin = PostOrigin(Origin($0.text(1), $0.text(2)), digest: $0.int64(3))
      origins[$0.int64(0), default: []].append(origin)
    }
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
      let origins = try origins(ofPosts: posts.map(\.id.number))
      let mentions = try rows.mentions(in: posts)
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
        exported.mentions = mentions[post.id] ?? []
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
      WHERE \(scope.isPost) AND \(order) LIMIT \(PostgresExportQuery.stretch)
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
      if let picture = try picture(where: "id = \(id)") { try take(picture) }
    }
  }

  func picture(_ hash: String) throws -> ExportedPicture? {
    try PictureHash(hash).flatMap { try picture(where: "hash = \($0.bytes)") }
  }

  private func picture(where condition: SQL) throws -> ExportedPicture? {
    let count = PostgresExportQuery.pieceSize
    return try session.first(
      """
      SELECT encode(hash, 'hex'), width, height, substring(content FROM 1 FOR \(count)::int), id
      FROM profilectl.pictures WHERE \(condition)
      """
    ) { row in
      let (first, id) = (row.bytes(3), row.int64(4))
      return ExportedPicture(
        hash: row.text(0), width: row.int(1), height: row.int(2), beginning: Array(first.prefix(16))
      ) { try pieces(of: id, after: first, $0) }
    }
  }

  /// Passes the first piece of a picture, then reads and passes the others.
  private func pieces(
    of id: Int64, after first: [UInt8], _ take: ([UInt8]) throws -> Void
  ) throws {
    let count = PostgresExportQuery.pieceSize
    var (piece, start) = (first, 1)
    while !piece.isEmpty {
      try take(piece)
      if piece.count < count { return }
      start += count
      piece =
        try session.first(
          """
          SELECT substring(content FROM \(start)::int FOR \(count)::int) FROM profilectl.pictures
          WHERE id = \(id)
          """
        ) { $0.bytes(0) } ?? []
    }
  }

  // MARK: Edges

  func follows(
    _ scope: ExportScope, byHandle: Bool,
    _ take: (_ follower: Handle, _ followee: Handle, _ at: Moment) throws -> Void
  ) throws {
    try stretches(scope, byHandle: byHandle) { users in
      let found = try session.all(
        """
        SELECT follower, followee, at FROM profilectl.follows
        WHERE follower = ANY (\(SQLValue.integers(users)))
        """
      ) { (follower: $0.int64(0), followee: $0.int64(1), at: $0.int64(2)) }
      let handles = try people.handles(Array(Set(users + found.map(\.followee))))
      let name = { (id: Int64) in handles[id] ?? Handle(stored: "") }
      let sorted = found.sorted { one, other in
        byHandle
          ? (name(one.follower), name(one.followee)) < (name(other.follower), name(other.followee))
          : (one.follower, one.followee) < (other.follower, other.followee)
      }
      for follow in sorted {
        try take(
          name(follow.follower), name(follow.followee), Moment(microseconds: follow.at))
      }
    }
  }

  /// Gives the numbers of users in stretches, in the order of numbers or handles.
  private func stretches(
    _ scope: ExportScope, byHandle: Bool, _ take: ([Int64]) throws -> Void
  ) throws {
    if let user = scope.user { return try take([user.number]) }
    var last = (id: Int64.min, handle: "")
    while true {
      let start: SQL =
        byHandle
        ? "username > \(last.handle) ORDER BY username" : "id > \(last.id) ORDER BY id"
      let users = try session.all(
        """
        SELECT id, username FROM profilectl.handles WHERE \(start) LIMIT \(PostgresExportQuery.stretch)
        """
      ) { (id: $0.int64(0), handle: $0.text(1)) }
      guard let end = users.last else { return }
      try take(users.map(\.id))
      last = end
    }
  }

  func likes(
    _ scope: ExportScope, _ take: (_ user: Handle, _ post: Post.ID, _ at: Moment) throws -> Void
  ) throws {
    let isShown: SQL = scope.includesPrivate ? "true" : "private = 0"
    var last = Int64.min
    while true {
      let places = try session.all(
        """
        SELECT id, author FROM profilectl.post_places WHERE \(isShown) AND id > \(last)
        ORDER BY id LIMIT \(PostgresExportQuery.stretch)
        """
      ) { (id: $0.int64(0), author: $0.int64(1)) }
      guard let end = places.last else { return }
      let found = try session.all(
        """
        SELECT post, liker, at FROM profilectl.likes
        WHERE author = ANY (\(SQLValue.integers(Set(places.map(\.author)))))
          AND post = ANY (\(SQLValue.integers(places.map(\.id)))) AND \(scope.isUser("liker"))
        """
      ) { (post: $0.int64(0), liker: $0.int64(1), at: $0.int64(2)) }
      let handles = try people.handles(Array(Set(found.map(\.liker))))
      for like in found.sorted(by: { ($0.post, $0.liker) < ($1.post, $1.liker) }) {
        try take(
          handles[like.liker] ?? Handle(stored: ""), Post.ID(like.post),
          Moment(microseconds: like.at))
      }
      last = end.id
    }
  }

  // MARK: Marks

  func marks(_ take: (ExportedMark) throws -> Void) throws {
    try marks("SELECT muter, muted, at, 0, NULL FROM profilectl.mutes ORDER BY 1, 2", 2) {
      users, row in
      try take(.mute(muter: users[0], muted: users[1], at: row.at))
    }
    try marks("SELECT reader, post, at, 0, NULL FROM profilectl.bookmarks ORDER BY 2, 1", 1) {
      users, row in
      try take(.bookmark(user: users[0], post: Post.ID(row.target), at: row.at))
    }
    try marks("SELECT reporter, post, at, 0, reason FROM profilectl.flags ORDER BY 2, 1", 1) {
      users, row in
      try take(
        .flag(reporter: users[0], post: Post.ID(row.target), at: row.at, reason: row.reason))
    }
    try marks("SELECT reader, 0, at, notices_at, NULL FROM profilectl.read_marks ORDER BY 1", 1) {
      users, row in
      try take(.readMark(user: users[0], timeline: row.at, notices: row.notices))
    }
  }

  /// A private record of a user.
  private typealias Mark = (
    user: Int64, target: Int64, at: Moment, notices: Moment, reason: String?
  )

  /// Gives rows with the users that their first columns name.
  private func marks(
    _ rows: SQL, _ count: Int, _ take: ([Handle], Mark) throws -> Void
  ) throws {
    let found = try session.all(rows) { row -> Mark in
      (
        row.int64(0), row.int64(1), Moment(microseconds: row.int64(2)),
        Moment(microseconds: row.int64(3)), row.optionalText(4)
      )
    }
    let handles = try people.handles(
      Array(Set(found.flatMap { count == 2 ? [$0.user, $0.target] : [$0.user] })))
    for row in found {
      let users = [row.user, row.target].prefix(count).map { handles[$0] ?? Handle(stored: "") }
      try take(users, row)
    }
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
