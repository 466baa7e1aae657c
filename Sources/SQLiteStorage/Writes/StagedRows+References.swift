internal import Model
internal import SQLText
internal import SQLite

/// Answers and quotes.
extension StagedRows {
  /// Stores what posts answer and quote, and adds the mentions of all new posts.
  ///
  /// A reference to a missing post stays staged until the end. Returns the number of unchanged
  /// posts that got one.
  func settleReferences(isLast: Bool) throws -> Int {
    var changed = 0
    try orderReferences(isLast: isLast)
    try connection.each {
      """
      SELECT \($0)
      FROM temp.staged_order AS o CROSS JOIN temp.staged_references AS r ON r.post = o.post
      CROSS JOIN temp.staged_posts AS s ON s.post = o.post
      CROSS JOIN posts AS p ON p.id = o.post ORDER BY o.place
      """
    } as: {
      ReferringPost(&$0)
    } take: { post in
      let place = post.place
      var kinds: [User.ID: MentionKind] = [:]
      if let quoted = post.quoted {
        let author = try quote(quoted, in: place, isKept: post.keepsQuote)
        if let author { kinds[author] = .quote }
      }
      if let above = post.above {
        let author = try answer(above, with: place, isKept: post.keepsReply)
        if let author { kinds[author] = .reply }
      }
      if post.isUnchanged, !kinds.isEmpty {
        changed += 1
        try connection.run("UPDATE temp.staged_posts SET is_unchanged = 0 WHERE post = \(place.id)")
      }
      if !post.hasMarks {
        try writing.marks.addMentions(text: post.text, of: place, kinds: kinds, at: place.at)
      } else {
        for (user, kind) in kinds { try raise(user, kind, in: place) }
      }
    }
    try dropSettled(isLast: isLast)
    return changed
  }

  /// Drops the staged posts, unless a later batch may resolve one of their references.
  private func dropSettled(isLast: Bool) throws {
    try connection.run(
      """
      DELETE FROM temp.staged_posts WHERE \(isLast) OR EXISTS (
        SELECT 1 FROM temp.staged_references AS r WHERE r.post = staged_posts.post
          AND (r.above IS NOT NULL OR NOT (keeps_reply OR reply_key IS NOT NULL))
          AND (r.quoted IS NOT NULL OR NOT (keeps_quote OR quote_key IS NOT NULL)))
      """)
    try connection.run("UPDATE temp.staged_posts SET has_marks = 1 WHERE has_marks = 0")
  }

  /// Finds the posts that the staged posts answer and quote, and orders the staged posts.
  ///
  /// Each comes after the post it answers, so that no conversation moves twice. Answers that lead
  /// back to themselves are dropped.
  private func orderReferences(isLast: Bool) throws {
    func target(_ reference: Name) -> SQL {
      let (number, keeps) = ("\(reference)" as SQL, "keeps_\(reference)" as SQL)
      return """
        coalesce(
          iif(\(keeps) AND NOT \(isLast), (SELECT id FROM posts WHERE id = \(number)), \(number)),
          (SELECT post FROM origins
            WHERE source = \(reference)_source AND key = \(reference)_key))
        """
    }
    try connection.script([
      "DELETE FROM temp.staged_references", "DELETE FROM temp.staged_order",
      """
      INSERT INTO temp.staged_references (post, above, quoted)
      SELECT post, above, quoted FROM (
        SELECT post, has_marks, \(target("reply")) AS above, \(target("quote")) AS quoted
        FROM temp.staged_posts
      ) WHERE has_marks = 0 OR above IS NOT NULL OR quoted IS NOT NULL
      """,
      """
      INSERT INTO temp.staged_order (post)
      WITH RECURSIVE ordered (post) AS (
        SELECT post FROM temp.staged_references
        WHERE above IS NULL OR above NOT IN (SELECT post FROM temp.staged_references)
        UNION ALL
        SELECT r.post FROM ordered AS o CROSS JOIN temp.staged_references AS r
        ON r.above = o.post
      )
      SELECT post FROM ordered
      """,
      """
      UPDATE temp.staged_references SET above = NULL
      WHERE post NOT IN (SELECT post FROM temp.staged_order)
      """,
      """
      INSERT INTO temp.staged_order (post) SELECT post FROM temp.staged_references
      WHERE post NOT IN (SELECT post FROM temp.staged_order)
      """,
    ])
  }

  /// Returns the author of the quoted post.
  private func quote(_ quoted: Post.ID, in post: PostKey, isKept: Bool) throws -> User.ID? {
    let author: User.ID? = try connection.value("SELECT author FROM posts WHERE id = \(quoted)")
    guard author != nil || isKept, quoted != post.id else { return nil }
    try connection.run("UPDATE posts SET quotes = \(quoted) WHERE id = \(post.id)")
    try work.seal(post.id)
    return author
  }

  /// Returns the author of the answered post; ignores an answer to itself.
  private func answer(_ parent: Post.ID, with post: PostKey, isKept: Bool) throws -> User.ID? {
    let found = try connection.first {
      "SELECT \($0) FROM posts WHERE id = \(parent)"
    } as: { row in
      (author: row["author"] as User.ID, thread: row[optional: "thread"] as Post.ID?)
    }
    guard found != nil || isKept else { return nil }
    let conversation = found?.thread ?? parent
    if conversation == post.id { return nil }
    try connection.run(
      "UPDATE posts SET reply_to = \(parent), thread = \(conversation) WHERE id = \(post.id)")
    try work.seal(post.id)
    // Answers that this one got earlier belong to the same conversation.
    try connection.run(
      """
      UPDATE posts SET thread = \(conversation),
        checksum = \(Table.posts.checksum { $0 == "thread" ? "\(conversation)" : "\($0)" })
      WHERE thread = \(post.id)
      """)
    try connection.run(
      "UPDATE OR IGNORE gone_posts SET thread = \(conversation) WHERE thread = \(post.id)")
    if !post.isPrivate, found != nil { try writing.move("reply_count", of: parent, by: 1) }
    return found?.author
  }

  private func raise(_ user: User.ID, _ kind: MentionKind, in post: PostKey) throws {
    if user == post.author || post.isPrivate { return }
    try connection.run(
      """
      INSERT INTO mentions (post, mentioned, kind, place, at)
      VALUES (\(post.id), \(user), \(kind.rawValue), 0, \(post.at))
      ON CONFLICT (post, mentioned) DO UPDATE SET kind = max(kind, excluded.kind)
      """)
  }
}

/// A staged post whose references can be stored now.
private struct ReferringPost {
  let place: PostKey
  let text: String
  let hasMarks: Bool
  /// Nil if it answers a post already.
  let above: Post.ID?
  let keepsReply: Bool
  /// Nil if it quotes a post already.
  let quoted: Post.ID?
  let keepsQuote: Bool
  let isUnchanged: Bool

  init(_ row: inout ResultRow) {
    place = PostKey(
      id: row["p.id"], author: row["p.author"], isPrivate: row["p.private"],
      at: Moment(microseconds: row["p.at"]))
    text = row["p.text"]
    hasMarks = row["s.has_marks"]
    above = row[optional: "iif(p.reply_to IS NULL, r.above, NULL)"]
    keepsReply = row["s.keeps_reply"]
    quoted = row[optional: "iif(p.quotes IS NULL, r.quoted, NULL)"]
    keepsQuote = row["s.keeps_quote"]
    isUnchanged = row["s.is_unchanged"]
  }
}
