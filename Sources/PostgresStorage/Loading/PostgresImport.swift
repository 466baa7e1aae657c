internal import Model
internal import Postgres
internal import SQLText
internal import Storage

extension PostgresWriting: Writing {
  var reading: any Reading { read }

  func importing(continuing: Bool) throws -> any NetworkImport {
    try PostgresImport(self, continuing: continuing)
  }
}

/// Adds users and posts, and keeps other rows in memory until `settle` adds them.
///
/// Temporary tables would break under a pooler. New users and posts are gathered and loaded by
/// COPY.
final class PostgresImport: NetworkImport {
  private static let mostGathered = 2_000

  let writing: PostgresWriting
  let isNew: Bool
  let memory: ImportMemory
  private let users: NewUsers
  private var gathered = PostBatch()
  private var gatheredMoments: Set<[Int64]> = []
  /// Whether this import may have stored a picture that no post and no user shows.
  private var hasNewPictures: Bool

  var session: PostgresSession { writing.session }

  init(_ writing: PostgresWriting, continuing: Bool) throws {
    self.writing = writing
    users = NewUsers(writing)
    hasNewPictures = continuing
    writing.session.patience = nil
    try writing.lockBulkLoads()
    isNew =
      try writing.session.value(
        """
        SELECT NOT EXISTS (SELECT 1 FROM profilectl.users)
          AND NOT EXISTS (SELECT 1 FROM profilectl.post_places)
        """) ?? false
    memory = writing.memory
    if !continuing { memory.clear() }
  }

  // MARK: Users

  func user(_ key: UserLookup) throws -> User.ID? {
    switch key {
    case .origin(let origin):
      try session.value(
        """
        SELECT owner FROM profilectl.origins
        WHERE source = \(origin.source) AND key = \(origin.key) AND owner IS NOT NULL
        """)
    case .handle(let handle): try users.user(named: handle)
    }
  }

  func details(of user: User.ID) throws -> KnownUser? {
    try users.load()
    let origins = try session.all {
      "SELECT \($0) FROM profilectl.origins WHERE owner = \(user) ORDER BY source, key"
    } as: { row in
      Origin(row["source"], row["key"])
    }
    return try session.first {
      "SELECT \($0) FROM profilectl.users WHERE id = \(user)"
    } as: { row in
      KnownUser(
        id: user, handle: row["username"], name: row["name"], bio: row["bio"],
        hasAvatar: row["avatar IS NOT NULL"], hasBanner: row["banner IS NOT NULL"],
        hasPublicPosts: row["post_count > 0"] || gathered.hasPublicPost(of: user),
        createdAt: Moment(microseconds: row["created_at"]), origins: origins)
    }
  }

  func add(_ user: ImportedUser) throws -> User.ID {
    let row = StoredUser(
      id: try user.number ?? users.nextNumber(), handle: user.handle, name: user.name,
      bio: user.bio, createdAt: user.createdAt, avatar: try picture(user.avatar),
      banner: try picture(user.banner))
    try users.add(row)
    memory.newUsers.insert(row.id.number)
    return row.id
  }

  func change(_ user: User.ID, _ changes: UserChanges) throws -> Bool {
    let (avatar, banner) = (try picture(changes.avatar), try picture(changes.banner))
    let values: [SQLValue] = [
      changes.name.sqlValue, changes.bio.sqlValue, changes.createdAt.sqlValue, avatar.sqlValue,
      banner.sqlValue,
    ]
    if values.allSatisfy({ $0 == .null }) { return false }
    try users.load()
    var row = try writing.lockedUser(user)
    row.name = changes.name?.string ?? row.name
    row.bio = changes.bio?.string ?? row.bio
    row.createdAt = changes.createdAt ?? row.createdAt
    row.avatar = avatar ?? row.avatar
    row.banner = banner ?? row.banner
    try writing.store(row)
    return true
  }

  // MARK: Posts

  func post(_ key: PostLookup) throws -> (id: Post.ID, digest: Int64?)? {
    let id: Post.ID?
    switch key {
    case .origin(let origin):
      return try session.first {
        """
        SELECT \($0) FROM profilectl.origins
        WHERE source = \(origin.source) AND key = \(origin.key) AND post IS NOT NULL
        """
      } as: { row in
        (row["post"], row["digest"] as Int64)
      }
    case .author(let author, let moment): id = try post(by: author, at: moment)
    case .id(let number) where memory.newPosts.contains(number.number): id = number
    case .id(let number):
      id = try session.value("SELECT id FROM profilectl.post_places WHERE id = \(number)")
    case .number(let number): id = memory.numbers[number]
    }
    return id.map { ($0, nil) }
  }

  private func post(by author: User.ID, at moment: Moment) throws -> Post.ID? {
    try load()
    let posts: [Post.ID] = try session.values(
      "SELECT id FROM profilectl.posts WHERE author = \(author) AND at = \(moment)")
    return try posts.first { post in
      try session.run(
        """
        SELECT 1 FROM profilectl.origins WHERE post = \(post) AND source = \(Origin.movedTime)
        """) == 0
    }
  }

  func details(of post: Post.ID) throws -> KnownPost? {
    try stored([post]).first.map {
      KnownPost(key: $0.place, text: $0.text, alt: $0.alt, editedAt: $0.editedAt)
    }
  }

  /// Some posts, private ones as well.
  func stored(_ ids: some Sequence<Post.ID>) throws -> [StoredPost] {
    try load()
    return try session.posts(where: "p.id = ANY (\(SQLValue.integers(ids.map(\.number))))")
  }

  func add(_ post: ImportedPost) throws -> (id: Post.ID, at: Moment) {
    let at = try freeMoment(of: post)
    let id = try post.number ?? Post.ID(writing.nextNumber("'profilectl.post_ids'"))
    let place = PostKey(
      id: id, author: post.author, isPrivate: post.isPrivate, at: at, reposts: post.reposts)
    let picture = try picture(post.picture)
    gathered.add(
      NewPost(
        row: StoredPost(
          place, text: post.text.string, picture: picture,
          alt: picture == nil ? nil : post.alt?.string, editedAt: post.editedAt)))
    gatheredMoments.insert(key(of: post, at: at))
    memory.newPosts.insert(id.number)
    memory.metPosts.insert(id.number)
    let namesUsers = post.mentions != nil || TextToken.hasSign("@", in: post.text.string)
    if post.reposts != nil || namesUsers {
      memory.posts[id.number, default: ImportMemory.StagedPost()].mentions = post.mentions
    }
    if gathered.count >= PostgresImport.mostGathered { try load() }
    return (id, at)
  }

  private func freeMoment(of post: ImportedPost) throws -> Moment {
    var at = post.at
    while true {
      // The server does not know the moments of gathered posts.
      while gatheredMoments.contains(key(of: post, at: at)) {
        at = Moment(microseconds: at.microseconds + 1)
      }
      let free = try writing.freeMoment(from: at, of: post.author, isPrivate: post.isPrivate)
      if free == at { return at }
      at = free
    }
  }

  private func key(of post: ImportedPost, at moment: Moment) -> [Int64] {
    [post.author.number, post.isPrivate ? 1 : 0, moment.microseconds]
  }

  /// Stores the gathered users and posts, with the counts they move.
  private func load() throws {
    try users.load()
    if gathered.count == 0 { return }
    try gathered.copy(into: session, withMentions: false)
    let counted = gathered.publicPosts
    try session.run([
      """
      UPDATE profilectl.users AS u SET post_count = post_count + given.posts,
        last_post_at = greatest(last_post_at, given.last)
      FROM \(.unnest(counted.map(\.author), counted.map(\.posts), counted.map(\.last)))
        AS given (id, posts, last)
      WHERE u.id = given.id
      """,
      .counting(gathered.reposted, in: "posts", "repost_count"),
    ])
    gathered = PostBatch()
    gatheredMoments = []
  }

  func change(
    _ post: KnownPost, text: PostText, alt: AltText?, mentions: [User.ID]?, at moment: Moment
  ) throws {
    try writing.update(post.key, with: PostChanges(text: text, alt: alt), at: moment)
    if let mentions { try writing.marks.replaceMentions(by: mentions, of: post.key, at: moment) }
  }

  private func picture(_ hash: PictureHash?) throws -> PictureID? {
    try hash.flatMap {
      try session.value("SELECT id FROM profilectl.pictures WHERE hash = \($0.bytes)")
    }
  }

  // MARK: Other rows

  func stage(_ row: StagedRow) throws -> Bool {
    switch row {
    case .follow(let follower, let followee, let moment):
      let pair = ImportMemory.Pair(target: followee.number, source: follower.number)
      return memory.follows.stage(pair, at: moment)
    case .like(let post, let user, let moment):
      let pair = ImportMemory.Pair(target: post.number, source: user.number)
      return memory.likes.stage(pair, at: moment)
    case .references(let post, let replyTo, let quotes, let isUnchanged):
      let isKnown = !memory.newPosts.contains(post.number)
      var staged = memory.posts[post.number] ?? ImportMemory.StagedPost(hasMarks: isKnown)
      (staged.replyTo, staged.quotes, staged.isUnchanged) = (replyTo, quotes, isUnchanged)
      memory.posts[post.number] = staged
      return true
    case .mark(let mark): return try insertion(of: mark).map { try session.run($0) > 0 } ?? false
    case .picture(let picture):
      if try self.picture(picture.hash) != nil { return false }
      try writing.insert(picture)
      hasNewPictures = true
      return true
    case .userOrigin(let origin, let user, let former?):
      return try session.run(
        """
        UPDATE profilectl.origins SET owner = \(user)
        WHERE source = \(origin.source) AND key = \(origin.key) AND owner = \(former)
        """) > 0
    case .userOrigin(let origin, let user, nil): return try bind(origin, user: user)
    case .postOrigin(let found, let post):
      return try bind(found.origin, post: post, digest: found.digest)
    case .number(let number, let post):
      return memory.numbers.updateValue(post, forKey: number) == nil
    case .met(let post): return memory.metPosts.insert(post.number).inserted
    case .lastNumbers(let users, let posts):
      guard isNew else { return false }
      try raise("profilectl.user_ids", to: users)
      try raise("profilectl.post_ids", to: posts)
      return true
    }
  }

  private func bind(
    _ origin: Origin, user: User.ID? = nil, post: Post.ID? = nil, digest: Int64 = 0
  ) throws -> Bool {
    try session.run(
      """
      INSERT INTO profilectl.origins AS o (source, key, owner, post, digest)
      VALUES (\(origin.source), \(origin.key), \(user), \(post), \(digest))
      ON CONFLICT (source, key) DO UPDATE SET digest = excluded.digest
      WHERE o.post = excluded.post
      """) > 0
  }

  /// Nil for a flag of a post that is gone.
  private func insertion(of mark: PrivateRecord<User.ID>) throws -> SQL? {
    switch mark {
    case .mute(let muter, let muted, let at):
      return """
        INSERT INTO profilectl.mutes (muter, muted, at) VALUES (\(muter), \(muted), \(at))
        ON CONFLICT DO NOTHING
        """
    case .bookmark(let reader, let post, let at):
      return """
        INSERT INTO profilectl.bookmarks (reader, post, at) VALUES (\(reader), \(post), \(at))
        ON CONFLICT DO NOTHING
        """
    case .flag(let reporter, let post, let at, let reason):
      guard let author = try details(of: post)?.key.author else { return nil }
      let checksum = RowChecksum.of([
        post.sqlValue, reporter.sqlValue, at.sqlValue, reason.sqlValue,
      ])
      return """
        INSERT INTO profilectl.flags (author, post, reporter, at, reason, checksum)
        VALUES (\(author), \(post), \(reporter), \(at), \(reason), \(checksum))
        ON CONFLICT DO NOTHING
        """
    case .readMark(let reader, let timeline, let notices):
      return """
        INSERT INTO profilectl.read_marks AS m (reader, at, notices_at)
        VALUES (\(reader), \(timeline), \(notices))
        ON CONFLICT (reader) DO UPDATE SET at = greatest(m.at, excluded.at),
          notices_at = greatest(m.notices_at, excluded.notices_at)
        WHERE excluded.at > m.at OR excluded.notices_at > m.notices_at
        """
    }
  }

  private func raise(_ sequence: Name, to number: Int64) throws {
    if number == 0 { return }
    try session.run(
      """
      SELECT setval('\(sequence)', \(number)) FROM \(sequence)
      WHERE last_value < \(number) OR NOT is_called
      """)
  }

  func settle(isLast: Bool, marksSeen: Bool) throws -> SettledRows {
    try load()
    let rows = PostgresStagedRows(self, marksSeen: marksSeen)
    let settled = try rows.settle(isLast: isLast)
    memory.newUsers = []
    memory.newPosts = []
    if isLast, hasNewPictures { try writing.forgetAllUnused() }
    return settled
  }
}

extension [ImportMemory.Pair: Int64?] {
  /// False if the edge is staged already.
  fileprivate mutating func stage(_ pair: Key, at moment: Moment?) -> Bool {
    if self[pair] != nil { return false }
    self[pair] = .some(moment?.microseconds)
    return true
  }
}
