internal import Model
internal import SQLText
internal import SQLite

/// Answers and quotes.
extension StagedRows {
  /// Ties posts to those they answer and quote, and adds the mentions of all new posts.
  ///
  /// A tie to a missing post stays staged until the end. Returns the number of unchanged posts that
  /// got one.
  func settleTies(isLast: Bool) throws -> Int {
    var tied = 0
    try orderTies(isLast: isLast)
    try connection.each(
      """
      SELECT p.id, p.author, p.private, p.at, p.text, s.has_marks, t.above, s.keeps_reply,
        t.quoted, s.keeps_quote, p.reply_to IS NULL, p.quotes IS NULL, s.is_unchanged
      FROM temp.staged_order AS o CROSS JOIN temp.staged_ties AS t ON t.post = o.post
      CROSS JOIN temp.staged_posts AS s ON s.post = o.post
      CROSS JOIN posts AS p ON p.id = o.post ORDER BY o.place
      """
    ) { row in
      let place = PostPlace(
        id: Post.ID(row.int64(0)), author: User.ID(row.int64(1)), isPrivate: row.bool(2),
        at: Moment(microseconds: row.int64(3)))
      var kinds: [User.ID: MentionKind] = [:]
      if !row.isNull(8), row.bool(11) {
        let author = try quote(Post.ID(row.int64(8)), in: place, isKept: row.bool(9))
        if let author { kinds[author] = .quote }
      }
      if !row.isNull(6), row.bool(10) {
        let author = try answer(Post.ID(row.int64(6)), with: place, isKept: row.bool(7))
        if let author { kinds[author] = .reply }
      }
      if row.bool(12), !kinds.isEmpty {
        tied += 1
        try connection.run(
          "UPDATE temp.staged_posts SET is_unchanged = 0 WHERE post = \(place.id)")
      }
      if !row.bool(5) {
        try writing.marks.addMentions(text: row.text(4), of: place, kinds: kinds, at: place.at)
      } else {
        for (user, kind) in kinds { try raise(user, kind, in: place) }
      }
    }
    try dropSettled(isLast: isLast)
    return tied
  }

  /// Drops the staged posts, unless a later batch may resolve one of their ties.
  private func dropSettled(isLast: Bool) throws {
    try connection.run(
      """
      DELETE FROM temp.staged_posts WHERE \(isLast) OR EXISTS (
        SELECT 1 FROM temp.staged_ties AS t WHERE t.post = staged_posts.post
          AND (t.above IS NOT NULL OR NOT (keeps_reply OR reply_key IS NOT NULL))
          AND (t.quoted IS NOT NULL OR NOT (keeps_quote OR quote_key IS NOT NULL)))
      """)
    try connection.run("UPDATE temp.staged_posts SET has_marks = 1 WHERE has_marks = 0")
  }

  /// Finds the posts that the staged posts answer and quote, and orders the staged posts.
  ///
  /// Each comes after the post it answers, so that no conversation moves twice. Answers that lead
  /// back to themselves are not tied.
  private func orderTies(isLast: Bool) throws {
    func target(_ tie: Name) -> SQL {
      let (number, keeps) = ("\(tie)" as SQL, "keeps_\(tie)" as SQL)
      return """
        coalesce(
          iif(\(keeps) AND NOT \(isLast), (SELECT id FROM posts WHERE id = \(number)), \(number)),
          (SELECT post FROM origins WHERE source = \(tie)_source AND key = \(tie)_key))
        """
    }
    try connection.script([
      "DELETE FROM temp.staged_ties", "DELETE FROM temp.staged_order",
      """
      INSERT INTO temp.staged_ties (post, above, quoted)
      SELECT post, above, quoted FROM (
        SELECT post, has_marks, \(target("reply")) AS above, \(target("quote")) AS quoted
        FROM temp.staged_posts
      ) WHERE has_marks = 0 OR above IS NOT NULL OR quoted IS NOT NULL
      """,
      """
      INSERT INTO temp.staged_order (post)
      WITH RECURSIVE ordered (post) AS (
        SELECT post FROM temp.staged_ties
        WHERE above IS NULL OR above NOT IN (SELECT post FROM temp.staged_ties)
        UNION ALL
        SELECT t.post FROM ordered AS o CROSS JOIN temp.staged_ties AS t ON t.above = o.post
      )
      SELECT post FROM ordered
      """,
      """
      UPDATE temp.staged_ties SET above = NULL
      WHERE post NOT IN (SELECT post FROM temp.staged_order)
      """,
      """
      INSERT INTO temp.staged_order (post) SELECT post FROM temp.staged_ties
      WHERE post NOT IN (SELECT post FROM temp.staged_order)
      """,
    ])
  }

  /// Returns the author of the quoted post.
  private func quote(_ quoted: Post.ID, in post: PostPlace, isKept: Bool) throws -> User.ID? {
    let author = try connection.first("SELECT author FROM posts WHERE id = \(quoted)") {
      User.ID($0.int64(0))
    }
    guard author != nil || isKept, quoted != post.id else { return nil }
    try connection.run("UPDATE posts SET quotes = \(quoted) WHERE id = \(post.id)")
    try work.seal(post.id)
    return author
  }

  /// Returns the author of the answered post; ignores an answer to itself.
  private func answer(
    _ parent: Post.ID, with post: PostPlace, isKept: Bool
  ) throws -> User.ID? {
    let found = try connection.first("SELECT author, thread FROM posts WHERE id = \(parent)") {
      (author: User.ID($0.int64(0)), thread: $0.isNull(1) ? nil : Post.ID($0.int64(1)))
    }
    guard found != nil || isKept else { return nil }
    let conversation = found?.thread ?? parent
    if conversation == post.id { return nil }
    try connection.run(
      "UPDATE posts SET reply_to = \(parent), thread = \(conversation) WHERE id = \(post.id)")
    try work.seal(post.id)
    // Posts tied to this one earlier belong to the same conversation.
    try connection.run(
      """
      UPDATE posts SET thread = \(conversation),
        checksum = \(Table.posts.checksum { $0 == "thread" ? "\(conversation)" : "\($0)" })
      WHERE thread = \(post.id)
      """)
    if !post.isPrivate, found != nil { try writing.move("reply_count", of: parent, by: 1) }
    return found?.author
  }

  private func raise(_ user: User.ID, _ kind: MentionKind, in post: PostPlace) throws {
    if user == post.author || post.isPrivate { return }
    try connection.run(
      """
      INSERT INTO mentions (post, user, kind, place, at)
      VALUES (\(post.id), \(user), \(kind.rawValue), 0, \(post.at))
      ON CONFLICT (post, user) DO UPDATE SET kind = max(kind, excluded.kind)
      """)
  }
}
