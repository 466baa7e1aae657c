package import Model
internal import SQLText

/// One snapshot of a network, row by row, a batch in memory at a time.
///
///     try store.snapshot { reading in
///       try NetworkExport(reading.rows).users(ExportScope()) { print($0.handle.shown) }
///     }
package struct NetworkExport {
  private let source: any RowSource

  package init(_ source: any RowSource) {
    self.source = source
  }

  package func counts(_ scope: ExportScope) throws -> ExportCounts {
    var counts = ExportCounts()
    counts.users = try source.count(StoredUser.self, by: "id", where: scope.isUser("id"))
    counts.posts = try source.count(StoredPost.self, by: "author", where: scope.isPost)
    try eachShownPicture(scope) { _ in counts.pictures += 1 }
    counts.follows = try source.count(
      StoredFollow.self, by: "follower", where: scope.isUser("follower"))
    counts.likes = try source.count(
      StoredLike.self, by: "liker", where: scope.isUser("liker"))
    if !scope.includesPrivate {
      try eachBatch(ofPosts: "private = 1") { posts in
        counts.likes -= try source.count(
          StoredLike.self, by: "post",
          where: "\(source.belongs(to: posts)) AND \(scope.isUser("liker"))")
      }
    }
    counts.privatePosts = try source.count(
      StoredPost.self, by: "author", where: "private = 1 AND \(scope.isUser("author"))")
    let last = try source.lastNumbers()
    (counts.nextUser, counts.nextPost) = (last.user + 1, last.post + 1)
    return counts
  }

  private func eachBatch(
    ofPosts condition: SQL, _ take: ([(id: Post.ID, author: User.ID)]) throws -> Void
  ) throws {
    try source.eachBatch(of: StoredPostKey.self, where: condition, order: ["id"]) {
      [$0.id.sqlValue]
    } _: { posts in
      try take(posts.map { ($0.id, $0.author) })
    }
  }

  // MARK: Users

  /// By number.
  package func users(_ scope: ExportScope, _ take: (ExportedUser) throws -> Void) throws {
    try source.eachBatch(of: StoredUser.self, where: scope.isUser("id"), order: ["id"]) {
      [$0.id.sqlValue]
    } _: { users in
      let hashes = try hashes(of: users.flatMap { [$0.avatar, $0.banner] })
      let isOwned = source.isIn("owner", users.map(\.id.number))
      let origins = Dictionary(
        grouping: try source.rows(StoredOrigin.self, where: isOwned), by: \.owner)
      for user in users {
        try take(
          ExportedUser(
            id: user.id, handle: user.handle, name: user.name, bio: user.bio,
            avatar: user.avatar.flatMap { hashes[$0] }, banner: user.banner.flatMap { hashes[$0] },
            createdAt: user.createdAt, counts: user.counts,
            origins: origins[user.id, default: []].map(\.origin)))
      }
    }
  }

  private func hashes(of pictures: [PictureID?]) throws -> [PictureID: String] {
    let numbers = Set(pictures.compactMap { $0?.number })
    if numbers.isEmpty { return [:] }
    let rows = try source.rows(StoredPictureSize.self, where: source.isIn("id", numbers))
    return Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0.hash.hexadecimal) })
  }

  private func handles(of users: [User.ID]) throws -> [User.ID: Handle] {
    let numbers = Set(users.map(\.number))
    if numbers.isEmpty { return [:] }
    let rows = try source.rows(StoredHandle.self, where: source.isIn("id", numbers))
    return Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0.handle) })
  }

  // MARK: Posts

  /// By number, or newest first.
  package func posts(
    _ scope: ExportScope, newestFirst: Bool, _ take: (ExportedPost) throws -> Void
  ) throws {
    let order = newestFirst ? RowOrder(["at", "id"], isDescending: true) : ["id"]
    try source.eachBatch(of: StoredPost.self, where: scope.isPost, order: order) { post in
      newestFirst ? [post.at.sqlValue, post.id.sqlValue] : [post.id.sqlValue]
    } _: { posts in
      let images = try hashes(of: posts.map(\.picture))
      let isOfPost = source.isIn("post", posts.map(\.id.number))
      let origins = Dictionary(
        grouping: try source.rows(StoredOrigin.self, where: isOfPost), by: \.post)
      let mentions = try mentions(in: posts.filter { TextToken.hasSign("@", in: $0.text) })
      let handles = try handles(of: posts.map(\.author) + mentions.values.joined())
      for post in posts {
        guard let author = handles[post.author] else { continue }
        var exported = ExportedPost(
          id: post.id, author: author, text: post.text, isPrivate: post.isPrivate,
          createdAt: post.at)
        exported.image = post.picture.flatMap { images[$0] }
        exported.alt = post.alt
        exported.replyTo = post.replyTo
        exported.quotes = post.quotes
        exported.reposts = post.reposts
        exported.editedAt = post.editedAt
        exported.mentions = mentions[post.id, default: []].compactMap { handles[$0] }
        exported.origins = origins[post.id, default: []].map {
          PostOrigin($0.origin, digest: $0.digest)
        }
        try take(exported)
      }
    }
  }

  /// The users whom the words of posts name, in order.
  private func mentions(in posts: [StoredPost]) throws -> [Post.ID: [User.ID]] {
    if posts.isEmpty { return [:] }
    let rows = try source.rows(
      StoredMention.self,
      where: "\(source.belongs(to: posts.map { ($0.id, $0.author) })) AND place > 0",
      order: ["post", "place"])
    return Dictionary(grouping: rows, by: \.post).mapValues { $0.map(\.mentioned) }
  }

  // MARK: Pictures

  /// The pictures that the scope shows, by hash.
  package func pictures(
    _ scope: ExportScope, _ take: (StreamedPicture) throws -> Void
  ) throws {
    try eachShownPicture(scope) { try take(exported($0)) }
  }

  /// Nil for a picture that is gone.
  package func picture(_ hash: String) throws -> StreamedPicture? {
    guard let hash = PictureHash(hash) else { return nil }
    return try source.rows(StoredPictureSize.self, where: "hash = \(hash.bytes)").first
      .map(exported)
  }

  private func exported(_ picture: StoredPictureSize) throws -> StreamedPicture {
    var beginning: [UInt8] = []
    try source.eachPiece(of: picture.id, upTo: 16) { beginning = $0 }
    return StreamedPicture(
      hash: PictureHash(bytes: picture.hash), width: picture.width, height: picture.height,
      byteCount: picture.byteCount, beginning: beginning
    ) { try source.eachPiece(of: picture.id, upTo: nil, $0) }
  }

  private func eachShownPicture(
    _ scope: ExportScope, _ take: (StoredPictureSize) throws -> Void
  ) throws {
    try source.eachBatch(of: StoredPictureSize.self, order: ["hash"]) {
      [.blob($0.hash)]
    } _: { pictures in
      let numbers = pictures.map(\.id.number)
      var shown: Set<PictureID> = []
      try source.each(
        StoredPostPicture.self, where: "\(source.isIn("picture", numbers)) AND \(scope.isPost)"
      ) { if let picture = $0.picture { shown.insert(picture) } }
      for column in ["avatar", "banner"] as [Name] {
        let isShown: SQL = "\(source.isIn(column, numbers)) AND \(scope.isUser("id"))"
        try source.each(StoredUser.self, where: isShown) { user in
          shown.formUnion([user.avatar, user.banner].compactMap(\.self))
        }
      }
      for picture in pictures where shown.contains(picture.id) { try take(picture) }
    }
  }

  // MARK: Edges

  /// By the numbers of follower and followee, or by their handles.
  package func follows(
    _ scope: ExportScope, byHandle: Bool,
    _ take: (_ follower: Handle, _ followee: Handle, _ at: Moment) throws -> Void
  ) throws {
    try source.eachBatch(
      of: StoredHandle.self, where: scope.isUser("id"), order: byHandle ? ["username"] : ["id"]
    ) { user in
      byHandle ? [user.handle.sqlValue] : [user.id.sqlValue]
    } _: { users in
      let isFollower = source.isIn("follower", users.map(\.id.number))
      let follows = Dictionary(
        grouping: try source.rows(StoredFollow.self, where: isFollower), by: \.follower)
      let handles = try handles(of: follows.values.joined().map(\.followee))
      for user in users {
        var followed = follows[user.id, default: []].compactMap { follow in
          handles[follow.followee].map { (handle: $0, at: follow.at) }
        }
        if byHandle { followed.sort { $0.handle < $1.handle } }
        for (followee, at) in followed { try take(user.handle, followee, at) }
      }
    }
  }

  /// By the numbers of post and user.
  package func likes(
    _ scope: ExportScope, _ take: (_ user: Handle, _ post: Post.ID, _ at: Moment) throws -> Void
  ) throws {
    if let user = scope.user {
      try source.eachBatch(
        of: StoredLike.self, where: "liker = \(user)", order: ["liker", "post"]
      ) {
        [$0.liker.sqlValue, $0.post.sqlValue]
      } _: {
        try passOn(try scope.includesPrivate ? $0 : ofPublicPosts($0), take)
      }
    } else {
      try eachBatch(ofPosts: scope.includesPrivate ? "true" : "private = 0") { posts in
        try source.eachBatch(
          of: StoredLike.self, where: source.belongs(to: posts), order: ["post", "liker"]
        ) {
          [$0.post.sqlValue, $0.liker.sqlValue]
        } _: {
          try passOn($0, take)
        }
      }
    }
  }

  private func ofPublicPosts(_ likes: [StoredLike]) throws -> [StoredLike] {
    let isPost = source.isIn("id", likes.map(\.post.number))
    let posts = Set(
      try source.rows(StoredPostKey.self, where: "\(isPost) AND private = 0").map(\.id))
    return likes.filter { posts.contains($0.post) }
  }

  private func passOn(
    _ likes: [StoredLike], _ take: (_ user: Handle, _ post: Post.ID, _ at: Moment) throws -> Void
  ) throws {
    let handles = try handles(of: likes.map(\.liker))
    for like in likes {
      if let liker = handles[like.liker] { try take(liker, like.post, like.at) }
    }
  }

  // MARK: Marks

  /// Mutes, bookmarks, reports and read marks of all users, by kind and number.
  package func marks(_ take: (PrivateRecord<Handle>) throws -> Void) throws {
    try marks(StoredMute.self, order: ["muter", "muted"]) {
      [$0.muter.sqlValue, $0.muted.sqlValue]
    } as: {
      .mute(muter: $0.muter, muted: $0.muted, at: $0.at)
    } take: {
      try take($0)
    }
    try marks(StoredBookmark.self) {
      [$0.post.sqlValue, $0.reader.sqlValue]
    } as: {
      .bookmark(reader: $0.reader, post: $0.post, at: $0.at)
    } take: {
      try take($0)
    }
    try marks(StoredFlag.self) {
      [$0.post.sqlValue, $0.reporter.sqlValue]
    } as: {
      .flag(reporter: $0.reporter, post: $0.post, at: $0.at, reason: $0.reason)
    } take: {
      try take($0)
    }
    try marks(StoredReadMark.self) {
      [$0.reader.sqlValue]
    } as: {
      .readMark(reader: $0.reader, timeline: $0.timeline, notices: $0.notices)
    } take: {
      try take($0)
    }
  }

  private func marks<Row: StoredRow>(
    _ type: Row.Type, order: RowOrder? = nil, place: (Row) -> [SQLValue],
    as mark: (Row) -> PrivateRecord<User.ID>, take: (PrivateRecord<Handle>) throws -> Void
  ) throws {
    try source.eachBatch(of: type, order: order ?? RowOrder(type.key), place: place) { rows in
      let marks = rows.map(mark)
      let handles = try handles(of: marks.flatMap(\.people))
      for mark in marks where mark.people.allSatisfy({ handles[$0] != nil }) {
        try take(mark.map { handles[$0] ?? Handle(stored: "") })
      }
    }
  }
}

extension ExportScope {
  /// The condition for rows whose column names a user of the scope.
  fileprivate func isUser(_ column: Name) -> SQL {
    user.map { "\(column) = \($0)" } ?? "true"
  }

  /// The condition for posts of the scope.
  fileprivate var isPost: SQL {
    includesPrivate ? isUser("author") : "private = 0 AND \(isUser("author"))"
  }
}
