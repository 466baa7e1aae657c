internal import Model
internal import SQLite
internal import Storage

/// Edges of every kind. Each count moves by the number of rows that the statement of the edge
/// changed, so repeating a write changes nothing.
extension SQLiteWriting {
  /// Adds an edge; false if it exists already.
  func insert(_ edge: Edge, reason: Reason? = nil, at now: Moment) throws -> Bool {
    try connection.run(insertion(of: edge, reason, now))
    return try moveCounts(of: edge, by: connection.changes)
  }

  private func insertion(of edge: Edge, _ reason: Reason?, _ now: Moment) -> SQL {
    let (table, rules) = (edge.kind.stored, edge.kind.rules)
    let columns: SQL
    let values: SQL
    if rules.hasReason {
      columns = "\(table.target), \(table.source), at, reason, checksum"
      let content: SQL = "\(edge.number), \(edge.source), \(now), \(reason)"
      values = "\(content), row_checksum(\(content))"
    } else if rules.isTimed {
      columns = "\(table.target), \(table.source), at"
      values = "\(edge.number), \(edge.source), \(now)"
    } else {
      columns = "\(table.target), \(table.source)"
      values = "\(edge.number), \(edge.source)"
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

  private func moveCounts(of edge: Edge, by delta: Int) throws -> Bool {
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

  /// Removes all edges from and to a user; those to the posts of the user stay.
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

  /// Moves a count of all users and posts that share an edge with a user.
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
  func deleteEdges(toPosts ids: SQL) throws {
    for kind in EdgeKind.allCases where kind.rules.target == .post {
      let table = kind.stored
      try connection.run("DELETE FROM \(table.name) WHERE \(table.target) IN (\(ids))")
    }
  }

  /// Moves the read mark of a user forward; an older moment changes nothing.
  func moveReadMark(of user: User.ID, to moment: Moment) throws {
    try connection.run(
      """
      INSERT INTO read_marks (user, at) VALUES (\(user), \(moment))
      ON CONFLICT (user) DO UPDATE SET at = max(at, excluded.at)
      """)
  }

  /// Restores the read mark from before a move, unless the mark has moved again; nil deletes it.
  func takeReadMarkBack(of user: User.ID, from moment: Moment, to before: Moment?) throws {
    if let before {
      try connection.run(
        "UPDATE read_marks SET at = \(before) WHERE user = \(user) AND at = \(moment)")
    } else {
      try connection.run("DELETE FROM read_marks WHERE user = \(user) AND at = \(moment)")
    }
  }
}
