internal import Model
internal import SQLText
internal import SQLite
internal import Storage

extension SQLiteWriting {
  func importing(continuing: Bool) throws -> any NetworkImport {
    try SQLiteImport(self, continuing: continuing)
  }
}

/// Adds users and posts row by row.
///
/// Other rows are staged in temporary tables; `settle` adds them in the order of their keys.
final class SQLiteImport: NetworkImport {
  let writing: SQLiteWriting
  let isNew: Bool
  /// The last numbers before the rows whose words are not indexed yet.
  private(set) var lastUser: Int64 = 0
  private(set) var lastPost: Int64 = 0
  var connection: Connection { writing.connection }
  /// The last numbers given out; `settle` stores them.
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
    try readLastRows()
  }

  private func readLastRows() throws {
    lastUser = try connection.value("SELECT coalesce(max(id), 0) FROM users") ?? 0
    lastPost = try connection.value("SELECT coalesce(max(id), 0) FROM posts") ?? 0
  }

  // MARK: Users

  func user(_ key: UserLookup) throws -> User.ID? {
    switch key {
    case .origin(let origin):
      try connection.value(
        """
        SELECT owner FROM origins
        WHERE source = \(origin.source) AND key = \(origin.key) AND owner IS NOT NULL
        """)
    case .handle(let handle):
      try connection.value("SELECT id FROM users WHERE username = \(handle)")
    }
  }

  func details(of user: User.ID) throws -> KnownUser? {
    let origins = try connection.all {
      "SELECT \($0) FROM origins WHERE owner = \(user) ORDER BY source, key"
    } as: { row in
      Origin(row["source"], row["key"])
    }
    return try connection.first {
      "SELECT \($0) FROM users WHERE id = \(user)"
    } as: { row in
      KnownUser(
        id: user, handle: row["username"], name: row["name"], bio: row["bio"],
        hasAvatar: row["avatar IS NOT NULL"], hasBanner: row["banner IS NOT NULL"],
        hasPublicPosts: row["post_count > 0"] || uncounted?.author == user,
        createdAt: Moment(microseconds: row["created_at"]), origins: origins)
    }
  }

  func add(_ user: ImportedUser) throws -> User.ID {
    let row = StoredUser(
      id: try user.number ?? User.ID(nextNumber(of: .users)), handle: user.handle, name: user.name,
      bio: user.bio, createdAt: user.createdAt, avatar: try picture(user.avatar),
      banner: try picture(user.banner))
    try connection.insert([row])
    return row.id
  }

  func change(_ user: User.ID, _ changes: UserChanges) throws -> Bool {
    let (avatar, banner) = (try picture(changes.avatar), try picture(changes.banner))
    let values: [SQLValue] = [
      changes.name.sqlValue, changes.bio.sqlValue, changes.createdAt.sqlValue, avatar.sqlValue,
      banner.sqlValue,
    ]
    if values.allSatisfy({ $0 == .null }) { return false }
    // The words of new users are indexed at the end.
    let isIndexed = user.number <= lastUser && changes.name != nil
    if isIndexed { try writing.unindex(user) }
    try connection.run(
      """
      UPDATE users SET name = coalesce(\(changes.name), name), bio = coalesce(\(changes.bio), bio),
        created_at = coalesce(\(changes.createdAt), created_at),
        avatar = coalesce(\(avatar), avatar), banner = coalesce(\(banner), banner)
      WHERE id = \(user)
      """)
    if isIndexed { try writing.index(user) }
    try writing.sealUser(user)
    return true
  }

  // MARK: Posts

  func post(_ key: PostLookup) throws -> (id: Post.ID, digest: Int64?)? {
    let id: Post.ID?
    switch key {
    case .origin(let origin):
      return try connection.first {
        """
        SELECT \($0) FROM origins
        WHERE source = \(origin.source) AND key = \(origin.key) AND post IS NOT NULL
        """
      } as: { row in
        (row["post"], row["digest"] as Int64)
      }
    case .author(let author, let moment):
      id = try connection.value(
        """
        SELECT id FROM posts WHERE at = \(moment) AND author = \(author) AND NOT EXISTS (
          SELECT 1 FROM origins WHERE post = posts.id AND source = \(Origin.movedTime))
        """)
    case .id(let number): id = try connection.value("SELECT id FROM posts WHERE id = \(number)")
    case .number(let number):
      id = try connection.value("SELECT post FROM staged_numbers WHERE number = \(number)")
    }
    return id.map { ($0, nil) }
  }

  func details(of post: Post.ID) throws -> KnownPost? {
    try connection.first {
      "SELECT \($0) FROM posts WHERE id = \(post)"
    } as: { row in
      KnownPost(
        key: PostKey(
          id: post, author: row["author"], isPrivate: row["private"],
          at: Moment(microseconds: row["at"]), reposts: row[optional: "reposts"]),
        text: row["text"], alt: row[optional: "alt"],
        editedAt: row[optional: "edited_at"].map { Moment(microseconds: $0) })
    }
  }

  func add(_ post: ImportedPost) throws -> (id: Post.ID, at: Moment) {
    let at = try writing.freeMoment(from: post.at)
    let id = try post.number ?? Post.ID(nextNumber(of: .posts))
    let place = PostKey(
      id: id, author: post.author, isPrivate: post.isPrivate, at: at, reposts: post.reposts)
    let picture = try picture(post.picture)
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

  /// Counts successive posts of one author together; most posts of an author are successive.
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

  func change(
    _ post: KnownPost, text: PostText, alt: AltText?, mentions: [User.ID]?, at moment: Moment
  ) throws {
    try writing.update(post.key, with: PostChanges(text: text, alt: alt), at: moment)
    if let mentions { try writing.marks.replaceMentions(by: mentions, of: post.key, at: moment) }
  }

  // MARK: Pictures

  private func picture(_ hash: PictureHash?) throws -> PictureID? {
    try hash.flatMap { try writing.read.pictures.picture($0) }
  }

  func keep(_ picture: StreamedPicture) throws -> Bool {
    if try self.picture(picture.hash) != nil { return false }
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

  func raise(_ counter: Counter, to number: Int64) throws {
    lastNumbers[counter] = max(try lastNumber(of: counter), number)
  }

  private func storeNumbers() throws {
    for (counter, value) in lastNumbers {
      try connection.run("UPDATE counters SET value = \(value) WHERE name = \(counter.rawValue)")
    }
    lastNumbers = [:]
  }

  // MARK: The end

  func settle(isLast: Bool, marksSeen: Bool) throws -> SettledRows {
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
    let settled = try StagedRows(self).settle(isLast: isLast, marksSeen: marksSeen)
    try readLastRows()
    if isLast {
      if hasNewPictures { try writing.forgetAllUnused() }
      try connection.script(StagedRows.removal)
    }
    return settled
  }
}
