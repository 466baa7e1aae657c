internal import Model
internal import SQLite

/// Rows that a table has lost: its indexes name them still, and made anew they would know them no more.
///
/// One damaged page makes one tree wrong, and an index more often than a table. So an index is believed
/// where a second one, or what refers to the row, says the same.
extension Examination {
  func goneRows() throws -> [Fault] {
    try goneUsers() + gonePictures() + gonePosts() + goneFlags()
  }

  private func goneUsers() throws -> [Fault] {
    let gone: SQL = """
      SELECT id, username FROM users AS u INDEXED BY sqlite_autoindex_users_1
      WHERE +id NOT IN (SELECT id FROM users NOT INDEXED)
      """
    // What is no handle may be no search either; a text may go on behind a zero.
    let words: SQL = """
      SELECT 1 FROM user_words WHERE rowid = u.id AND user_words MATCH iif(
        typeof(u.username) = 'text' AND u.username NOT GLOB '*[^a-z0-9_.]*'
          AND length(u.username) = length(CAST(u.username AS BLOB)),
        'username: "' || u.username || '"', '""')
      """
    let ties: SQL = """
      SELECT follower FROM follows INDEXED BY sqlite_autoindex_follows_1
      UNION SELECT followee FROM follows INDEXED BY sqlite_autoindex_follows_1
      UNION SELECT user FROM likes INDEXED BY sqlite_autoindex_likes_1
      UNION SELECT author FROM posts INDEXED BY sqlite_autoindex_posts_1
      UNION SELECT reporter FROM flags INDEXED BY sqlite_autoindex_flags_1
      UNION SELECT user FROM read_marks
      """
    return try first(of: ["\(gone) AND EXISTS (\(words))", "\(gone) AND +id IN (\(ties))"]) {
      .gone(.user($0.int64(0), handle: $0.text(1)))
    }
  }

  private func gonePictures() throws -> [Fault] {
    let places: SQL = """
      SELECT picture FROM posts INDEXED BY sqlite_autoindex_posts_1
      UNION SELECT avatar FROM users NOT INDEXED UNION SELECT picture FROM thumbnails
      """
    let gone: SQL = """
      SELECT id FROM pictures INDEXED BY sqlite_autoindex_pictures_1
      WHERE +id NOT IN (SELECT id FROM pictures NOT INDEXED) AND +id IN (\(places))
      """
    return try first(of: [gone]) { .gone(.picture($0.int64(0))) }
  }

  private func gonePosts() throws -> [Fault] {
    let rows: SQL = "posts INDEXED BY sqlite_autoindex_posts_1"
    let numbers: SQL = "SELECT id FROM posts INDEXED BY posts_by_id"
    let both: SQL = """
      SELECT +at, +author, +private FROM posts INDEXED BY posts_by_id
      INTERSECT SELECT +at, +author, +private FROM posts INDEXED BY posts_by_time
      EXCEPT SELECT +at, +author, +private FROM \(rows)
      """
    // A row that was changed into one of another number.
    let ties: SQL = """
      SELECT post FROM likes INDEXED BY sqlite_autoindex_likes_1
      UNION SELECT post FROM flags INDEXED BY sqlite_autoindex_flags_1
      EXCEPT SELECT +id FROM \(rows)
      """
    return try first(of: [
      "\(numbers) WHERE (+at, +author, +private) IN (\(both))", "\(numbers) WHERE +id IN (\(ties))",
    ]) { .gone(.post($0.int64(0))) }
  }

  private func goneFlags() throws -> [Fault] {
    let gone: SQL = """
      SELECT +post, +reporter FROM flags INDEXED BY flags_by_reporter
      INTERSECT SELECT +post, +reporter FROM flags INDEXED BY flags_by_time
      EXCEPT SELECT +post, +reporter FROM flags INDEXED BY sqlite_autoindex_flags_1
      """
    return try first(of: [gone]) { .gone(.flag(post: $0.int64(0), reporter: $0.int64(1))) }
  }

  /// What the first query says that has something to say, and can be read: that one can't be is told
  /// otherwise.
  private func first(of queries: [SQL], _ fault: (borrowing Row) -> Fault) throws -> [Fault] {
    for query in queries {
      do {
        let faults = try listed(query, fault)
        if !faults.isEmpty { return faults }
      } catch let error as SQLiteError where error.tellsOfDamage {
        try connection.renewSnapshot()
      }
    }
    return []
  }
}
