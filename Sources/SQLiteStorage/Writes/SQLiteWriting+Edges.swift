internal import Model
internal import SQLText
internal import SQLite
internal import Storage

/// Edges of every kind. Each count moves by the number of rows that the statement of the edge
/// changed, so repeating a write changes nothing.
extension SQLiteWriting {
  /// Adds an edge; false if it exists already.
  func insert(_ edge: Edge, reason: Reason? = nil, at now: Moment) throws -> Bool {
    try connection.run(insertion(of: edge, reason?.string, try time(of: edge, at: now)))
    return try moveCounts(of: edge, by: connection.changes)
  }

  /// A moment after the last edge of the same source, and after what the target has marked as seen.
  private func time(of edge: Edge, at now: Moment) throws -> Moment {
    // A report is no notice, and no list has the reports of one user.
    if edge.kind.rules.hasReason { return now }
    let table = edge.kind.stored
    let others: [Int64] = try connection.values(
      """
      SELECT ifnull(max(at), 0) FROM \(table.name) WHERE \(table.source) = \(edge.source)
      UNION ALL SELECT notices_at FROM read_marks WHERE reader = \(edge.owner)
      """)
    return now.after(others)
  }

  func insertion(of edge: Edge, _ reason: String?, _ at: Moment) -> SQL {
    let (table, rules) = (edge.kind.stored, edge.kind.rules)
    var columns: SQL = "\(table.target), \(table.source), at"
    var values: SQL = "\(edge.number), \(edge.source), \(at)"
    if rules.hasReason {
      columns = "\(columns), reason, checksum"
      values = "\(values), \(reason), row_checksum(\(values), \(reason))"
    } else if rules.hasAuthor {
      columns = "\(columns), author"
      values = "\(values), \(edge.owner)"
    }
    return """
      INSERT INTO \(table.name) (\(columns)) VALUES (\(values)) ON CONFLICT DO NOTHING
      """
  }

  /// Removes an edge; false if there is none.
  func delete(_ edge: Edge) throws -> Bool {
    let table = edge.kind.stored
    try connection.run(
      """
      DELETE FROM \(table.name)
      WHERE \(table.source) = \(edge.source) AND \(table.target) = \(edge.number)
      """)
    return try moveCounts(of: edge, by: -connection.changes)
  }

  func moveCounts(of edge: Edge, by delta: Int) throws -> Bool {
    guard delta != 0 else { return false }
    for count in edge.kind.rules.counts {
      switch (count, edge.target) {
      case (.ofSource(let column), _): try move(column, of: edge.source, by: delta)
      case (.ofTarget(let column), .user(let id)): try move(column, of: id, by: delta)
      case (.ofTarget(let column), .post(let place)):
        try connection.run(
          """
          UPDATE posts SET \(column.name) = \(column.name) + \(delta)
          WHERE author = \(place.author) AND private = \(place.isPrivate) AND at = \(place.at)
          """)
      case (.ofAuthor(let column), .post(let place)) where !place.isPrivate:
        try move(column, of: place.author, by: delta)
      case (.ofAuthor, _): break
      }
    }
    return true
  }

  private func move(_ column: DerivedColumn, of user: User.ID, by delta: Int) throws {
    try connection.run(
      "UPDATE users SET \(column.name) = \(column.name) + \(delta) WHERE id = \(user)")
  }

  /// Removes all edges from and to a user; `deleteEdges(toPosts:)` removes those to their posts.
  func deleteEdges(of user: User.ID) throws {
    for kind in EdgeKind.allCases {
      let table = kind.stored
      for count in kind.rules.counts { try uncount(count, kind, of: user) }
      try connection.run("DELETE FROM \(table.name) WHERE \(table.source) = \(user)")
      if kind.rules.target == .user {
        try connection.run("DELETE FROM \(table.name) WHERE \(table.target) = \(user)")
      }
    }
  }

  /// Subtracts the edges of a user from a count of all users and posts at their other ends.
  private func uncount(_ count: EdgeKind.Count, _ kind: EdgeKind, of user: User.ID) throws {
    let table = kind.stored
    let targets: SQL = "SELECT \(table.target) FROM \(table.name) WHERE \(table.source) = \(user)"
    switch (count, kind.rules.target) {
    case (.ofSource(let column), _):
      try connection.run(
        """
        UPDATE users SET \(column.name) = \(column.name) - 1 WHERE id IN (
          SELECT \(table.source) FROM \(table.name) WHERE \(table.target) = \(user))
        """)
    case (.ofTarget(let column), .user):
      try connection.run(
        "UPDATE users SET \(column.name) = \(column.name) - 1 WHERE id IN (\(targets))")
    case (.ofTarget(let column), .post):
      try connection.run(
        "UPDATE posts SET \(column.name) = \(column.name) - 1 WHERE id IN (\(targets))")
    case (.ofAuthor(let column), _):
      try connection.run(
        """
        UPDATE users SET \(column.name) = \(column.name) - given.edges FROM (
          SELECT p.author, count(*) AS edges
          FROM \(table.name) AS e JOIN posts AS p ON p.id = e.\(table.target)
          WHERE e.\(table.source) = \(user) AND p.private = 0 GROUP BY p.author
        ) AS given WHERE users.id = given.author
        """)
    }
  }

  /// Removes all edges to some posts; the caller moves the counts of their author.
  ///
  /// `ids` is a query of post numbers.
  func deleteEdges(toPosts ids: SQL) throws {
    for kind in EdgeKind.allCases where kind.rules.target == .post {
      let table = kind.stored
      try connection.run("DELETE FROM \(table.name) WHERE \(table.target) IN (\(ids))")
    }
  }

  func deleteFlags(of post: Post.ID) throws -> Bool {
    try connection.run("DELETE FROM flags WHERE post = \(post)")
    return connection.changes > 0
  }

  // MARK: Marks

  /// Moves the mark of a user forward; ignores an older moment.
  func move(_ mark: ReadMark, of user: User.ID, to moment: Moment) throws {
    let column = mark.column
    try connection.run(
      """
      INSERT INTO read_marks (reader, at, notices_at) VALUES (\(user), 0, 0) ON CONFLICT DO NOTHING
      """)
    try connection.run(
      "UPDATE read_marks SET \(column) = max(\(column), \(moment)) WHERE reader = \(user)")
    guard try connection.isShared else { return }
    try connection.run(
      """
      DELETE FROM late_items
      WHERE reader = \(user) AND is_notice = \(mark == .notices) AND at <= \(moment)
      """)
  }

  func noteLate(_ mark: ReadMark, at times: [Moment], of user: User.ID) throws {
    for time in times {
      try connection.run(
        """
        INSERT OR IGNORE INTO late_items (reader, is_notice, at)
        VALUES (\(user), \(mark == .notices), \(time))
        """)
    }
  }

  /// Restores the mark from before a move, unless it has moved again.
  func takeBack(_ mark: ReadMark, of user: User.ID, from moment: Moment, to before: Moment?) throws
  {
    let column = mark.column
    try connection.run(
      """
      UPDATE read_marks SET \(column) = \(before?.microseconds ?? 0)
      WHERE reader = \(user) AND \(column) = \(moment)
      """)
  }
}

extension ReadMark {
  var column: Name {
    switch self {
    case .timeline: "at"
    case .notices: "notices_at"
    }
  }
}
