internal import Model
internal import SQLite

/// Follows and likes, each of which stands in two trees.
///
/// What either tree has is taken. Where both were read to their ends and only one has an edge,
/// something was changed in the other, and nobody knows in which: that is told.
extension Salvage {
  /// Whether each kind of edge has one tree at least that was read to its end.
  func edges() throws -> (follows: Bool, likes: Bool) {
    // Without types its key would serve no comparison with columns that have one.
    try connection.run(
      """
      CREATE TEMP TABLE indexed (
        one INTEGER, other INTEGER, at INTEGER, PRIMARY KEY (one, other, at)
      ) WITHOUT ROWID
      """)
    let edges = (follows: try follows(), likes: try likes())
    try connection.run("DROP TABLE temp.indexed")
    return edges
  }

  private func follows() throws -> Bool {
    let isTableRead = try walk.rows(ofTreeAt: roots["follows"], isTable: false) {
      guard let row = Self.integers($0, 2), row[0] != row[1] else { return }
      try connection.run(
        "INSERT OR IGNORE INTO follows (follower, followee) VALUES (\(row[0]), \(row[1]))")
    }
    let isIndexRead = try walk.rows(ofTreeAt: roots["follows_by_followee"], isTable: false) {
      guard let row = Self.integers($0, 2), row[0] != row[1] else { return }
      try index(row[1], row[0], at: 0)
    }
    if isTableRead, isIndexRead {
      faults += try connection.all(
        """
        SELECT follower, followee FROM follows AS f WHERE NOT EXISTS (
          SELECT 1 FROM temp.indexed WHERE one = f.follower AND other = f.followee)
        """
      ) { .oneSided(.follow($0.int64(0), $0.int64(1)), isInTable: true) }
      faults += try connection.all(
        """
        SELECT one, other FROM temp.indexed AS i WHERE NOT EXISTS (
          SELECT 1 FROM follows WHERE follower = i.one AND followee = i.other)
        """
      ) { .oneSided(.follow($0.int64(0), $0.int64(1)), isInTable: false) }
    }
    try connection.run("INSERT OR IGNORE INTO follows SELECT one, other FROM temp.indexed")
    try connection.run("DELETE FROM temp.indexed")
    return isTableRead || isIndexRead
  }

  private func likes() throws -> Bool {
    let isTableRead = try walk.rows(ofTreeAt: roots["likes"], isTable: false) {
      guard let row = Self.integers($0, 3) else { return }
      try connection.run(
        """
        INSERT OR IGNORE INTO likes (post, user, at) VALUES (\(row[0]), \(row[1]), \(row[2]))
        """)
    }
    let isIndexRead = try walk.rows(ofTreeAt: roots["likes_by_user"], isTable: false) {
      if let row = Self.integers($0, 3) { try index(row[2], row[0], at: row[1]) }
    }
    if isTableRead, isIndexRead {
      faults += try connection.all(
        """
        SELECT post, user FROM likes AS l WHERE NOT EXISTS (
          SELECT 1 FROM temp.indexed WHERE one = l.post AND other = l.user AND at = l.at)
        """
      ) { .oneSided(.like(post: $0.int64(0), user: $0.int64(1)), isInTable: true) }
      faults += try connection.all(
        """
        SELECT one, other FROM temp.indexed AS i WHERE NOT EXISTS (
          SELECT 1 FROM likes WHERE post = i.one AND user = i.other AND at = i.at)
        """
      ) { .oneSided(.like(post: $0.int64(0), user: $0.int64(1)), isInTable: false) }
    }
    try connection.run("INSERT OR IGNORE INTO likes SELECT one, other, at FROM temp.indexed")
    return isTableRead || isIndexRead
  }

  private func index(_ one: Int64, _ other: Int64, at time: Int64) throws {
    try connection.run(
      "INSERT OR IGNORE INTO temp.indexed VALUES (\(one), \(other), \(time))")
  }
}
