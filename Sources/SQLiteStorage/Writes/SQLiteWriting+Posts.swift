internal import Model
internal import SQLText
internal import SQLite
internal import Storage

/// Publishes, changes and deletes posts, and moves all counts that depend on them.
extension SQLiteWriting {
  func insert(
    _ draft: PostDraft, by author: User.ID, answering above: PostKey?, quoting quoted: PostKey?
  ) throws -> Post.ID {
    let asked = max(draft.at(), Moment(microseconds: 1))
    let at =
      try draft.isNow
      ? presentMoment(at: asked, in: above?.conversation)
      : freeMoment(from: asked, in: above?.conversation)
    let place = PostKey(
      id: Post.ID(try nextNumber(of: .posts)), author: author, isPrivate: draft.isPrivate, at: at,
      conversation: above?.conversation, replyTo: above?.id, quotes: quoted?.id)
    let picture = try draft.picture.map { try keep($0) }
    try insertRow(place, text: draft.text.string, picture: picture, alt: draft.alt?.string)
    if !draft.isPrivate { try count(1, by: author, newest: at) }
    try indexWords(of: place, text: draft.text.string, alt: draft.alt?.string)
    if let above, !draft.isPrivate { try move("reply_count", of: above.id, by: 1) }
    var kinds: [User.ID: MentionKind] = [:]
    if let quoted { kinds[quoted.author] = .quote }
    if let above { kinds[above.author] = .reply }
    try marks.add(
      text: draft.text.string, of: place, kinds: kinds, at: draft.savedAt ?? at)
    return place.id
  }

  func insertRepost(of post: PostKey, by author: User.ID, at now: Moment) throws -> Post.ID? {
    let isThere = try connection.hasRow(
      "SELECT 1 FROM posts WHERE reposts = \(post.id) AND author = \(author)")
    if isThere { return nil }
    let place = PostKey(
      id: Post.ID(try nextNumber(of: .posts)), author: author, isPrivate: false,
      at: try presentMoment(at: max(now, Moment(microseconds: 1))), reposts: post.id)
    try insertRow(place, text: "", picture: nil, alt: nil)
    try count(1, by: author, newest: place.at)
    try indexWords(of: place, text: "", alt: nil)
    try move("repost_count", of: post.id, by: 1)
    if post.author != author {
      try marks.insert(post.author, .repost, place: 0, in: place, at: now)
    }
    return place.id
  }

  var marks: PostMarks { PostMarks(connection: connection) }

  /// Inserts the row of a post; the caller counts it.
  func insertRow(
    _ post: PostKey, text: String, picture: PictureID?, alt: String?
  ) throws {
    let thread = post.replyTo == nil ? nil : post.conversation
    let content: SQL = """
      \(post.author), \(post.isPrivate), \(post.at), \(post.id), \(text), \(picture), \(alt)
      """
    let isPlain = post.replyTo == nil && post.quotes == nil && post.reposts == nil
    if isPlain {
      try connection.run(
        """
        INSERT INTO posts (author, private, at, id, text, picture, alt, checksum)
        VALUES (\(content), row_checksum(\(content)))
        """)
    } else {
      let references: SQL = "\(post.replyTo), \(thread), \(post.quotes), \(post.reposts)"
      try connection.run(
        """
        INSERT INTO posts (author, private, at, id, text, picture, alt, reply_to, thread, quotes,
          reposts, checksum)
        VALUES (\(content), \(references), row_checksum(\(content), \(references), NULL))
        """)
    }
  }

  /// Adds public posts to the count of their author, and the time of the newest one.
  func count(_ posts: Int, by author: User.ID, newest at: Moment) throws {
    try connection.run(
      """
      UPDATE users SET post_count = post_count + \(posts), last_post_at = max(last_post_at, \(at))
      WHERE id = \(author)
      """)
  }

  private func indexWords(of post: PostKey, text: String, alt: String?) throws {
    try connection.runAtEnd(
      "INSERT INTO post_words (rowid, text, alt) VALUES (\(post.at), \(text), \(alt))")
  }

  func move(_ column: Name, of post: Post.ID, by delta: Int) throws {
    try connection.run("UPDATE posts SET \(column) = \(column) + \(delta) WHERE id = \(post)")
  }

  /// `now`, or a free moment after the newest post: the clock may have stopped or been set back.
  private func presentMoment(
    at now: Moment, in conversation: Post.ID? = nil
  ) throws -> Moment {
    let latest = try read.latestPost(from: now)
    if latest == nil, conversation == nil { return now }
    return try freeMoment(from: latest ?? now, in: conversation)
  }

  /// `moment`, or a free one shortly after it, usually the first.
  ///
  /// The search doubles its steps, so that each of a thousand posts of one moment costs a few
  /// lookups.
  func freeMoment(
    from moment: Moment, in conversation: Post.ID? = nil
  ) throws -> Moment {
    var taken = moment.microseconds
    if try isFree(taken, in: conversation) { return moment }
    var step: Int64 = 1
    var free = taken + 1
    while try !isFree(free, in: conversation) {
      taken = free
      step *= 2
      free = taken + step
    }
    while free - taken > 1 {
      let middle = taken + (free - taken) / 2
      if try isFree(middle, in: conversation) { free = middle } else { taken = middle }
    }
    guard free <= Moment.storable.upperBound.microseconds else {
      throw StorageError.noMomentLeft
    }
    return Moment(microseconds: free)
  }

  /// Whether no post, and no kept place of the conversation, has this time.
  private func isFree(_ microseconds: Int64, in conversation: Post.ID?) throws -> Bool {
    let isTaken = try connection.hasRow("SELECT 1 FROM posts WHERE at = \(microseconds)")
    guard !isTaken, let conversation else { return !isTaken }
    return try !connection.hasRow(
      "SELECT 1 FROM gone_posts WHERE thread = \(conversation) AND at = \(microseconds)")
  }

  // MARK: Changing

  func update(_ post: PostKey, with changes: PostChanges, at now: Moment) throws {
    let before = try words(of: post.id)
    let text = changes.text?.string ?? before.text
    let alt = changes.alt.map { $0.isEmpty ? nil : $0.string } ?? before.alt
    if text == before.text, alt == before.alt { return }
    try replaceWords(of: post, text: text, alt: alt, editedAt: now)
    try marks.replaceMentions(by: marks.mentioned(in: text), of: post, at: now)
  }

  private func words(of post: Post.ID) throws -> (text: String, alt: String?) {
    let words = try connection.first {
      "SELECT \($0) FROM posts WHERE id = \(post)"
    } as: { row in
      (text: row["text"] as String, alt: row[optional: "alt"] as String?)
    }
    guard let words else { throw StorageError.file(.damaged) }
    return words
  }

  /// Replaces the words of a post and its hashtags, but not its mentions.
  func replaceWords(
    of post: PostKey, text: String, alt: String?, editedAt: Moment?
  ) throws {
    let before = try words(of: post.id)
    try connection.runDeferred()
    try connection.run(
      """
      INSERT INTO post_words (post_words, rowid, text, alt)
      VALUES ('delete', \(post.at), \(before.text), \(before.alt))
      """)
    try connection.run(
      "UPDATE posts SET text = \(text), alt = \(alt), edited_at = \(editedAt) WHERE id = \(post.id)"
    )
    try connection.run(
      "UPDATE posts SET checksum = \(Table.posts.checksum) WHERE id = \(post.id)")
    try connection.runAtEnd(
      "INSERT INTO post_words (rowid, text, alt) VALUES (\(post.at), \(text), \(alt))")
    if post.isPrivate { return }
    try marks.removeTags(of: before.text, at: post.at)
    try marks.add(Hashtag.all(in: text), at: post.at)
  }

  // MARK: Deleting

  func delete(_ post: PostKey) throws {
    try deletePosts(where: "id = \(post.id) OR reposts = \(post.id)")
  }

  func deleteRepost(of post: PostKey, by author: User.ID) throws -> Bool {
    try deletePosts(where: "reposts = \(post.id) AND author = \(author)")
  }

  /// Deletes the posts for which a condition holds, and updates all counts; false if there is none.
  ///
  /// The condition must include the reposts of these posts.
  @discardableResult func deletePosts(where doomed: SQL) throws -> Bool {
    let posts: SQL = "FROM posts WHERE (\(doomed))"
    var authors: Set<User.ID> = []
    var pictures: Set<PictureID> = []
    var conversations: Set<Post.ID> = []
    try connection.each {
      "SELECT \($0) \(posts)"
    } as: { row in
      (
        author: row["author"] as User.ID, picture: row[optional: "picture"] as Int64?,
        conversation: row[optional: "thread"] as Post.ID?
      )
    } take: { author, picture, conversation in
      authors.insert(author)
      if let conversation { conversations.insert(conversation) }
      if let picture { pictures.insert(PictureID(picture)) }
    }
    if authors.isEmpty { return false }
    try deleteWords(of: posts)
    try keepPlaces(of: posts)
    try uncount(posts)
    try deleteEdges(toPosts: "SELECT id \(posts)")
    try connection.run("DELETE FROM mentions WHERE post IN (SELECT id \(posts))")
    try connection.run("DELETE FROM origins WHERE post IN (SELECT id \(posts))")
    try connection.run("DELETE \(posts)")
    for conversation in conversations { try forgetPlaces(of: conversation) }
    for author in authors {
      try connection.run(
        """
        UPDATE users SET last_post_at = coalesce(
          (SELECT max(at) FROM posts WHERE author = \(author) AND private = 0), 0)
        WHERE id = \(author)
        """)
    }
    try forgetUnused(pictures)
    return true
  }

  private func deleteWords(of posts: SQL) throws {
    try connection.runDeferred()
    try connection.run(
      """
      INSERT INTO post_words (post_words, rowid, text, alt)
      SELECT 'delete', at, text, alt \(posts)
      """)
    try connection.each {
      "SELECT \($0) \(posts) AND private = 0 AND instr(text, '#') > 0"
    } as: { row in
      (Moment(microseconds: row["at"]), row["text"] as String)
    } take: { at, text in
      try marks.removeTags(of: text, at: at)
    }
  }

  /// Keeps the places of deleted answers that have answers, or places of answers, below them.
  private func keepPlaces(of posts: SQL) throws {
    try connection.run(
      """
      INSERT INTO gone_posts (thread, at, id, reply_to)
      SELECT thread, at, id, reply_to \(posts) AND reply_to IS NOT NULL
        AND (EXISTS (SELECT 1 FROM posts AS answer WHERE answer.reply_to = posts.id)
          OR EXISTS (
            SELECT 1 FROM gone_posts AS gone
            WHERE gone.thread = posts.thread AND gone.reply_to = posts.id))
      """)
  }

  /// Deletes the kept places of a conversation without answers.
  private func forgetPlaces(of conversation: Post.ID) throws {
    try connection.run(
      """
      DELETE FROM gone_posts WHERE thread = \(conversation)
        AND NOT EXISTS (SELECT 1 FROM posts WHERE posts.thread = \(conversation))
      """)
  }

  /// Subtracts public posts, and the likes they received, from all counts.
  private func uncount(_ posts: SQL) throws {
    try connection.run(
      """
      UPDATE users SET post_count = post_count - given.posts, like_count = like_count - given.likes
      FROM (
        SELECT author, count(*) AS posts, sum(like_count) AS likes \(posts) AND private = 0
        GROUP BY author
      ) AS given WHERE users.id = given.author
      """)
    for (column, count) in [("reply_to", "reply_count"), ("reposts", "repost_count")]
      as [(Name, Name)]
    {
      try connection.run(
        """
        UPDATE posts SET \(count) = \(count) - given.posts FROM (
          SELECT \(column) AS target, count(*) AS posts \(posts)
            AND private = 0 AND \(column) IS NOT NULL GROUP BY \(column)
        ) AS given WHERE posts.id = given.target
        """)
    }
  }
}
