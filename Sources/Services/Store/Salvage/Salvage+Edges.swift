internal import Model
internal import SQLite

/// Follows and likes, each of which stands in two trees.
///
/// What either tree has is taken. Where one was read to its end and only the other has an edge,
/// something was changed in one of them, and nobody knows in which: that is told.
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
    // One of oneself was another before it was changed.
    var ofThemselves: Set<Int64> = []
    let isTableRead = try entries(of: "follows", fields: 2) {
      if $0[0] == $0[1] {
        ofThemselves.insert($0[0])
      } else {
        try connection.run(
          "INSERT OR IGNORE INTO follows (follower, followee) VALUES (\($0[0]), \($0[1]))")
      }
    }
    let isIndexRead = try entries(of: "follows_by_followee", fields: 2) {
      if $0[0] == $0[1] {
        ofThemselves.insert($0[0])
      } else {
        try index($0[1], $0[0], at: 0)
      }
    }
    faults += ofThemselves.sorted().map { .ownEdge(.edge(.follow, from: $0, to: $0)) }
    if isIndexRead {
      faults += try connection.all(
        """
        SELECT follower, followee FROM follows AS f WHERE NOT EXISTS (
          SELECT 1 FROM temp.indexed WHERE one = f.follower AND other = f.followee)
        """
      ) { .oneSided(.edge(.follow, from: $0.int64(0), to: $0.int64(1)), isInTable: true) }
    }
    if isTableRead {
      faults += try connection.all(
        """
        SELECT one, other FROM temp.indexed AS i WHERE NOT EXISTS (
          SELECT 1 FROM follows WHERE follower = i.one AND followee = i.other)
        """
      ) { .oneSided(.edge(.follow, from: $0.int64(0), to: $0.int64(1)), isInTable: false) }
    }
    try connection.run("INSERT OR IGNORE INTO follows SELECT one, other FROM temp.indexed")
    try connection.run("DELETE FROM temp.indexed")
    return isTableRead || isIndexRead
  }

  private func likes() throws -> Bool {
    let isTableRead = try entries(of: "likes", fields: 3) {
      try connection.run(
        "INSERT OR IGNORE INTO likes (post, user, at) VALUES (\($0[0]), \($0[1]), \($0[2]))")
    }
    let isIndexRead = try entries(of: "likes_by_user", fields: 3) {
      try index($0[2], $0[0], at: $0[1])
    }
    if isIndexRead {
      faults += try connection.all(
        """
        SELECT post, user, at FROM likes AS l WHERE NOT EXISTS (
          SELECT 1 FROM temp.indexed WHERE one = l.post AND other = l.user AND at = l.at)
        """
      ) { .oneSided(Self.like($0), isInTable: true) }
    }
    if isTableRead {
      faults += try connection.all(
        """
        SELECT one, other, at FROM temp.indexed AS i WHERE NOT EXISTS (
          SELECT 1 FROM likes WHERE post = i.one AND user = i.other AND at = i.at)
        """
      ) { .oneSided(Self.like($0), isInTable: false) }
    }
    try connection.run("INSERT OR IGNORE INTO likes SELECT one, other, at FROM temp.indexed")
    return isTableRead || isIndexRead
  }

  private static func like(_ row: borrowing Row) -> Fault.Object {
    .edge(.like, from: row.int64(1), to: row.int64(0), at: row.int64(2))
  }

  private func index(_ one: Int64, _ other: Int64, at time: Int64) throws {
    try connection.run(
      "INSERT OR IGNORE INTO temp.indexed VALUES (\(one), \(other), \(time))")
  }
}
