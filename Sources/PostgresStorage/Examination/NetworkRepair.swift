internal import Model
internal import Postgres
internal import SQLText

/// Repairs derived rows: halves of edges, derived tables, counts and words.
///
/// An edge that one half has is completed, unless one of its ends is gone.
struct NetworkRepair {
  let writing: PostgresWriting

  private var session: PostgresSession { writing.session }

  func run() throws {
    session.patience = nil
    for table in DerivedTable.all.prefix(3) { try session.run(table.repair) }
    for kind in EdgeKind.allCases { try deleteOrphans(kind) }
    try session.run([
      """
      DELETE FROM profilectl.mentions AS e
      WHERE NOT EXISTS (SELECT 1 FROM profilectl.users WHERE id = e.mentioned)
        OR NOT EXISTS (SELECT 1 FROM profilectl.post_places WHERE id = e.post)
      """,
      """
      DELETE FROM profilectl.read_marks AS e
      WHERE NOT EXISTS (SELECT 1 FROM profilectl.users WHERE id = e.reader)
      """,
    ])
    for table in DerivedTable.all.dropFirst(3) { try session.run(table.repair) }
    for kind in EdgeKind.allCases where !kind.halves.isOne { try completeHalves(kind) }
    try recount()
    try session.run([
      """
      DELETE FROM profilectl.thumbnails
      WHERE length(pixels) NOT IN (0, \(Thumbnail.byteCount))
        OR picture NOT IN (SELECT id FROM profilectl.pictures)
      """,
      "DELETE FROM profilectl.pictures AS i WHERE \(Examination.isUnshown)",
    ])
    try raiseNumbers()
    try renewWords()
  }

  /// Flags hold what users wrote, and are never deleted.
  private func deleteOrphans(_ kind: EdgeKind) throws {
    if kind.rules.hasReason { return }
    for half in [kind.halves.ofSource, kind.halves.ofTarget] {
      let target: SQL = kind.rules.target == .user ? "profilectl.users" : "profilectl.post_places"
      try session.run(
        """
        DELETE FROM \(half.table) AS e
        WHERE NOT EXISTS (SELECT 1 FROM profilectl.users AS u WHERE u.id = e.\(half.source))
          OR NOT EXISTS (SELECT 1 FROM \(target) AS t WHERE t.id = e.\(half.target))
        """)
    }
  }

  /// If the halves have different times, that of the source's half is kept.
  private func completeHalves(_ kind: EdgeKind) throws {
    if kind.rules.hasAuthor {
      try session.run([
        """
        UPDATE profilectl.liked AS l SET author = p.author FROM profilectl.post_places AS p
        WHERE p.id = l.post AND l.author <> p.author
        """,
        """
        DELETE FROM profilectl.likes AS l USING profilectl.post_places AS p
        WHERE p.id = l.post AND l.author <> p.author
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
    for rule in CountRule.all where rule.parts != nil {
      try session.run(
        """
        DELETE FROM profilectl.count_slots WHERE owner IN (
          SELECT id FROM \(rule.table) AS counted WHERE \(rule.stored) <> (\(rule.actual)))
        """)
    }
    for rule in CountRule.all {
      try session.run(
        """
        UPDATE \(rule.table) AS counted SET \(rule.column.name) = (\(rule.actual))
        WHERE \(rule.stored) <> (\(rule.actual))
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

  /// Words and hashtags of all texts, a stretch at a time.
  private func renewWords() throws {
    var last: Int64 = 0
    while true {
      let users = try session.all(
        "SELECT id, username, name FROM profilectl.users WHERE id > \(last) ORDER BY id LIMIT 2000"
      ) { (id: $0.int64(0), words: WordIndex.user(handle: $0.text(1), name: $0.text(2))) }
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
      let posts = try session.all(
        """
        SELECT \(StoredPost.columns) FROM profilectl.posts AS p WHERE p.id > \(last)
        ORDER BY p.id LIMIT 2000
        """
      ) { StoredPost($0) }
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
          .text(tag.folded), .integer(post.at), post.id.sqlValue, .integer(post.author),
          .text(tag.spelling))
      }
    }
    try session.copy(
      "COPY profilectl.hashtags (tag, at, id, author, spelling) FROM STDIN", tags)
  }
}
