internal import Model
internal import SQLText
internal import SQLite
internal import Storage

/// Takes rows from the bundles of other copies.
extension SQLiteWriting: MergeTarget {
  func createSharedTables() throws {
    // The first bundles may have everything that is in the network.
    try connection.keep(.usual)
    try connection.script(SharedSchema.added.compactMap(\.statement))
    try connection.run(SQL(pragma: "user_version", SharedSchema.version))
  }

  func dropSharedTables() throws {
    for table in [
      "late_items", "folder_files", "signed_pictures", "waiting_things", "shared_posts",
      "shared_users",
      "shared_keys", "unsent_deeds", "deeds", "bundles", "sharing",
    ] as [Name] {
      try connection.run("DROP TABLE \(table)")
    }
    try connection.run(SQL(pragma: "user_version", Schema.identity.version))
  }

  // MARK: Rows of those tables

  func put<Row: StoredRow>(_ row: Row) throws {
    let values = SQL.joined(row.values.map { "\($0)" })
    try connection.run(
      "INSERT OR REPLACE INTO \(Row.table) (\(.list(Row.columns))) VALUES (\(values))")
  }

  func remove<Row: StoredRow>(_ type: Row.Type, where condition: SQL) throws {
    try connection.run("DELETE FROM \(type.table) WHERE \(condition)")
  }

  // MARK: Users

  func nextUser() throws -> User.ID { User.ID(try nextNumber(of: .users)) }

  func add(_ user: StoredUser) throws {
    try connection.insert([user])
    try index(user.id)
  }

  func rename(_ handles: [User.ID: Handle]) throws {
    for id in handles.keys {
      try unindex(id)
      // No handle has a space.
      try connection.run("UPDATE users SET username = ' ' || id WHERE id = \(id)")
    }
    for (id, handle) in handles {
      try connection.run("UPDATE users SET username = \(handle) WHERE id = \(id)")
      try sealUser(id)
      try index(id)
    }
  }

  func change(_ user: User.ID, name: String, bio: String) throws {
    try unindex(user)
    try connection.run("UPDATE users SET name = \(name), bio = \(bio) WHERE id = \(user)")
    try sealUser(user)
    try index(user)
  }

  func show(
    _ picture: PictureHash?, as use: StoredSignedPicture.Use, of number: Int64
  ) throws {
    let (table, column): (Name, Name) =
      switch use {
      case .post: ("posts", "picture")
      case .avatar: ("users", "avatar")
      case .banner: ("users", "banner")
      }
    let old: Int64? = try connection.value(
      "SELECT \(column) FROM \(table) WHERE id = \(number) AND \(column) IS NOT NULL")
    let new = try picture.flatMap { try read.pictures.picture($0) }
    if new?.number == old { return }
    try connection.run("UPDATE \(table) SET \(column) = \(new) WHERE id = \(number)")
    let checksum = use == .post ? Table.posts.checksum : Table.users.checksum
    try connection.run("UPDATE \(table) SET checksum = \(checksum) WHERE id = \(number)")
    if let old { try forgetUnused([PictureID(old)]) }
  }

  // MARK: Posts

  func nextPost() throws -> Post.ID { Post.ID(try nextNumber(of: .posts)) }

  func add(_ post: ArrivedPost) throws {
    let latest = max(Moment(microseconds: 1), min(post.at, post.arrivedAt))
    let above = try post.replyTo.map { try conversation(of: $0) }
    let key = PostKey(
      id: post.id, author: post.author, isPrivate: false,
      at: try freeMoment(from: latest, in: above), conversation: above, replyTo: post.replyTo,
      quotes: post.quotes, reposts: post.reposts)
    try insertRow(key, text: post.text, picture: nil, alt: post.alt)
    if let editedAt = post.editedAt { try markEdited(post.id, at: editedAt) }
    try count(1, by: post.author, newest: key.at)
    try connection.runAtEnd(
      "INSERT INTO post_words (rowid, text, alt) VALUES (\(key.at), \(post.text), \(post.alt))")
    try marks.add(Hashtag.all(in: post.text), at: key.at)
    try addReferences(of: key, mentioning: post.mentions, at: post.arrivedAt)
    try adoptAnswers(of: key)
    try noteLate(.timeline, at: key.at)
  }

  /// Notes an item that is dated before the mark of a reader, for whom it is new.
  ///
  /// A notice has one reader.
  private func noteLate(_ mark: ReadMark, of reader: User.ID? = nil, at moment: Moment) throws {
    let isReader: SQL = reader.map { "AND reader = \($0)" } ?? ""
    try connection.run(
      """
      INSERT OR IGNORE INTO late_items (reader, is_notice, at)
      SELECT reader, \(mark == .notices), \(moment) FROM read_marks
      WHERE \(mark.column) >= \(moment) \(isReader)
      """)
  }

  private func conversation(of post: Post.ID) throws -> Post.ID {
    try connection.value("SELECT coalesce(thread, id) FROM posts WHERE id = \(post)") ?? post
  }

  private func markEdited(_ post: Post.ID, at moment: Moment) throws {
    try connection.run("UPDATE posts SET edited_at = \(moment) WHERE id = \(post)")
    try connection.run("UPDATE posts SET checksum = \(Table.posts.checksum) WHERE id = \(post)")
  }

  /// Counts the post where it refers to, and adds its notices.
  private func addReferences(
    of post: PostKey, mentioning users: [User.ID], at now: Moment
  ) throws {
    func author(_ id: Post.ID?) throws -> User.ID? {
      try id.flatMap { try connection.value("SELECT author FROM posts WHERE id = \($0)") }
    }
    if let replyTo = post.replyTo { try move("reply_count", of: replyTo, by: 1) }
    if let reposts = post.reposts {
      try move("repost_count", of: reposts, by: 1)
      if let author = try author(reposts), author != post.author {
        try marks.insert(author, .repost, place: 0, in: post, at: now)
      }
      return
    }
    var kinds: [User.ID: MentionKind] = [:]
    if let quoted = try author(post.quotes) { kinds[quoted] = .quote }
    if let answered = try author(post.replyTo) { kinds[answered] = .reply }
    try marks.addMentions(of: users, in: post, kinds: kinds, at: now)
  }

  /// Gives a post its answers and quotes that arrived before it.
  private func adoptAnswers(of post: PostKey) throws {
    try connection.run(
      """
      UPDATE posts SET reply_count =
        (SELECT count(*) FROM posts AS answer WHERE answer.reply_to = \(post.id))
      WHERE id = \(post.id)
      """)
    if post.conversation == post.id { return }
    try connection.run(
      """
      UPDATE posts SET thread = \(post.conversation),
        checksum = \(Table.posts.checksum { $0 == "thread" ? "\(post.conversation)" : "\($0)" })
      WHERE thread = \(post.id)
      """)
    try connection.run(
      "UPDATE OR IGNORE gone_posts SET thread = \(post.conversation) WHERE thread = \(post.id)")
  }

  func change(
    _ post: Post.ID, text: String, alt: String?, mentions: [User.ID], editedAt: Moment?,
    arrivedAt: Moment
  ) throws {
    guard let key = try read.place(ifAny: post, for: nil) else { return }
    try replaceWords(of: key, text: text, alt: alt, editedAt: editedAt)
    try marks.replaceMentions(by: mentions, of: key, at: arrivedAt)
  }

  // MARK: Edges and pictures

  func add(_ edge: Edge, reason: String?, at moment: Moment) throws -> Bool {
    try connection.run(insertion(of: edge, reason, moment))
    let isNew = try moveCounts(of: edge, by: connection.changes)
    if isNew { try noteLate(edge, at: moment) }
    return isNew
  }

  private func noteLate(_ edge: Edge, at moment: Moment) throws {
    switch (edge.kind, edge.target) {
    case (.follow, .user(let user)): try noteLate(.notices, of: user, at: moment)
    case (.like, .post(let post)): try noteLate(.notices, of: post.author, at: moment)
    default: break
    }
  }

  func add(_ picture: StreamedPicture) throws {
    if try read.pictures.picture(picture.hash) == nil { try insert(picture) }
  }
}
