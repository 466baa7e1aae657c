internal import Model
internal import Postgres
internal import SQLText
internal import Storage

/// Repairs derived rows: halves of edges, derived tables, counts and words.
///
/// An edge with one half gets the other half, unless one of its ends is gone.
struct NetworkRepair {
  let writing: PostgresWriting
  /// Whether the repair will be rolled back.
  let isDryRun: Bool

  private var session: PostgresSession { writing.session }

  /// Waits for the transactions that write, and keeps others from beginning; reads continue.
  ///
  /// A statement that waited for a deletion would otherwise insert the deleted row anew. Tables are
  /// locked in the order in which writes change them, so that a running write rarely waits.
  func keepWritersOut() throws {
    try session.run(
      """
      LOCK TABLE profilectl.follows, profilectl.followers, profilectl.liked, profilectl.likes,
        profilectl.flags, profilectl.mutes, profilectl.bookmarks, profilectl.posts,
        profilectl.post_places, profilectl.thread_posts, profilectl.hashtags, profilectl.mentions,
        profilectl.notices, profilectl.pictures, profilectl.thumbnails, profilectl.origins,
        profilectl.read_marks, profilectl.handles, profilectl.count_slots, profilectl.users
      IN SHARE ROW EXCLUSIVE MODE
      """)
  }

  func run() throws {
    for index in try PostgresSchema.missingIndexes(session) {
      try session.run([index.removal, index.creation])
    }
    for table in [DerivedTable.handles, .postPlaces, .threadPosts] { try session.run(table.repair) }
    // Flags hold what users wrote, and are never deleted.
    for kind in EdgeKind.allCases where !kind.rules.hasReason {
      for half in [kind.halves.ofSource, kind.halves.ofTarget] {
        for rule in OrphanRule.ends(of: kind, in: half) { try deleteOrphans(rule) }
      }
    }
    for rule in OrphanRule.marks { try deleteOrphans(rule) }
    for table in [DerivedTable.notices, .countSlots] { try session.run(table.repair) }
    for kind in EdgeKind.allCases where !kind.halves.isOne { try completeHalves(kind) }
    try recount()
    let unshown = SQLValue.integers(try session.values(PostgresExamination.unshown))
    try session.run([
      "DELETE FROM profilectl.pictures WHERE id = ANY (\(unshown))",
      """
      DELETE FROM profilectl.thumbnails AS t
      WHERE length(pixels) NOT IN (0, \(Thumbnail.byteCount))
        OR NOT EXISTS (SELECT 1 FROM profilectl.pictures WHERE id = t.picture)
      """,
    ])
    // A rollback would not reset a sequence (functions-sequence.html).
    if !isDryRun { try raiseNumbers() }
    try renewWords()
  }

  private func deleteOrphans(_ rule: OrphanRule) throws {
    let missing = SQLValue.integers(try session.values(rule.missing))
    try session.run("DELETE FROM \(rule.table) WHERE \(rule.column) = ANY (\(missing))")
  }

  /// If the halves have different times, that of the source's half is kept.
  private func completeHalves(_ kind: EdgeKind) throws {
    if kind.rules.hasAuthor {
      let (liked, likes) = (
        try LikeAuthors(in: "profilectl.liked", session),
        try LikeAuthors(in: "profilectl.likes", session)
      )
      try session.run([
        """
        UPDATE profilectl.liked AS l SET author = given.actual FROM \(liked.rows)
        WHERE l.post = given.post AND l.author = given.author
        """,
        """
        DELETE FROM profilectl.likes AS l USING \(likes.rows)
        WHERE l.post = given.post AND l.author = given.author
        """,
        """
        INSERT INTO profilectl.liked (liker, post, author, at)
        SELECT liker, post, author, at FROM profilectl.likes ON CONFLICT DO NOTHING
        """,
        """
        INSERT INTO profilectl.likes (author, post, liker, at)
        SELECT author, post, liker, at FROM profilectl.liked
        ON CONFLICT (author, post, liker) DO UPDATE SET at = excluded.at
        """,
      ])
    } else {
      try session.run([
        """
        INSERT INTO profilectl.follows (follower, followee, at)
        SELECT follower, followee, at FROM profilectl.followers ON CONFLICT DO NOTHING
        """,
        """
        INSERT INTO profilectl.followers (followee, follower, at)
        SELECT followee, follower, at FROM profilectl.follows
        ON CONFLICT (followee, follower) DO UPDATE SET at = excluded.at
        """,
      ])
    }
  }

  /// Corrects the counts; a user with a wrong number of followers loses the contents of the slots.
  private func recount() throws {
    for rule in PostgresCountRule.all {
      let rows = try session.all {
        "SELECT \($0) FROM \(rule.differences)"
      } as: { row in
        (id: row["counted.id"] as Int64, actual: row["\(PostgresCountRule.actual)"] as Int64)
      }
      if rows.isEmpty { continue }
      let ids = SQLValue.integers(rows.map(\.id))
      if rule.parts != nil {
        try session.run("DELETE FROM profilectl.count_slots WHERE owner = ANY (\(ids))")
      }
      try session.run(
        """
        UPDATE \(rule.table) AS counted SET \(rule.column.name) = given.actual
        FROM unnest(\(ids), \(SQLValue.integers(rows.map(\.actual)))) AS given (id, actual)
        WHERE counted.id = given.id
        """)
    }
  }

  private func raiseNumbers() throws {
    try session.run([
      """
      SELECT setval('profilectl.user_ids', highest) FROM (
        SELECT max(id) AS highest FROM profilectl.users) AS found
      WHERE highest > (SELECT last_value FROM profilectl.user_ids)
      """,
      """
      SELECT setval('profilectl.post_ids', highest) FROM (
        SELECT max(id) AS highest FROM profilectl.posts) AS found
      WHERE highest > (SELECT last_value FROM profilectl.post_ids)
      """,
    ])
  }

  /// Words and hashtags of all texts, a batch at a time.
  private func renewWords() throws {
    var last: Int64 = 0
    while true {
      let users = try session.all {
        "SELECT \($0) FROM profilectl.users WHERE id > \(last) ORDER BY id LIMIT 2000"
      } as: { row in
        (id: row["id"] as Int64, words: WordIndex.user(handle: row["username"], name: row["name"]))
      }
      guard let end = users.last else { break }
      try session.run(
        """
        UPDATE profilectl.users AS u SET words = given.words::tsvector
        FROM unnest(\(SQLValue.integers(users.map(\.id))), \(SQLValue.texts(users.map(\.words))))
          AS given (id, words)
        WHERE u.id = given.id AND u.words <> given.words::tsvector
        """)
      last = end.id
    }
    try session.run("DELETE FROM profilectl.hashtags")
    last = 0
    while true {
      let posts = try session.posts(where: "p.id > \(last) ORDER BY p.id LIMIT 2000")
      guard let end = posts.last else { break }
      try renewWords(of: posts)
      last = end.id.number
    }
  }

  private func renewWords(of posts: [StoredPost]) throws {
    let words = posts.map {
      WordIndex.post(text: $0.text, alt: $0.alt, isPrivate: $0.isPrivate)
    }
    try session.run(
      """
      UPDATE profilectl.posts AS p SET words = given.words::tsvector
      FROM unnest(\(SQLValue.integers(posts.map(\.id.number))), \(SQLValue.texts(words)))
        AS given (id, words)
      WHERE p.id = given.id AND p.words <> given.words::tsvector
      """)
    var tags = CopyRows()
    for post in posts where !post.isPrivate {
      for tag in Hashtag.all(in: post.text) {
        tags.add(
          .text(tag.folded), post.at.sqlValue, post.id.sqlValue, post.author.sqlValue,
          .text(tag.spelling))
      }
    }
    try session.copy(
      "COPY profilectl.hashtags (tag, at, id, author, spelling) FROM STDIN", tags)
  }
}
