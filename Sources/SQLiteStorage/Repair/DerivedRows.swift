internal import Model
internal import SQLText
internal import SQLite

/// Recomputes derived rows: indexes, full-text indexes, counts and counters.
struct DerivedRows {
  let connection: Connection

  func rebuildIndexes() throws {
    try connection.script(Table.all.flatMap(\.indexes).map { "REINDEX \($0.name)" })
  }

  /// Deletes the orphans of tables without a checksum, and forbidden edges to oneself.
  ///
  /// Rows with a checksum hold what users wrote and are never deleted.
  func deleteOrphans() throws {
    for table in Table.all {
      for condition in [table.hasChecksum ? nil : table.isOrphan, table.isOwnEdge] {
        if let condition { try connection.run("DELETE FROM \(table.name) WHERE \(condition)") }
      }
    }
  }

  /// Rebuilds the full-text indexes that `isDamaged` names, even if FTS5 can't open them.
  func fillFullText(where isDamaged: (String) -> Bool) throws {
    for table in [Table.posts, .users] {
      guard let index = table.fullText, isDamaged(index.name.text) else { continue }
      // FTS5 can't drop or empty an index whose own tables have lost rows.
      try connection.run("CREATE VIRTUAL TABLE temp.empty_words USING fts5(\(index.arguments()))")
      try connection.replaceWords(in: "main.\(index.name)", by: "temp.empty_words")
      try connection.run("DROP TABLE temp.empty_words")
      try fill(index, from: table)
    }
    if isDamaged(Table.hashtags.name.text) { try fillHashtags() }
  }

  /// Fills all full-text indexes and the hashtags from the rows.
  func fillFullText() throws {
    for table in [Table.posts, .users] { try table.fullText.map { try fill($0, from: table) } }
    try fillHashtags()
  }

  private func fillHashtags() throws {
    try connection.run("DELETE FROM hashtags")
    let marks = PostMarks(connection: connection)
    try connection.eachTaggedPost { at, tags in
      try marks.add(tags, at: Moment(microseconds: at))
    }
  }

  private func fill(_ index: Table.FullText, from table: Table) throws {
    let columns = SQL.list(index.columns)
    try connection.script([
      "INSERT INTO \(index.name) (\(index.name)) VALUES ('delete-all')",
      """
      INSERT INTO \(index.name) (rowid, \(columns))
      SELECT \(index.number), \(columns) FROM \(table.name) ORDER BY \(index.number)
      """,
    ])
  }

  /// Sets all counts and counters, and deletes unknown counters.
  func recount() throws {
    try recountCounters()
    for kind in EdgeKind.allCases where kind.rules.hasAuthor {
      let edges = kind.stored
      try connection.run(
        """
        UPDATE \(edges.name) SET author = p.author FROM posts AS p
        WHERE p.id = \(edges.name).\(edges.target) AND \(edges.name).author <> p.author
        """)
    }
    for rule in CountRule.all {
      let (table, column) = (rule.table.name, rule.column.name)
      try connection.run(
        """
        UPDATE \(table) SET \(column) = given.actual FROM (
          SELECT id, (\(rule.actual)) AS actual FROM \(table) AS counted
        ) AS given WHERE \(table).id = given.id AND \(table).\(column) <> given.actual
        """)
    }
  }

  /// Recomputes the counters.
  ///
  /// A missing counter takes the value of an unknown one, whose name may be a damaged one: no
  /// number may be given out twice.
  private func recountCounters() throws {
    let limit = Counter.exhausted
    try connection.script([
      """
      INSERT OR IGNORE INTO counters (name, value)
      SELECT name, (
        SELECT coalesce(max(value), 0) FROM counters
        WHERE name NOT IN ('users', 'posts') AND value >= 0 AND value < \(limit)
      ) FROM (SELECT 'users' AS name UNION ALL SELECT 'posts')
      """,
      "DELETE FROM counters WHERE name NOT IN ('users', 'posts')",
      """
      UPDATE counters SET value = max(
        iif(value < \(limit), value, 0),
        iif(name = 'users', (SELECT coalesce(max(id), 0) FROM users WHERE id < \(limit)),
          (SELECT coalesce(max(id), 0) FROM posts WHERE id < \(limit))))
      """,
    ])
  }
}
