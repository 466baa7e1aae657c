internal import Model
internal import SQLite

/// Rows that a table has lost: its indexes name them still, and made anew they would know them no
/// more.
///
/// One damaged page makes one tree wrong, and an index more often than a table. So an index is
/// believed where a second one, or what refers to the row, says the same; where that can't be read,
/// only if the index is right about all that the table has.
extension Examination {
  func goneRows() throws -> [Fault] {
    try goneUsers() + gonePictures() + gonePosts() + goneFlags()
  }

  private func goneUsers() throws -> [Fault] {
    let gone: SQL = """
      SELECT id, username FROM users AS u INDEXED BY sqlite_autoindex_users_1
      WHERE +id NOT IN (SELECT +id FROM users NOT INDEXED)
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
    let lacking: SQL = """
      SELECT +id, +username FROM users NOT INDEXED
      EXCEPT SELECT +id, +username FROM users INDEXED BY sqlite_autoindex_users_1
      """
    return try first(
      of: ["\(gone) AND EXISTS (\(words))", "\(gone) AND +id IN (\(ties))"],
      otherwise: ["\(gone) AND NOT EXISTS (\(lacking))"]
    ) { .gone(.user($0.int64(0), handle: $0.text(1))) }
  }

  private func gonePictures() throws -> [Fault] {
    let places: SQL = """
      SELECT picture FROM posts INDEXED BY sqlite_autoindex_posts_1
      UNION SELECT avatar FROM users NOT INDEXED UNION SELECT picture FROM thumbnails
      """
    let gone: SQL = """
      SELECT id FROM pictures INDEXED BY sqlite_autoindex_pictures_1
      WHERE +id NOT IN (SELECT +id FROM pictures NOT INDEXED) AND +id IN (\(places))
      """
    return try first(of: [gone]) { .gone(.picture($0.int64(0))) }
  }

  private func gonePosts() throws -> [Fault] {
    let rows: SQL = "SELECT +at, +author, +private FROM posts INDEXED BY sqlite_autoindex_posts_1"
    let numbered: SQL = "SELECT +at, +author, +private FROM posts INDEXED BY posts_by_id"
    let times: SQL = "SELECT +at, +author, +private FROM posts INDEXED BY posts_by_time"
    // One that is at another place is told of as changed. A row that has no number hides
    // none: to NOT IN it would.
    let gone: SQL = """
      SELECT id FROM posts INDEXED BY posts_by_id WHERE +id > 0 AND +id IN (
        SELECT +id FROM posts INDEXED BY posts_by_id
        EXCEPT SELECT +id FROM posts INDEXED BY sqlite_autoindex_posts_1)
      """
    let ties: SQL = """
      SELECT post FROM likes INDEXED BY sqlite_autoindex_likes_1
      UNION SELECT post FROM flags INDEXED BY sqlite_autoindex_flags_1
      """
    let places: SQL = "(+at, +author, +private)"
    return try first(
      of: [
        "\(gone) AND \(places) IN (\(numbered) INTERSECT \(times) EXCEPT \(rows))",
        "\(gone) AND +id IN (\(ties))",
      ],
      otherwise: [
        "\(gone) AND \(places) IN (\(Self.surplus(numbered, of: rows)))",
        "SELECT NULL, * FROM (\(Self.surplus(times, of: rows)))",
      ]
    ) { .gone($0.isNull(0) ? .postOf(time: $0.int64(1)) : .post($0.int64(0))) }
  }

  private func goneFlags() throws -> [Fault] {
    let rows: SQL = "SELECT +post, +reporter FROM flags INDEXED BY sqlite_autoindex_flags_1"
    let reporters: SQL = "SELECT +post, +reporter FROM flags INDEXED BY flags_by_reporter"
    let times: SQL = "SELECT +post, +reporter FROM flags INDEXED BY flags_by_time"
    return try first(
      of: ["\(reporters) INTERSECT \(times) EXCEPT \(rows)"],
      otherwise: [Self.surplus(reporters, of: rows), Self.surplus(times, of: rows)]
    ) { .gone(.edge(.flag, from: $0.int64(1), to: $0.int64(0))) }
  }

  /// What an index has that the table has not, where it has all that the table has.
  private static func surplus(_ entries: SQL, of rows: SQL) -> SQL {
    """
    SELECT * FROM (\(entries) EXCEPT \(rows))
    WHERE NOT EXISTS (SELECT * FROM (\(rows) EXCEPT \(entries)))
    """
  }

  /// What the first query says that has something to say, which keeps a repair from beginning; a
  /// salvage tells of all.
  ///
  /// That one can't be read is told otherwise.
  private func first(
    of queries: [SQL], otherwise others: [SQL] = [], _ fault: (borrowing Row) -> Fault
  ) throws -> [Fault] {
    var areRead = true
    for query in queries {
      if let faults = try readable(query, fault) {
        if !faults.isEmpty { return faults }
      } else {
        areRead = false
      }
    }
    return areRead ? [] : try first(of: others, fault)
  }

  /// Nil where the query meets damage.
  private func readable(_ query: SQL, _ fault: (borrowing Row) -> Fault) throws -> [Fault]? {
    do {
      return try listed(query, fault)
    } catch let error as SQLiteError where error.tellsOfDamage {
      try connection.renewSnapshot()
      return nil
    }
  }
}
