internal import Model
internal import SQLite

/// Rows that a table has lost, and that an index names still: made anew, it would know them no more.
///
/// An entry that was changed, or a page of another tree, names what never was. What an index alone
/// names is believed where something else refers to it, or where it has the form of such an entry and
/// nothing of it is known otherwise: one that was changed keeps a part of what it was. Of indexes
/// whose entries have but one part that can be known, all is believed that is more than the table has,
/// if that is all that is wrong with them.
extension Examination {
  func goneRows() throws -> [Fault] {
    try goneUsers() + gonePictures() + gonePosts() + goneFlags()
  }

  private func goneUsers() throws -> [Fault] {
    let handles: SQL = "users INDEXED BY sqlite_autoindex_users_1"
    let names = Names("+id", in: handles, of: "users NOT INDEXED")
    let ties: SQL = """
      SELECT follower FROM follows INDEXED BY sqlite_autoindex_follows_1
      UNION SELECT followee FROM follows INDEXED BY sqlite_autoindex_follows_1
      UNION SELECT user FROM likes INDEXED BY sqlite_autoindex_likes_1
      UNION SELECT author FROM posts INDEXED BY sqlite_autoindex_posts_1
      UNION SELECT reporter FROM flags INDEXED BY sqlite_autoindex_flags_1
      UNION SELECT user FROM read_marks
      """
    let unknown: SQL = """
      SELECT id FROM \(handles) WHERE username NOT IN (SELECT +username FROM users NOT INDEXED)
        AND typeof(username) = 'text' AND +id <= \(Self.last(of: .users))
      """
    return try first(
      of: [names.gone(among: ties), names.gone(among: unknown)].map {
        "SELECT id, username FROM \(handles) WHERE +id IN (\($0))"
      }
    ) { .gone(.user($0.int64(0), handle: $0.text(1))) }
  }

  private func gonePictures() throws -> [Fault] {
    let hashes: SQL = "pictures INDEXED BY sqlite_autoindex_pictures_1"
    let names = Names("+id", in: hashes, of: "pictures NOT INDEXED")
    let places: SQL = """
      SELECT picture FROM posts INDEXED BY sqlite_autoindex_posts_1
      UNION SELECT avatar FROM users NOT INDEXED UNION SELECT picture FROM thumbnails
      """
    let unknown: SQL = """
      SELECT id FROM \(hashes) WHERE hash NOT IN (SELECT +hash FROM pictures NOT INDEXED)
        AND typeof(hash) = 'blob' AND length(hash) = 32
      """
    return try first(
      of: [names.gone(among: places), names.gone(among: unknown)]
    ) { .gone(.picture($0.int64(0))) }
  }

  private func gonePosts() throws -> [Fault] {
    let rows: SQL = "posts INDEXED BY sqlite_autoindex_posts_1"
    let numbers: SQL = "posts INDEXED BY posts_by_id"
    let names = Names("+id", in: numbers, of: rows)
    let ties: SQL = """
      SELECT post FROM likes INDEXED BY sqlite_autoindex_likes_1
      UNION SELECT post FROM flags INDEXED BY sqlite_autoindex_flags_1
      """
    let unknown: SQL = """
      SELECT id FROM \(numbers) WHERE +at NOT IN (SELECT +at FROM \(rows))
        AND +id <= \(Self.last(of: .posts))
      """
    let gone = try first(
      of: [names.gone(among: ties), names.gone(among: unknown)]
    ) { .gone(.post($0.int64(0))) }
    if !gone.isEmpty { return gone }
    // These have no numbers.
    let times = Names("+at", "+author", "+private", in: "posts INDEXED BY posts_by_time", of: rows)
    let timed = try first(of: [times.surplus]) { .gone(.postOf(time: $0.int64(0))) }
    if !timed.isEmpty { return timed }
    let pictures = Names(
      "picture", "+author", "+private", "+at", in: "posts INDEXED BY posts_by_picture", of: rows)
    return try first(of: [pictures.surplus]) { .gone(.postOf(time: $0.int64(3))) }
  }

  private func goneFlags() throws -> [Fault] {
    let rows: SQL = "flags INDEXED BY sqlite_autoindex_flags_1"
    let reporters = Names("+reporter", "+post", in: "flags INDEXED BY flags_by_reporter", of: rows)
    let times = Names("+reporter", "+post", in: "flags INDEXED BY flags_by_time", of: rows)
    let unknown: SQL = """
      SELECT reporter, post FROM flags INDEXED BY flags_by_time
      WHERE at NOT IN (SELECT +at FROM \(rows))
        AND +reporter IN (SELECT id FROM users) AND +post <= \(Self.last(of: .posts))
      """
    return try first(of: [reporters.surplus, times.gone(among: unknown)]) {
      .gone(.flag(post: $0.int64(1), reporter: $0.int64(0)))
    }
  }

  /// Numbers above it are none.
  private static func last(of counter: Writing.Counter) -> SQL {
    "(SELECT value FROM counters WHERE name = \(counter.rawValue))"
  }

  /// What the first query says that has something to say, which keeps a repair from beginning; a
  /// salvage tells of all.
  ///
  /// That one can't be read is told otherwise.
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

/// What an index says that the rows of a table are.
private struct Names {
  private let entries: SQL
  private let rows: SQL

  /// A plus sign in front of a part of the key keeps SQLite from looking elsewhere for it.
  ///
  /// In every row the first is above zero; what can be read of a damaged page need not be a row.
  init(_ key: SQL..., in index: SQL, of table: SQL) {
    let columns = key.dropFirst().reduce(key[0]) { "\($0), \($1)" }
    entries = "SELECT \(columns) FROM \(index) WHERE \(key[0]) > 0"
    rows = "SELECT \(columns) FROM \(table) WHERE \(key[0]) > 0"
  }

  /// What the table lacks, where it has nothing that the index lacks.
  var surplus: SQL {
    """
    SELECT * FROM (\(entries) EXCEPT \(rows))
    WHERE NOT EXISTS (SELECT * FROM (\(rows) EXCEPT \(entries)))
    """
  }

  /// What the table lacks, of those that are among others.
  func gone(among others: SQL) -> SQL {
    "\(entries) INTERSECT SELECT * FROM (\(others)) EXCEPT \(rows)"
  }
}
