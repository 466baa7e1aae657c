internal import Model
internal import SQLText
internal import SQLite
internal import Storage

extension SQLiteWriting: BulkTarget {
  func load(_ planned: any PlannedNetwork, _ report: @escaping LoadReport) throws {
    try connection.keep(.large)
    defer { try? connection.keep(.small) }
    // Posts may refer to later ones, and `posts_by_id` does not exist while they are added.
    try connection.withoutReferences {
      try BulkLoad(of: planned, into: self, report).run()
    }
  }

  func isTaken(_ handle: String) throws -> Bool {
    try connection.hasRow("SELECT 1 FROM users WHERE username = \(handle)")
  }

  func takenTimes(from moment: Int64) throws -> [Int64] {
    let times: [Int64] = try connection.values(
      "SELECT at FROM posts WHERE at >= \(moment) ORDER BY at LIMIT 4096")
    // A value of another type sorts after all numbers, so it would be found for every moment.
    guard times.allSatisfy({ $0 >= moment }) else { throw StorageError.file(.damaged) }
    return times
  }

  func reserve(users: Int, posts: Int) throws -> LastNumbers {
    LastNumbers(user: try reserve(users, of: .users), post: try reserve(posts, of: .posts))
  }

  private func reserve(_ count: Int, of counter: Counter) throws -> Int64 {
    let last: Int64? = try connection.value(
      "SELECT value FROM counters WHERE name = \(counter.rawValue)")
    guard let last, last <= Counter.exhausted - Int64(count) else {
      throw StorageError.file(.damaged)
    }
    try connection.run(
      "UPDATE counters SET value = value + \(count) WHERE name = \(counter.rawValue)")
    return last
  }

  func add<Row: StoredRow>(_ rows: [Row]) throws { try connection.insert(rows) }

  func add(_ posts: [NewPost]) throws {
    try connection.insert(posts.map(\.row))
    for post in posts {
      let key = PostKey(
        id: post.row.id, author: post.row.author, isPrivate: post.row.isPrivate, at: post.row.at)
      try marks.add(text: post.row.text, of: key, kinds: post.reasons, at: post.row.at)
    }
  }

  /// Drops the indexes and creates them again if `body` adds more rows than the table has.
  func adding(
    _ count: Int, _ type: any StoredRow.Type, _ report: LoadReport, _ body: () throws -> Void
  ) throws {
    let present: Int? = try connection.value(
      "SELECT count(*) FROM (SELECT 1 FROM \(type.table) LIMIT \(count))")
    guard (present ?? 0) < count else { return try body() }
    let indexes = Schema.definitions.filter { $0.isIndex(on: type.table) && $0.statement != nil }
    for index in indexes { try connection.run("DROP INDEX \(index.name)") }
    try body()
    report(WorkProgress(.indexes))
    for index in indexes {
      if let statement = index.statement { try connection.run(statement) }
    }
  }

  /// Inserts one row at a time, in the order of row numbers: FTS5 begins a segment at each lower
  /// number and at each statement of many rows.
  func indexWords(after last: LastNumbers, _ report: LoadReport) throws {
    report(WorkProgress(.names))
    try connection.each {
      "SELECT \($0) FROM users WHERE id > \(last.user) ORDER BY id"
    } as: { row in
      (id: row["id"] as Int64, handle: row["username"] as String, name: row["name"] as String)
    } take: { id, handle, name in
      try connection.run(
        "INSERT INTO user_words (rowid, username, name) VALUES (\(id), \(handle), \(name))")
    }
    report(WorkProgress(.searchIndex))
    try connection.each {
      "SELECT \($0) FROM posts WHERE id > \(last.post) ORDER BY at"
    } as: { row in
      (at: row["at"] as Int64, text: row["text"] as String, alt: row[optional: "alt"] as String?)
    } take: { at, text, alt in
      try connection.run(
        "INSERT INTO post_words (rowid, text, alt) VALUES (\(at), \(text), \(alt))")
    }
  }
}
