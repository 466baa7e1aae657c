internal import Model
internal import Postgres
internal import SQLText
internal import Storage

/// Insertions and changes of posts, with the counts that they move.
extension PostgresWriting {
  private static let shortWait = Duration.milliseconds(50)

  func insert(
    _ draft: PostDraft, by author: User.ID, answering above: PostKey?, quoting quoted: PostKey?
  ) throws -> Post.ID {
    let began = ContinuousClock.now
    let asked = max(draft.at(), Moment(microseconds: 1))
    let kept = try keep(
      [author],
      asking: [
        "SELECT nextval('profilectl.post_ids')",
        """
        SELECT at FROM profilectl.posts
        WHERE author = \(author) AND private = \(draft.isPrivate) AND at = \(asked)
        """,
      ])
    guard let number = kept.answers[0] else {
      throw StorageError.internal("A sequence gave no number.")
    }
    if let above { try answer(above, isPublic: !draft.isPrivate) }
    // A post that has waited for a lock gets the time after the wait.
    let hasWaited = ContinuousClock.now - began > PostgresWriting.shortWait
    let at =
      kept.answers[1] == nil && !hasWaited
      ? asked
      : try freeMoment(
        from: max(draft.at(), Moment(microseconds: 1)), of: author, isPrivate: draft.isPrivate)
    let place = PostKey(
      id: Post.ID(number), author: author, isPrivate: draft.isPrivate, at: at,
      conversation: above?.conversation, replyTo: above?.id,
      quotes: quoted?.id)
    let picture = try draft.picture.map { try keep($0) }
    try insertRow(place, text: draft.text.string, picture: picture, alt: draft.alt?.string)
    var kinds: [User.ID: MentionKind] = [:]
    if let quoted { kinds[quoted.author] = .quote }
    if let above { kinds[above.author] = .reply }
    try marks.add(text: draft.text.string, of: place, kinds: kinds, at: draft.savedAt ?? at)
    return place.id
  }

  var marks: PostgresPostMarks { PostgresPostMarks(writing: self) }

  /// Locks the post that is answered, and counts a public answer.
  private func answer(_ above: PostKey, isPublic: Bool) throws {
    try expect(
      try session.run(
        isPublic
          ? """
          UPDATE profilectl.posts SET reply_count = reply_count + 1 WHERE \(above.isItsKey)
          """ : above.lock))
  }

  func insertRepost(of post: PostKey, by author: User.ID, at now: Moment) throws -> Post.ID? {
    try keep([author])
    let isThere = try session.run(
      "SELECT 1 FROM profilectl.posts WHERE reposts = \(post.id) AND author = \(author)")
    if isThere > 0 { return nil }
    try expect(
      try session.run(
        """
        UPDATE profilectl.posts SET repost_count = repost_count + 1 WHERE \(post.isItsKey)
        """))
    let place = PostKey(
      id: Post.ID(try nextNumber("'profilectl.post_ids'")), author: author, isPrivate: false,
      at: try freeMoment(from: max(now, Moment(microseconds: 1)), of: author, isPrivate: false),
      reposts: post.id)
    try insertRow(place, text: "", picture: nil, alt: nil)
    if post.author != author {
      try marks.insert([place.mention(of: post.author, .repost, place: 0)], in: place, at: now)
    }
    return place.id
  }

  /// Inserts the row of a post and its other halves, with the count of the author.
  ///
  /// A moment, or a repost, that another transaction took meanwhile is a conflict.
  private func insertRow(
    _ post: PostKey, text: String, picture: PictureID?, alt: String?
  ) throws {
    let row = StoredPost(post, text: text, picture: picture, alt: alt)
    let key: SQL =
      post.reposts == nil
      ? "(author, private, at)" : "(reposts, author) WHERE reposts IS NOT NULL"
    var statements: [SQL] = [
      """
      INSERT INTO profilectl.posts (author, private, at, id, text, picture, alt, reply_to, thread,
        quotes, reposts, checksum, words)
      VALUES (\(post.author), \(post.isPrivate), \(post.at), \(post.id), \(text), \(picture),
        \(alt), \(post.replyTo), \(row.thread), \(post.quotes), \(post.reposts), \(row.checksum),
        \(row.words)::tsvector)
      ON CONFLICT \(key) DO NOTHING
      """,
      """
      INSERT INTO profilectl.post_places (id, author, private, at)
      VALUES (\(post.id), \(post.author), \(post.isPrivate), \(post.at))
      """,
    ]
    if let thread = row.thread, let above = post.replyTo {
      statements.append(
        """
        INSERT INTO profilectl.thread_posts (thread, at, id, reply_to, author, private)
        VALUES (\(thread), \(post.at), \(post.id), \(above), \(post.author), \(post.isPrivate))
        """)
    }
    if !post.isPrivate {
      statements.append(
        """
        UPDATE profilectl.users
        SET post_count = post_count + 1, last_post_at = greatest(last_post_at, \(post.at))
        WHERE id = \(post.author)
        """)
    }
    if try session.run(statements).contains(where: { $0 != 1 }) { throw conflict() }
    outcome.proof = "SELECT 1 FROM profilectl.posts WHERE \(post.isItsKey) AND id = \(post.id)"
  }

  /// `moment`, or the first after it that no post of the author with this privacy has.
  func freeMoment(
    from moment: Moment, of author: User.ID, isPrivate: Bool
  ) throws -> Moment {
    let batch = 1_000
    var free = moment.microseconds
    while free <= Moment.storable.upperBound.microseconds {
      let taken: [Int64] = try session.values(
        """
        SELECT at FROM profilectl.posts
        WHERE author = \(author) AND private = \(isPrivate) AND at >= \(free)
        ORDER BY at LIMIT \(batch)
        """)
      let start = free
      for at in taken where at == free { free += 1 }
      if free - start < batch { break }
    }
    guard free <= Moment.storable.upperBound.microseconds else { throw StorageError.noMomentLeft }
    return Moment(microseconds: free)
  }

  // MARK: Changing

  func update(_ post: PostKey, with changes: PostChanges, at now: Moment) throws {
    let before = try session.first {
      "SELECT \($0) FROM profilectl.posts WHERE \(post.isItsKey) FOR NO KEY UPDATE"
    } as: { row -> (text: String, alt: String?, picture: PictureID?) in
      (row["text"], row[optional: "alt"], row[optional: "picture"].map { PictureID($0) })
    }
    guard let before else { throw conflict() }
    let text = changes.text?.string ?? before.text
    let alt = changes.alt.map { $0.isEmpty ? nil : $0.string } ?? before.alt
    if text == before.text, alt == before.alt { return }
    let row = StoredPost(post, text: text, picture: before.picture, alt: alt, editedAt: now)
    try expect(
      try session.run(
        """
        UPDATE profilectl.posts SET text = \(text), alt = \(alt), edited_at = \(now),
          checksum = \(row.checksum), words = \(row.words)::tsvector
        WHERE \(post.isItsKey)
        """))
    try marks.replace(before.text, by: text, of: post, at: now)
  }
}
