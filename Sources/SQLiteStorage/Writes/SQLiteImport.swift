internal import Model
internal import SQLText
internal import SQLite
internal import Storage

extension SQLiteWriting {
  func importing(continuing: Bool) throws -> any NetworkImport {
    try SQLiteImport(self, continuing: continuing)
  }
}

/// Takes over users and posts row by row.
///
/// Edges and ties are noted in temporary tables; `finish` adds them in the order of their keys.
final class SQLiteImport: NetworkImport {
  let writing: SQLiteWriting
  let isNew: Bool
  var marksUsersSeen = true
  /// The last numbers before the rows whose words are not indexed yet.
  private(set) var lastUser: Int64 = 0
  private(set) var lastPost: Int64 = 0
  var connection: Connection { writing.connection }
  /// The last numbers given out; `finish` stores them.
  private var lastNumbers: [Counter: Int64] = [:]
  /// The public posts of one author that are not counted yet.
  private var uncounted: (author: User.ID, posts: Int, newest: Moment)?
  /// Whether earlier batches of this import are saved.
  let isContinued: Bool
  /// Whether this import may have stored a picture that no post and no user shows.
  private var hasNewPictures: Bool

  init(_ writing: SQLiteWriting, continuing: Bool) throws {
    self.writing = writing
    isContinued = continuing
    hasNewPictures = continuing
    isNew =
      try writing.connection.value(
        "SELECT NOT EXISTS (SELECT 1 FROM users) AND NOT EXISTS (SELECT 1 FROM posts)") ?? false
    if !continuing { try connection.script(StagedRows.removal) }
    try connection.script(StagedRows.creation)
    try noteNumbers()
  }

  private func noteNumbers() throws {
    lastUser = try connection.value("SELECT coalesce(max(id), 0) FROM users") ?? 0
    lastPost = try connection.value("SELECT coalesce(max(id), 0) FROM posts") ?? 0
  }

  // MARK: Users

  func user(_ origin: Origin) throws -> User.ID? {
    try connection.value(
      """
      SELECT owner FROM origins
      WHERE source = \(origin.source) AND key = \(origin.key) AND owner IS NOT NULL
      """)
  }

  func user(named handle: Handle) throws -> User.ID? {
    try connection.value("SELECT id FROM users WHERE username = \(handle)")
  }

  func handle(of user: User.ID) throws -> Handle {
    let handle: Handle? = try connection.value("SELECT username FROM users WHERE id = \(user)")
    guard let handle else { throw StorageError.file(.damaged) }
    return handle
  }

  func origins(of user: User.ID) throws -> [Origin] {
    try connection.all {
      "SELECT \($0) FROM origins WHERE owner = \(user) ORDER BY source, key"
    } as: { row in
      Origin(row["source"], row["key"])
    }
  }

  func bind(_ origin: Origin, to user: User.ID) throws {
    try connection.run(
      """
      INSERT INTO origins (source, key, owner, post, digest)
      VALUES (\(origin.source), \(origin.key), \(user), NULL, 0) ON CONFLICT DO NOTHING
      """)
  }

  func give(_ origin: Origin, to user: User.ID) throws {
    try bind(origin, to: user)
    try storeCount()
    try connection.run(
      """
      UPDATE origins SET owner = \(user)
      WHERE source = \(origin.source) AND key = \(origin.key)
        AND EXISTS (
          SELECT 1 FROM users AS u
          WHERE u.id = origins.owner AND name = '' AND bio = '' AND post_count = 0)
      """)
  }

  func add(_ user: ImportedUser) throws -> User.ID {
    let id = try user.number ?? User.ID(nextNumber(of: .users))
    let (name, bio) = (user.name?.string ?? "", user.bio?.string ?? "")
    try connection.run(
      """
      INSERT INTO users (id, username, name, bio, created_at, checksum)
      VALUES (\(id), \(user.handle), \(name), \(bio), \(user.createdAt),
        row_checksum(\(id), \(user.handle), \(name), \(bio), NULL, \(user.createdAt)))
      """)
    _ = try fillPictures(of: id, with: user)
    return id
  }

  func pictures(of user: User.ID) throws -> (hasAvatar: Bool, hasBanner: Bool) {
    let found = try connection.first {
      "SELECT \($0) FROM users WHERE id = \(user)"
    } as: { row in
      (hasAvatar: row["avatar IS NOT NULL"] as Bool, hasBanner: row["banner IS NOT NULL"] as Bool)
    }
    return found ?? (false, false)
  }

  func fill(_ user: User.ID, with found: ImportedUser) throws -> Bool {
    try storeCount()
    let row = try connection.first {
      "SELECT \($0) FROM users WHERE id = \(user)"
    } as: { row in
      (
        name: row["name"] as String, bio: row["bio"] as String, posts: row["post_count"] as Int,
        createdAt: row["created_at"] as Int64
      )
    }
    guard let row else { throw StorageError.file(.damaged) }
    let name = row.name.isEmpty ? found.name.flatMap { $0.isEmpty ? nil : $0 } : nil
    let bio = row.bio.isEmpty ? found.bio.flatMap { $0.isEmpty ? nil : $0 } : nil
    let isPlaceholder = row.name.isEmpty && row.bio.isEmpty && row.posts == 0
    let joined = isPlaceholder ? min(row.createdAt, found.createdAt.microseconds) : row.createdAt
    var isChanged = false
    if name != nil || bio != nil || joined != row.createdAt {
      isChanged = true
      if joined != row.createdAt {
        try connection.run("UPDATE users SET created_at = \(joined) WHERE id = \(user)")
      }
      if user.number > lastUser {
        try connection.run(
          """
          UPDATE users SET name = coalesce(\(name), name), bio = coalesce(\(bio), bio)
          WHERE id = \(user)
          """)
        try writing.sealUser(user)
      } else {
        try writing.update(user, with: ProfileChanges(name: name, bio: bio))
      }
    }
    return try fillPictures(of: user, with: found) || isChanged
  }

  private func fillPictures(of user: User.ID, with found: ImportedUser) throws -> Bool {
    var isChanged = false
    for (column, hash) in [("avatar", found.avatar), ("banner", found.banner)]
      as [(Name, PictureHash?)]
    {
      guard let hash, let picture = try writing.read.pictures.picture(hash) else { continue }
      try connection.run(
        "UPDATE users SET \(column) = \(picture) WHERE id = \(user) AND \(column) IS NULL")
      if connection.changes > 0 { isChanged = true }
    }
    if isChanged { try writing.sealUser(user) }
    return isChanged
  }

  // MARK: Posts

  func post(_ origin: Origin) throws -> (id: Post.ID, digest: Int64)? {
    try connection.first {
      """
      SELECT \($0) FROM origins
      WHERE source = \(origin.source) AND key = \(origin.key) AND post IS NOT NULL
      """
    } as: { row in
      (id: row["post"], digest: row["digest"])
    }
  }

  func post(by author: User.ID, at moment: Moment) throws -> Post.ID? {
    try connection.value(
      """
      SELECT id FROM posts WHERE at = \(moment) AND author = \(author) AND NOT EXISTS (
        SELECT 1 FROM origins WHERE post = posts.id AND source = \(Origin.movedTime))
      """)
  }

  func isRepost(_ post: Post.ID) throws -> Bool {
    try connection.value("SELECT reposts IS NOT NULL FROM posts WHERE id = \(post)") ?? false
  }

  func words(of post: Post.ID) throws -> (text: String, alt: String?)? {
    try connection.first {
      "SELECT \($0) FROM posts WHERE id = \(post)"
    } as: { row in
      (text: row["text"], alt: row[optional: "alt"])
    }
  }

  func bind(_ origin: Origin, to post: Post.ID, digest: Int64) throws {
    try connection.run(
      """
      INSERT INTO origins (source, key, owner, post, digest)
      VALUES (\(origin.source), \(origin.key), NULL, \(post), \(digest))
      ON CONFLICT (source, key) DO UPDATE SET digest = excluded.digest WHERE post = excluded.post
      """)
  }

  func add(_ post: ImportedPost) throws -> (id: Post.ID, at: Moment) {
    let at = try writing.freeMoment(from: max(post.at, Moment(microseconds: 1)))
    let id = try post.number ?? Post.ID(nextNumber(of: .posts))
    let place = PostKey(
      id: id, author: post.author, isPrivate: post.isPrivate, at: at, reposts: post.reposts)
    let picture = try post.picture.flatMap { try writing.read.pictures.picture($0) }
    let alt = picture == nil ? nil : post.alt?.string
    try writing.insertRow(place, text: post.text.string, picture: picture, alt: alt)
    if !post.isPrivate { try count(place) }
    if let editedAt = post.editedAt {
      try connection.run("UPDATE posts SET edited_at = \(editedAt) WHERE id = \(id)")
      try seal(id)
    }
    if let reposts = post.reposts { try addRepost(of: reposts, place) }
    if !post.isPrivate { try writing.marks.add(Hashtag.all(in: post.text.string), at: at) }
    if let mentions = post.mentions {
      for (index, user) in mentions.enumerated() {
        try writing.marks.insert(user, .mention, place: index + 1, in: place, at: at)
      }
      try connection.run("INSERT INTO staged_posts (post, has_marks) VALUES (\(id), 1)")
    } else if TextToken.hasSign("@", in: post.text.string) {
      try connection.run("INSERT INTO staged_posts (post) VALUES (\(id))")
    }
    return (id, at)
  }

  /// Counts a post with the others of its author, most of which come in a row.
  private func count(_ post: PostKey) throws {
    if let open = uncounted, open.author == post.author {
      uncounted = (open.author, open.posts + 1, max(open.newest, post.at))
    } else {
      try storeCount()
      uncounted = (post.author, 1, post.at)
    }
  }

  private func storeCount() throws {
    guard let open = uncounted else { return }
    uncounted = nil
    try writing.count(open.posts, by: open.author, newest: open.newest)
  }

  private func addRepost(of repeated: Post.ID, _ place: PostKey) throws {
    try writing.move("repost_count", of: repeated, by: 1)
    let author: User.ID? = try connection.value("SELECT author FROM posts WHERE id = \(repeated)")
    if let author, author != place.author {
      try writing.marks.insert(author, .repost, place: 0, in: place, at: place.at)
    }
  }

  /// Stores the checksum of the row's content.
  func seal(_ post: Post.ID) throws {
    try connection.run("UPDATE posts SET checksum = \(Table.posts.checksum) WHERE id = \(post)")
  }

  func replaceWords(
    of post: Post.ID, text: PostText, alt: AltText?, mentions: [User.ID]?, editedAt: Moment?
  ) throws {
    let place = try connection.first {
      "SELECT \($0) FROM posts WHERE id = \(post)"
    } as: { row in
      (
        place: PostKey(
          id: post, author: row["author"], isPrivate: row["private"],
          at: Moment(microseconds: row["at"])),
        editedAt: Moment(microseconds: row["edited_at"])
      )
    }
    guard let place else { throw StorageError.file(.damaged) }
    let at = editedAt ?? max(place.editedAt, place.place.at)
    try writing.update(place.place, with: PostChanges(text: text, alt: alt), at: at)
    if let mentions { try writing.marks.replaceMentions(by: mentions, of: place.place, at: at) }
  }

  // MARK: Pictures

  func keep(_ picture: ImportedPicture) throws -> Bool {
    if try writing.read.pictures.picture(picture.hash) != nil { return false }
    try writing.insert(picture)
    hasNewPictures = true
    return true
  }

  // MARK: Numbers

  private func nextNumber(of counter: Counter) throws -> Int64 {
    let number = try lastNumber(of: counter) + 1
    guard number <= Counter.exhausted else { throw StorageError.file(.damaged) }
    lastNumbers[counter] = number
    return number
  }

  private func lastNumber(of counter: Counter) throws -> Int64 {
    if let known = lastNumbers[counter] { return known }
    let last: Int64? = try connection.value(
      "SELECT value FROM counters WHERE name = \(counter.rawValue)")
    guard let last else { throw StorageError.file(.damaged) }
    return last
  }

  func raiseNumbers(users: Int64, posts: Int64) throws {
    for (counter, value) in [(Counter.users, users), (.posts, posts)] {
      lastNumbers[counter] = max(try lastNumber(of: counter), value)
    }
  }

  private func storeNumbers() throws {
    for (counter, value) in lastNumbers {
      try connection.run(
        "UPDATE counters SET value = \(value) WHERE name = \(counter.rawValue)")
    }
    lastNumbers = [:]
  }

  // MARK: The end

  func finish(isLast: Bool) throws -> ImportedEdges {
    try connection.runDeferred()
    try storeCount()
    try storeNumbers()
    try connection.script([
      """
      INSERT INTO user_words (rowid, username, name)
      SELECT id, username, name FROM users WHERE id > \(lastUser) ORDER BY id
      """,
      """
      INSERT INTO post_words (rowid, text, alt)
      SELECT at, text, alt FROM posts WHERE id > \(lastPost) ORDER BY at
      """,
    ])
    let rows = StagedRows(self)
    let ties = try rows.settleTies(isLast: isLast)
    try rows.silence(mentionsAfter: lastPost, ofUsersUpTo: lastUser)
    if !isLast { try rows.noteBatch(after: lastPost) }
    if !isNew { try rows.dropKnownEdges() }
    let marksOld = marksUsersSeen && lastUser > 0
    if marksOld { try rows.stageMarks(upTo: lastUser) }
    var added = try rows.addEdges()
    added.ties = ties
    if marksOld { try rows.storeMarks() }
    if marksUsersSeen { try rows.markSeen(after: lastUser) }
    try noteNumbers()
    if isLast {
      if hasNewPictures { try writing.forgetAllUnused() }
      try connection.script(StagedRows.removal)
    }
    return added
  }
}
