internal import Model
internal import SQLite

/// Rows that a table has lost, and that an index names still: made anew, it would know them no more.
///
/// An entry that was changed names what never was. It is believed where the index has more entries
/// than the table has rows, or where something else names the same row.
extension Examination {
  func missingRows() throws -> [Fault] {
    try missingUsers() + missingPictures() + missingPosts() + missingFlags()
  }

  private func missingUsers() throws -> [Fault] {
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
    return try first(
      of: [names.surplus, names.missing(namedBy: ties)].map {
        "SELECT id, username FROM \(handles) WHERE +id IN (\($0))"
      }
    ) { .missing(.user($0.int64(0), handle: $0.text(1))) }
  }

  private func missingPictures() throws -> [Fault] {
    let names = Names(
      "+id", in: "pictures INDEXED BY sqlite_autoindex_pictures_1", of: "pictures NOT INDEXED")
    let places: SQL = """
      SELECT picture FROM posts INDEXED BY sqlite_autoindex_posts_1
      UNION SELECT avatar FROM users UNION SELECT picture FROM thumbnails
      """
    return try first(of: [names.surplus, names.missing(namedBy: places)]) {
      .missing(.picture($0.int64(0)))
    }
  }

  private func missingPosts() throws -> [Fault] {
    let rows: SQL = "posts INDEXED BY sqlite_autoindex_posts_1"
    let byNumber: SQL = "posts INDEXED BY posts_by_id"
    let numbers = Names("+id", in: byNumber, of: rows)
    let ties: SQL = """
      SELECT post FROM likes INDEXED BY sqlite_autoindex_likes_1
      UNION SELECT post FROM flags INDEXED BY sqlite_autoindex_flags_1
      """
    let times = Names("+at", "+author", "+private", in: "posts INDEXED BY posts_by_time", of: rows)
    let both = times.missing(namedBy: "SELECT at, author, private FROM \(byNumber)")
    let missing = try first(of: [
      numbers.surplus, numbers.missing(namedBy: ties),
      "SELECT id FROM \(byNumber) WHERE (+at, +author, +private) IN (\(both))",
    ]) { .missing(.post($0.int64(0))) }
    if !missing.isEmpty { return missing }
    // Nothing says what numbers those have of which only the times are left.
    return try first(of: ["SELECT count(*) FROM (\(times.surplus)) HAVING count(*) > 0"]) {
      .rest(Fault.Sort(.missing, in: "posts"), count: $0.int64(0))
    }
  }

  private func missingFlags() throws -> [Fault] {
    let rows: SQL = "flags INDEXED BY sqlite_autoindex_flags_1"
    let byReporter = Names("+post", "+reporter", in: "flags INDEXED BY flags_by_reporter", of: rows)
    let byTime = Names("+post", "+reporter", in: "flags INDEXED BY flags_by_time", of: rows)
    return try first(of: [
      byReporter.surplus, byTime.surplus, byReporter.missing(namedBy: byTime.entries),
    ]) { .missing(.flag(post: $0.int64(0), reporter: $0.int64(1))) }
  }

  /// What the first query says that has something to say: a surplus is all that is missing.
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
  let entries: SQL
  private let rows: SQL

  /// A plus sign in front of each part of the key keeps SQLite from looking elsewhere for it.
  ///
  /// In every row the first is above zero; what can be read of a damaged page need not be a row.
  init(_ key: SQL..., in index: SQL, of table: SQL) {
    let columns = key.dropFirst().reduce(key[0]) { "\($0), \($1)" }
    entries = "SELECT \(columns) FROM \(index) WHERE \(key[0]) > 0"
    rows = "SELECT \(columns) FROM \(table) WHERE \(key[0]) > 0"
  }

  /// What the table lacks of it, where the index has more.
  var surplus: SQL {
    """
    SELECT * FROM (\(entries) EXCEPT \(rows))
    WHERE (SELECT count(*) FROM (\(entries))) > (SELECT count(*) FROM (\(rows)))
    """
  }

  /// What the table lacks, and others name as well.
  func missing(namedBy others: SQL) -> SQL {
    "\(entries) INTERSECT SELECT * FROM (\(others)) EXCEPT \(rows)"
  }
}
