internal import Model
internal import Postgres
internal import SQLText
internal import Storage

/// Takes over users and posts, and keeps edges and ties in memory, from which `finish` adds them.
///
/// Temporary tables would break under a pooler. New users and posts are gathered and loaded by
/// COPY.
final class PostgresImport: NetworkImport {
  private static let mostGathered = 2_000

  let writing: PostgresWriting
  let isNew: Bool
  var marksUsersSeen = true
  let notes: ImportNotes
  private let users: NewUsers
  private var gathered = PostBatch()
  private var gatheredMoments: Set<[Int64]> = []
  private var hasNewPictures = false
  /// The numbers of edges that were added before the end.
  private var settled = ImportedEdges()

  var session: PostgresSession { writing.session }

  init(_ writing: PostgresWriting, continuing: Bool) throws {
    self.writing = writing
    users = NewUsers(writing)
    writing.session.patience = nil
    try writing.lockBulkLoads()
    isNew =
      try writing.session.value(
        """
        SELECT NOT EXISTS (SELECT 1 FROM profilectl.users)
          AND NOT EXISTS (SELECT 1 FROM profilectl.post_places)
        """) ?? false
    notes = writing.notes
    if !continuing { notes.clear() }
  }

  // MARK: Users

  func user(_ origin: Origin) throws -> User.ID? {
    try session.value(
      """
      SELECT owner FROM profilectl.origins
      WHERE source = \(origin.source) AND key = \(origin.key) AND owner IS NOT NULL
      """)
  }

  func user(named handle: Handle) throws -> User.ID? { try users.user(named: handle) }

  func handle(of user: User.ID) throws -> Handle {
    try users.load()
    let handles = try writing.read.rows(for: nil).handles([user.number])
    guard let handle = handles[user.number] else { throw StorageError.file(.damaged) }
    return handle
  }

  func origins(of user: User.ID) throws -> [Origin] {
    try session.all {
      "SELECT \($0) FROM profilectl.origins WHERE owner = \(user) ORDER BY source, key"
    } as: { row in
      Origin(row["source"], row["key"])
    }
  }

  func bind(_ origin: Origin, to user: User.ID) throws {
    try session.run(
      """
      INSERT INTO profilectl.origins (source, key, owner, post, digest)
      VALUES (\(origin.source), \(origin.key), \(user), NULL, 0) ON CONFLICT DO NOTHING
      """)
  }

  func give(_ origin: Origin, to user: User.ID) throws {
    try bind(origin, to: user)
    try load()
    try session.run(
      """
      UPDATE profilectl.origins AS o SET owner = \(user)
      WHERE source = \(origin.source) AND key = \(origin.key) AND EXISTS (
        SELECT 1 FROM profilectl.users AS u
        WHERE u.id = o.owner AND name = '' AND bio = '' AND post_count = 0)
      """)
  }

  func add(_ user: ImportedUser) throws -> User.ID {
    let draft = UserDraft(
      handle: user.handle, name: user.name, bio: user.bio, createdAt: user.createdAt)
    let id = try users.add(draft, as: user.number)
    notes.newUsers.insert(id.number)
    _ = try fillPictures(of: id, with: user)
    return id
  }

  func pictures(of user: User.ID) throws -> (hasAvatar: Bool, hasBanner: Bool) {
    try users.load()
    let found = try session.first {
      "SELECT \($0) FROM profilectl.users WHERE id = \(user)"
    } as: { row -> (Bool, Bool) in
      (row["avatar IS NOT NULL"], row["banner IS NOT NULL"])
    }
    return found ?? (false, false)
  }

  func fill(_ user: User.ID, with found: ImportedUser) throws -> Bool {
    try users.load()
    let row = try session.first {
      "SELECT \($0) FROM profilectl.users WHERE id = \(user)"
    } as: { row -> (name: String, bio: String, posts: Int, createdAt: Int64) in
      (row["name"], row["bio"], row["post_count"], row["created_at"])
    }
    guard let row else { throw StorageError.file(.damaged) }
    let name = row.name.isEmpty ? found.name.flatMap { $0.isEmpty ? nil : $0 } : nil
    let bio = row.bio.isEmpty ? found.bio.flatMap { $0.isEmpty ? nil : $0 } : nil
    let hasPosts = row.posts > 0 || gathered.hasPost(of: user)
    let isPlaceholder = row.name.isEmpty && row.bio.isEmpty && !hasPosts
    let joined = isPlaceholder ? min(row.createdAt, found.createdAt.microseconds) : row.createdAt
    var isChanged = false
    if name != nil || bio != nil || joined != row.createdAt {
      isChanged = true
      if joined != row.createdAt {
        try session.run("UPDATE profilectl.users SET created_at = \(joined) WHERE id = \(user)")
      }
      // Seals the row with the new time as well.
      try writing.update(user, with: ProfileChanges(name: name, bio: bio))
    }
    return try fillPictures(of: user, with: found) || isChanged
  }

  private func fillPictures(of user: User.ID, with found: ImportedUser) throws -> Bool {
    var isChanged = false
    for (column, hash) in [("avatar", found.avatar), ("banner", found.banner)]
      as [(Name, PictureHash?)]
    {
      guard let hash, let picture = try self.picture(hash) else { continue }
      try users.load()
      let changed = try session.run(
        """
        UPDATE profilectl.users SET \(column) = \(picture) WHERE id = \(user) AND \(column) IS NULL
        """)
      if changed > 0 { isChanged = true }
    }
    if isChanged { try writing.update(user, with: ProfileChanges()) }
    return isChanged
  }

  // MARK: Posts

  func post(_ origin: Origin) throws -> (id: Post.ID, digest: Int64)? {
    try session.first {
      """
      SELECT \($0) FROM profilectl.origins
      WHERE source = \(origin.source) AND key = \(origin.key) AND post IS NOT NULL
      """
    } as: { row in
      (row["post"], row["digest"])
    }
  }

  func post(by author: User.ID, at moment: Moment) throws -> Post.ID? {
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

  func isRepost(_ post: Post.ID) throws -> Bool { try stored([post]).first?.reposts != nil }

  func isFirst(of post: Post.ID) throws -> Bool {
    notes.askedPosts.insert(post.number).inserted
  }

  func words(of post: Post.ID) throws -> (text: String, alt: String?)? {
    try stored([post]).first.map { ($0.text, $0.alt) }
  }

  /// Some posts, private ones as well.
  func stored(_ ids: some Sequence<Post.ID>) throws -> [StoredPost] {
    try load()
    return try session.posts(where: "p.id = ANY (\(SQLValue.integers(ids.map(\.number))))")
  }

  func bind(_ origin: Origin, to post: Post.ID, digest: Int64) throws {
    try session.run(
      """
      INSERT INTO profilectl.origins AS o (source, key, owner, post, digest)
      VALUES (\(origin.source), \(origin.key), NULL, \(post), \(digest))
      ON CONFLICT (source, key) DO UPDATE SET digest = excluded.digest
      WHERE o.post = excluded.post
      """)
  }

  func add(_ post: ImportedPost) throws -> (id: Post.ID, at: Moment) {
    let at = try freeMoment(of: post)
    let id = try post.number ?? Post.ID(writing.nextNumber("'profilectl.post_ids'"))
    let place = PostKey(
      id: id, author: post.author, isPrivate: post.isPrivate, at: at, reposts: post.reposts)
    let picture = try post.picture.flatMap { try self.picture($0) }
    gathered.add(
      NewPost(
        row: StoredPost(
          place, text: post.text.string, picture: picture,
          alt: picture == nil ? nil : post.alt?.string, editedAt: post.editedAt)))
    gatheredMoments.insert([post.author.number, post.isPrivate ? 1 : 0, at.microseconds])
    notes.newPosts.insert(id.number)
    notes.askedPosts.insert(id.number)
    let namesUsers = post.mentions != nil || post.text.string.utf8.contains(UInt8(ascii: "@"))
    if post.reposts != nil || namesUsers {
      notes.posts[id.number, default: ImportNotes.NotedPost()].mentions = post.mentions
    }
    if gathered.count >= PostgresImport.mostGathered { try load() }
    return (id, at)
  }

  private func freeMoment(of post: ImportedPost) throws -> Moment {
    var at = max(post.at, Moment(microseconds: 1))
    while true {
      at = try writing.freeMoment(from: at, of: post.author, isPrivate: post.isPrivate)
      let key: [Int64] = [post.author.number, post.isPrivate ? 1 : 0, at.microseconds]
      if !gatheredMoments.contains(key) { return at }
      at = Moment(microseconds: at.microseconds + 1)
    }
  }

  /// Stores the gathered users and posts, with the counts they move.
  func load() throws {
    try users.load()
    if gathered.count == 0 { return }
    try gathered.copy(into: session, withMentions: false)
    let counted = gathered.publicPosts
    try session.run(
      """
      UPDATE profilectl.users AS u SET post_count = post_count + given.posts,
        last_post_at = greatest(last_post_at, given.last)
      FROM unnest(\(SQLValue.integers(counted.map(\.author))),
        \(SQLValue.integers(counted.map(\.posts))), \(SQLValue.integers(counted.map(\.last))))
        AS given (id, posts, last)
      WHERE u.id = given.id
      """)
    let repostCounts = gathered.repostCounts
    try session.run(
      """
      UPDATE profilectl.posts AS p SET repost_count = repost_count + given.count
      FROM unnest(\(SQLValue.integers(repostCounts.keys)),
        \(SQLValue.integers(repostCounts.values))) AS given (id, count)
      WHERE p.id = given.id
      """)
    gathered = PostBatch()
    gatheredMoments = []
  }

  func replaceWords(
    of post: Post.ID, text: PostText, alt: AltText?, mentions: [User.ID]?, editedAt: Moment?
  ) throws {
    // The noted ties and mentions of the post must be stored before its words are replaced.
    if notes.posts[post.number]?.hasMarks == false { try settle(isLast: false) }
    guard let row = try stored([post]).first else { throw StorageError.file(.damaged) }
    let at = editedAt ?? max(row.editedAt ?? Moment(microseconds: 0), row.place.at)
    try writing.update(row.place, with: PostChanges(text: text, alt: alt), at: at)
    if let mentions {
      try writing.marks.replaceMentions(by: mentions, of: row.place, at: at)
    }
  }

  // MARK: Pictures

  private func picture(_ hash: PictureHash) throws -> PictureID? {
    try session.value("SELECT id FROM profilectl.pictures WHERE hash = \(hash.bytes)")
  }

  func keep(_ picture: ImportedPicture) throws -> Bool {
    if try self.picture(picture.hash) != nil { return false }
    try writing.insert(picture)
    hasNewPictures = true
    return true
  }

  // MARK: Notes

  func tie(
    _ post: Post.ID, replyTo: PendingReference?, quotes: PendingReference?, isUnchanged: Bool
  ) throws {
    let isKnown = !notes.newPosts.contains(post.number)
    var noted = notes.posts[post.number] ?? ImportNotes.NotedPost(hasMarks: isKnown)
    (noted.replyTo, noted.quotes, noted.isUnchanged) = (replyTo, quotes, isUnchanged)
    notes.posts[post.number] = noted
  }

  func note(number: Post.ID, of post: Post.ID) throws { notes.numbers[number] = post }

  func post(numbered number: Post.ID) throws -> Post.ID? { notes.numbers[number] }

  func follow(from follower: User.ID, to followee: User.ID, at moment: Moment?) throws -> Bool {
    notes.follows.note(from: follower.number, to: followee.number, at: moment)
  }

  func like(_ post: Post.ID, by user: User.ID, at moment: Moment?) throws -> Bool {
    notes.likes.note(from: user.number, to: post.number, at: moment)
  }

  func restore(_ mark: ImportedMark) throws -> Bool {
    let changed: Int
    switch mark {
    case .mute(let muter, let muted, let at):
      changed = try session.run(
        """
        INSERT INTO profilectl.mutes (muter, muted, at) VALUES (\(muter), \(muted), \(at))
        ON CONFLICT DO NOTHING
        """)
    case .bookmark(let user, let post, let at):
      changed = try session.run(
        """
        INSERT INTO profilectl.bookmarks (reader, post, at) VALUES (\(user), \(post), \(at))
        ON CONFLICT DO NOTHING
        """)
    case .flag(let reporter, let post, let at, let reason):
      guard let author = try stored([post]).first?.author else { return false }
      let content: [SQLValue] = [
        post.sqlValue, reporter.sqlValue, at.sqlValue, reason.sqlValue,
      ]
      changed = try session.run(
        """
        INSERT INTO profilectl.flags (author, post, reporter, at, reason, checksum)
        VALUES (\(author), \(post), \(reporter), \(at), \(reason), \(RowChecksum.of(content)))
        ON CONFLICT DO NOTHING
        """)
    case .readMark(let user, let timeline, let notices):
      changed = try session.run(
        """
        INSERT INTO profilectl.read_marks AS m (reader, at, notices_at)
        VALUES (\(user), \(timeline), \(notices))
        ON CONFLICT (reader) DO UPDATE SET at = greatest(m.at, excluded.at),
          notices_at = greatest(m.notices_at, excluded.notices_at)
        WHERE excluded.at > m.at OR excluded.notices_at > m.notices_at
        """)
    }
    return changed > 0
  }

  func raiseNumbers(users: Int64, posts: Int64) throws {
    for (sequence, number) in [("profilectl.user_ids", users), ("profilectl.post_ids", posts)]
      as [(Name, Int64)] where number > 0
    {
      try session.run(
        """
        SELECT setval('\(sequence)', \(number)) FROM \(sequence)
        WHERE last_value < \(number) OR NOT is_called
        """)
    }
  }

  // MARK: The end

  func finish(isLast: Bool) throws -> ImportedEdges {
    try settle(isLast: isLast)
    defer { settled = ImportedEdges() }
    return settled
  }

  private func settle(isLast: Bool) throws {
    try load()
    let rows = NotedRows(self)
    settled.ties += try rows.settleTies(isLast: isLast)
    try rows.silenceMentions()
    let added = try rows.addEdges()
    settled.follows += added.follows
    settled.likes += added.likes
    if marksUsersSeen { try NoticeMarks(session, notes.newUsers).markNewUsers() }
    notes.newUsers = []
    notes.newPosts = []
    if isLast, hasNewPictures { try writing.forgetAllUnused() }
  }
}

extension PostgresWriting: Writing {
  var reading: any Reading { read }

  func importing(continuing: Bool) throws -> any NetworkImport {
    try PostgresImport(self, continuing: continuing)
  }
}
