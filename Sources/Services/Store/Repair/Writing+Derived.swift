internal import Model
internal import SQLite

/// What can be derived from the rest of the file, made anew.
extension Writing {
  /// Those that are the table itself are left: they would be filled with what can be read of them.
  func rebuildIndexes() throws {
    try connection.script([
      "REINDEX sqlite_autoindex_users_1", "REINDEX sqlite_autoindex_pictures_1",
      "REINDEX posts_by_time", "REINDEX posts_by_id", "REINDEX posts_by_picture",
      "REINDEX follows_by_followee", "REINDEX likes_by_user", "REINDEX flags_by_time",
      "REINDEX flags_by_reporter",
    ])
  }

  /// Gives a user who is not what was written the handle that the index has for them, if that makes
  /// the checksum right: before the index is made anew, because nothing else knows it.
  func restoreHandles() throws {
    let proof = Checksum.user(
      id: "u.id", username: "i.username", name: "u.name", bio: "u.bio", avatar: "u.avatar",
      createdAt: "u.created_at")
    try connection.passingOverLostEntries {
      try connection.run(
        """
        UPDATE users SET username = given.username FROM (
          SELECT u.id, i.username FROM users AS i INDEXED BY sqlite_autoindex_users_1
          CROSS JOIN users AS u ON u.id = i.id
          WHERE u.username <> i.username AND u.checksum = \(proof)
        ) AS given WHERE users.id = given.id
        """)
    }
  }

  /// Only what is nothing without what it refers to.
  func dropOrphans() throws {
    try connection.script([
      "DELETE FROM follows WHERE \(Orphans.follows)",
      "DELETE FROM follows WHERE \(Orphans.selfFollows)",
      "DELETE FROM likes WHERE \(Orphans.likes)",
      "DELETE FROM read_marks WHERE \(Orphans.readMarks)",
      "DELETE FROM thumbnails WHERE \(Orphans.thumbnails)",
    ])
  }

  func fillIndexes(of faults: [Fault]) throws {
    if faults.contains(.words("post_words")) {
      try makeAnew("post_words", Schema.postWordsForm())
      try fillPostWords()
    }
    if faults.contains(.words("user_words")) {
      try makeAnew("user_words", Schema.userWordsForm())
      try fillUserWords()
    }
  }

  /// Puts what FTS5 keeps of an empty index in the place of what may be left of one: without its
  /// own rows it can't be opened, and so neither emptied nor dropped.
  private func makeAnew(_ index: SQL, _ form: SQL) throws {
    try connection.run("CREATE VIRTUAL TABLE temp.empty_words USING fts5(\(form))")
    try connection.replaceWords(in: "main.\(index)", by: "temp.empty_words")
    try connection.run("DROP TABLE temp.empty_words")
  }

  func fillPostWords() throws {
    try connection.script([
      "INSERT INTO post_words (post_words) VALUES ('delete-all')",
      """
      INSERT INTO post_words (rowid, text, alt) SELECT at, text, alt FROM posts ORDER BY at
      """,
    ])
  }

  func fillUserWords() throws {
    try connection.script([
      "INSERT INTO user_words (user_words) VALUES ('delete-all')",
      """
      INSERT INTO user_words (rowid, username, name)
      SELECT id, username, name FROM users ORDER BY id
      """,
    ])
  }

  /// Sets every count to what it counts, where it is not, and leaves no counter but the two.
  func recount() throws {
    try connection.script([
      // One with another name may have been the one that is missing: no number is given out
      // twice.
      """
      INSERT OR IGNORE INTO counters (name, value)
      SELECT name, (
        SELECT coalesce(max(value), 0) FROM counters
        WHERE name NOT IN ('users', 'posts') AND value >= 0 AND value < \(Writing.Counter.exhausted)
      ) FROM (SELECT 'users' AS name UNION ALL SELECT 'posts')
      """,
      "DELETE FROM counters WHERE name NOT IN ('users', 'posts')",
      """
      UPDATE counters SET value = max(
        iif(value < \(Writing.Counter.exhausted), value, 0),
        (SELECT coalesce(max(id), 0) FROM users WHERE id < \(Writing.Counter.exhausted)))
      WHERE name = 'users'
      """,
      """
      UPDATE counters SET value = max(
        iif(value < \(Writing.Counter.exhausted), value, 0),
        (SELECT coalesce(max(id), 0) FROM posts WHERE id < \(Writing.Counter.exhausted)))
      WHERE name = 'posts'
      """,
      """
      UPDATE posts SET like_count = given.likes FROM (
        SELECT id, (SELECT count(*) FROM likes WHERE post = p.id) AS likes FROM posts AS p
      ) AS given WHERE posts.id = given.id AND like_count <> given.likes
      """,
    ])
    let counts = Examination(connection: connection, isDeep: false)
    for (tally, actual) in counts.userCounts {
      let column = counts.column(tally)
      try connection.run(
        """
        UPDATE users SET \(column) = given.actual FROM (
          SELECT id, (\(actual)) AS actual FROM users AS u
        ) AS given WHERE users.id = given.id AND users.\(column) <> given.actual
        """)
    }
  }
}
