internal import Model
internal import SQLite

/// A look at everything a file holds, in one snapshot, for what contradicts something else.
///
/// A part that can't be read is a fault itself, and the look goes on behind it; in a later
/// snapshot, where SQLite has ended the one before.
struct Examination {
  /// More faults of a category than these are not told one by one.
  static let mostOfASort = 200

  let connection: Connection
  let isDeep: Bool

  /// Every fault, those of the file before those of what it holds.
  func faults() throws -> [Fault] {
    // First, because it needs tables of its own: SQLite writes nothing more in a transaction that
    // has met a damaged page.
    let words = isDeep ? try words() : []
    var faults = try structure()
    faults += try look(at: "counters", counters)
    faults += try orphans()
    faults += try counts()
    faults += try look(at: "pictures", unshownPictures)
    if isDeep {
      faults += try look(at: "follows", oneSidedFollows)
      faults += try look(at: "likes", oneSidedLikes)
      faults += try changedRows()
      faults += try look(at: "thumbnails", badThumbnails)
      faults += words
    }
    var seen: Set<Fault> = []
    return faults.filter { seen.insert($0).inserted }
  }

  /// Runs `check`; what it can't read is damage of `table`.
  func look(at table: String, _ check: () throws -> [Fault]) throws -> [Fault] {
    do {
      return try check()
    } catch let error as SQLiteError where error.tellsOfDamage {
      try connection.renewSnapshot()
      return [.damaged(.table(table))]
    }
  }

  /// A fault for each row of `query`, and behind the last that is listed how many more there are.
  func listed(_ query: SQL, _ fault: (borrowing Row) -> Fault) throws -> [Fault] {
    var faults: [Fault] = []
    var rest: Int64 = 0
    try connection.each(query) { row in
      if faults.count < Examination.mostOfASort { faults.append(fault(row)) } else { rest += 1 }
    }
    if rest > 0, let category = faults.last?.category {
      faults.append(.rest(category, count: rest))
    }
    return faults
  }

  func counters() throws -> [Fault] {
    let faults = try connection.all(
      """
      SELECT c.name, c.value, m.last FROM counters AS c JOIN (
        SELECT 'users' AS name, coalesce(max(id), 0) AS last FROM users
        UNION ALL SELECT 'posts', coalesce(max(id), 0) FROM posts
      ) AS m ON m.name = c.name WHERE c.value < m.last OR c.value >= \(Writing.Counter.exhausted)
      """
    ) { Fault.counter($0.text(0), stored: $0.int64(1), highest: $0.int64(2)) }
    let names = try connection.all("SELECT name FROM counters ORDER BY name") { $0.text(0) }
    return names == ["posts", "users"] ? faults : faults + [.damaged(.table("counters"))]
  }

  func unshownPictures() throws -> [Fault] {
    try listed(
      "SELECT id FROM pictures WHERE \(Orphans.unshownPictures)"
    ) { .unshown(picture: $0.int64(0)) }
  }

  /// Zero bytes stand for a picture that can't be drawn.
  static let isNoThumbnail: SQL = "length(pixels) NOT IN (0, \(Thumbnail.byteCount))"

  func badThumbnails() throws -> [Fault] {
    try listed(
      "SELECT picture FROM thumbnails WHERE \(Examination.isNoThumbnail)"
    ) { .thumbnail(picture: $0.int64(0)) }
  }
}
