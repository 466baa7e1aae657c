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

  private func number(_ sql: SQL) throws -> Int { try session.value(sql) ?? 0 }

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
      let ids: [Int64] = try session.values(
        """
        SELECT id FROM profilectl.users WHERE \(scope.isUser("id")) AND id > \(last)
        ORDER BY id LIMIT \(PostgresExportQuery.stretch)
        """)
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
    try session.each {
      "SELECT \($0) FROM profilectl.origins WHERE owner = ANY (\(SQLValue.integers(ids)))"
    } as: { row in
      (row["owner"] as Int64, Origin(row["source"], row["key"]))
    } take: { user, origin in
      origins[user, default: []].append(origin)
    }
    return origins
  }

  private func origins(ofPosts ids: [Int64]) throws -> [Int64: [PostOrigin]] {
    var origins: [Int64: [PostOrigin]] = [:]
    try session.each {
      "SELECT \($0) FROM profilectl.origins WHERE post = ANY (\(SQLValue.integers(ids)))"
    } as: { row in
      (row["post"] as Int64, PostOrigin(Origin(row["source"], row["key"]), digest: row["digest"]))
    } take: { post, origin in
      origins[post, default: []].append(origin)
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
    return try session.posts(
      where: "\(scope.isPost) AND \(order) LIMIT \(PostgresExportQuery.stretch)")
  }

  // MARK: Pictures

  /// By hash.
  private func shownPictures(_ scope: ExportScope) throws -> [Int64] {
    var shown: [Int64] = try session.values(
      """
      SELECT DISTINCT p.picture FROM profilectl.posts AS p
      WHERE p.picture IS NOT NULL AND \(scope.isPost)
      """)
    for column in ["avatar", "banner"] as [Name] {
      shown += try session.values(
        """
        SELECT DISTINCT \(column) FROM profilectl.users
        WHERE \(column) IS NOT NULL AND \(scope.isUser("id"))
        """)
    }
    return try session.values(
      """
      SELECT id FROM profilectl.pictures WHERE id = ANY (\(SQLValue.integers(Set(shown))))
      ORDER BY hash
      """)
  }

  func pictures(_ scope: ExportScope, _ take: (StreamedPicture) throws -> Void) throws {
    for id in try shownPictures(scope) {
      if let picture = try picture(where: "id = \(id)") { try take(picture) }
    }
  }

  func picture(_ hash: String) throws -> StreamedPicture? {
    try PictureHash(hash).flatMap { try picture(where: "hash = \($0.bytes)") }
  }

  private func picture(where condition: SQL) throws -> StreamedPicture? {
    let count = PostgresExportQuery.pieceSize
    return try session.first {
      "SELECT \($0) FROM profilectl.pictures WHERE \(condition)"
    } as: { row in
      let id: Int64 = row["id"]
      let first: [UInt8] = row["substring(content FROM 1 FOR \(count)::int)"]
      return StreamedPicture(
        hash: PictureHash(bytes: row["hash"]), width: row["width"], height: row["height"],
        byteCount: row["bytes"], beginning: Array(first.prefix(16))
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
        try session.value(
          """
          SELECT substring(content FROM \(start)::int FOR \(count)::int) FROM profilectl.pictures
          WHERE id = \(id)
          """) ?? []
    }
  }

  // MARK: Edges

  func follows(
    _ scope: ExportScope, byHandle: Bool,
    _ take: (_ follower: Handle, _ followee: Handle, _ at: Moment) throws -> Void
  ) throws {
    try stretches(scope, byHandle: byHandle) { users in
      let found = try session.all {
        "SELECT \($0) FROM profilectl.follows WHERE follower = ANY (\(SQLValue.integers(users)))"
      } as: { row -> (follower: Int64, followee: Int64, at: Moment) in
        (row["follower"], row["followee"], Moment(microseconds: row["at"]))
      }
      let handles = try people.handles(Array(Set(users + found.map(\.followee))))
      let name = { (id: Int64) in handles[id] ?? Handle(stored: "") }
      let sorted = found.sorted { one, other in
        byHandle
          ? (name(one.follower), name(one.followee)) < (name(other.follower), name(other.followee))
          : (one.follower, one.followee) < (other.follower, other.followee)
      }
      for follow in sorted {
        try take(name(follow.follower), name(follow.followee), follow.at)
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
      let users = try session.all {
        "SELECT \($0) FROM profilectl.handles WHERE \(start) LIMIT \(PostgresExportQuery.stretch)"
      } as: { row in
        (id: row["id"] as Int64, handle: row["username"] as String)
      }
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
      let places = try session.all {
        """
        SELECT \($0) FROM profilectl.post_places WHERE \(isShown) AND id > \(last)
        ORDER BY id LIMIT \(PostgresExportQuery.stretch)
        """
      } as: { row in
        (id: row["id"] as Int64, author: row["author"] as Int64)
      }
      guard let end = places.last else { return }
      let found = try session.all {
        """
        SELECT \($0) FROM profilectl.likes
        WHERE author = ANY (\(SQLValue.integers(Set(places.map(\.author)))))
          AND post = ANY (\(SQLValue.integers(places.map(\.id)))) AND \(scope.isUser("liker"))
        """
      } as: { row -> (post: Post.ID, liker: Int64, at: Moment) in
        (row["post"], row["liker"], Moment(microseconds: row["at"]))
      }
      let handles = try people.handles(Array(Set(found.map(\.liker))))
      for like in found.sorted(by: { ($0.post, $0.liker) < ($1.post, $1.liker) }) {
        try take(handles[like.liker] ?? Handle(stored: ""), like.post, like.at)
      }
      last = end.id
    }
  }

  // MARK: Marks

  func marks(_ take: (PrivateMark<Handle>) throws -> Void) throws {
    try marks(take) {
      "SELECT \($0) FROM profilectl.mutes ORDER BY muter, muted"
    } as: { row in
      .mute(muter: row["muter"], muted: row["muted"], at: Moment(microseconds: row["at"]))
    }
    try marks(take) {
      "SELECT \($0) FROM profilectl.bookmarks ORDER BY post, reader"
    } as: { row in
      .bookmark(reader: row["reader"], post: row["post"], at: Moment(microseconds: row["at"]))
    }
    try marks(take) {
      "SELECT \($0) FROM profilectl.flags ORDER BY post, reporter"
    } as: { row in
      .flag(
        reporter: row["reporter"], post: row["post"], at: Moment(microseconds: row["at"]),
        reason: row[optional: "reason"])
    }
    try marks(take) {
      "SELECT \($0) FROM profilectl.read_marks ORDER BY reader"
    } as: { row in
      .readMark(
        reader: row["reader"], timeline: Moment(microseconds: row["at"]),
        notices: Moment(microseconds: row["notices_at"]))
    }
  }

  private func marks(
    _ take: (PrivateMark<Handle>) throws -> Void, _ query: (_ columns: SQL) -> SQL,
    as read: (inout ResultRow) -> PrivateMark<User.ID>
  ) throws {
    let found = try session.all(query, as: read)
    let handles = try people.handles(Array(Set(found.flatMap(\.people).map(\.number))))
    for mark in found { try take(mark.map { handles[$0.number] ?? Handle(stored: "") }) }
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
