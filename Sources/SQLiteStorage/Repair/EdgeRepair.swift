internal import Model
internal import SQLText
internal import SQLite

/// Carries out the decision about edges that only one of their two trees has.
///
/// They are copied to temporary tables before the repair changes anything, because rebuilding an
/// index deletes the edges that only the index has. The counts decide after the indexes that find
/// them are rebuilt.
struct EdgeRepair {
  private let connection: Connection
  private let torn: [EdgeTrees]

  init(_ faults: [Fault], on connection: Connection) throws {
    self.connection = connection
    let tables = Set(faults.compactMap(\.category).filter(\.isOneSided).map(\.table))
    torn = EdgeKind.allCases.compactMap(EdgeTrees.init).filter {
      tables.contains($0.table.name.text)
    }
    for trees in torn {
      let columns = SQL.joined(trees.table.columns.map { "\($0) INTEGER" })
      try connection.script([
        "CREATE TEMP TABLE torn_\(trees.table.name) (\(columns), in_table INTEGER)",
        """
        INSERT INTO torn_\(trees.table.name)
        SELECT *, 1 FROM (\(trees.edges(onlyInTable: true)))
        """,
        """
        INSERT INTO torn_\(trees.table.name)
        SELECT *, 0 FROM (\(trees.edges(onlyInTable: false)))
        """,
      ])
    }
  }

  /// Restores or deletes the edges.
  ///
  /// Orphans must be deleted before: no count includes them.
  func apply() throws {
    for trees in torn {
      switch trees.decision {
      case .bothEnds(let ofSource, let ofTarget):
        try decideByBothEnds(trees.kind.stored, ofSource, ofTarget)
      case .target(let count): try decideByTarget(trees, count)
      case .none:
        let isOrphan = trees.table.isOrphan ?? "0"
        try connection.run(
          trees.keeping("torn_\(trees.table.name) WHERE NOT in_table AND NOT (\(isOrphan))"))
      }
      try connection.run("DROP TABLE torn_\(trees.table.name)")
    }
  }

  /// Whether a wrong count contradicts the decision.
  func isContradicted(by fault: Fault) -> Bool {
    guard case .count(_, let column, _, _) = fault else { return false }
    return torn.flatMap(\.kind.rules.counts).contains {
      switch $0 {
      case .ofSource(column), .ofTarget(column), .ofAuthor(column): true
      default: false
      }
    }
  }

  /// Adds the edges that the count of either end misses; then deletes the edges that both ends have
  /// in excess, first those of the table.
  private func decideByBothEnds(
    _ edges: EdgeTable, _ ofSource: DerivedColumn, _ ofTarget: DerivedColumn
  ) throws {
    let torn: SQL = """
      FROM torn_\(edges.name)
      JOIN missed AS a ON a.id = \(edges.source) JOIN missed AS b ON b.id = \(edges.target)
      """
    let ends: SQL = "SELECT \(edges.source), \(edges.target) \(torn)"
    let removal: SQL = """
      DELETE FROM \(edges.name) WHERE (\(edges.source), \(edges.target)) IN (
        \(ends) WHERE a.outgoing < 0 AND b.incoming < 0 AND
      """
    let steps: [SQL] = [
      """
      INSERT OR IGNORE INTO \(edges.name) (\(edges.source), \(edges.target), at)
      SELECT \(edges.source), \(edges.target), at \(torn) WHERE NOT in_table AND \(edges.source) <> \(edges.target)
        AND (a.outgoing > 0 OR b.incoming > 0)
      """,
      "\(removal) in_table)", "\(removal) NOT in_table)",
    ]
    try connection.run(
      "CREATE TEMP TABLE missed (id INTEGER PRIMARY KEY, outgoing INTEGER, incoming INTEGER)")
    for step in steps {
      // Once per user: a user may have lost thousands of edges.
      try connection.script([
        "DELETE FROM missed",
        """
        INSERT INTO missed SELECT id,
          \(ofSource.name) - (SELECT count(*) FROM \(edges.name) WHERE \(edges.source) = u.id),
          \(ofTarget.name) - (SELECT count(*) FROM \(edges.name) WHERE \(edges.target) = u.id)
        FROM users AS u WHERE id IN (
          SELECT \(edges.source) FROM torn_\(edges.name)
          UNION SELECT \(edges.target) FROM torn_\(edges.name))
        """,
        step,
      ])
    }
    try connection.run("DROP TABLE missed")
  }

  /// The count of a target decides about all of its one-sided edges at once, because it does not
  /// say which of them are real.
  private func decideByTarget(_ trees: EdgeTrees, _ column: DerivedColumn) throws {
    let edges = trees.kind.stored
    let ends: SQL = "\(edges.target), \(edges.source)"
    let parent: SQL = trees.kind.rules.target == .user ? "users" : "posts"
    try connection.script([
      """
      DELETE FROM torn_\(edges.name) WHERE in_table AND (
        (\(ends)) NOT IN (SELECT \(ends) FROM \(edges.name))
        OR (\(ends)) IN (SELECT \(ends) FROM torn_\(edges.name) WHERE NOT in_table))
      """,
      "CREATE TEMP TABLE missed (\(edges.target) INTEGER PRIMARY KEY, edges INTEGER, torn INTEGER)",
      """
      INSERT INTO missed
      SELECT t.\(edges.target), \(column.name) - (
          SELECT count(*) FROM \(edges.name) AS e WHERE e.\(edges.target) = id), sum(in_table)
      FROM torn_\(edges.name) AS t JOIN \(parent) ON id = t.\(edges.target)
      GROUP BY t.\(edges.target)
      """,
      """
      DELETE FROM \(edges.name) WHERE (\(ends)) IN (
        SELECT \(ends) FROM torn_\(edges.name) JOIN missed USING (\(edges.target))
        WHERE in_table AND torn = -edges)
      """,
      trees.keeping(
        """
        torn_\(edges.name) JOIN missed USING (\(edges.target))
        WHERE NOT in_table AND edges > 0 AND \(edges.source) IN (SELECT id FROM users)
        """),
      "DROP TABLE missed",
    ])
  }
}
