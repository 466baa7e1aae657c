internal import Model
internal import SQLText
internal import SQLite

/// Edges that two trees store.
///
/// All edges of either tree are kept, because no count is sound. An edge that a completely read
/// tree lacks is reported: one of the two trees was changed.
extension Salvage {
  /// The tables without a completely read tree.
  func readEdges() throws -> [String] {
    try EdgeKind.allCases.compactMap(EdgeTrees.init).filter { trees in
      try exists(trees.table) && !read(trees)
    }.map {
      $0.table.name.text
    }
  }

  /// Whether a tree was read completely.
  private func read(_ trees: EdgeTrees) throws -> Bool {
    let (table, columns) = (trees.table, trees.table.columns)
    // Typed columns let the key serve comparisons with the table.
    let typed = SQL.joined(columns.map { "\($0) INTEGER" })
    try connection.run(
      """
      CREATE TEMP TABLE mirrored (\(typed), PRIMARY KEY (\(.list(columns)))) WITHOUT ROWID
      """)
    var ownEdges: Set<Int64> = []
    let isTableRead = try entries(of: table.name, columns) {
      try insert($0, columns, into: table.name, table, &ownEdges)
    }
    let entry = table.entry(of: trees.mirror)
    let isMirrorRead = try entries(of: trees.mirror.name, entry) {
      try insert($0, entry, into: "mirrored", table, &ownEdges)
    }
    faults += ownEdges.sorted().map { .ownEdge(.edge(trees.kind, from: $0, to: $0)) }
    if isMirrorRead {
      faults += try connection.all {
        "SELECT \($0) FROM (\(trees.edges(in: table.name, "", without: "mirrored", "")))"
      } as: {
        .oneSided(trees.object(&$0), isInTable: true)
      }
    }
    if isTableRead {
      faults += try connection.all {
        "SELECT \($0) FROM (\(trees.edges(in: "mirrored", "", without: table.name, "")))"
      } as: {
        .oneSided(trees.object(&$0), isInTable: false)
      }
    }
    try connection.script([trees.keeping("temp.mirrored"), "DROP TABLE temp.mirrored"])
    return isTableRead || isMirrorRead
  }

  /// Inserts an edge, except a forbidden one to oneself: that was another before it was damaged.
  private func insert(
    _ values: [Int64], _ columns: [Name], into name: Name, _ table: Table,
    _ ownEdges: inout Set<Int64>
  ) throws {
    if table.isOwnEdge != nil, values[0] == values[1] {
      ownEdges.insert(values[0])
      return
    }
    let bound = SQL.joined(values.map { "\($0)" })
    try connection.run(
      "INSERT OR IGNORE INTO \(name) (\(.list(columns))) VALUES (\(bound))")
  }

  /// Passes on each entry of a tree of integers.
  ///
  /// False if the tree could not be read completely or has other entries.
  func entries(
    of tree: Name, _ columns: [Name], _ take: ([Int64]) throws -> Void
  ) throws -> Bool {
    var areNumbers = true
    let table = Table.all.first { $0.name == tree }
    let isRead = try walk.rows(ofTreeAt: roots[tree.text], isTable: false) { row in
      let values = table?.whole(row.values) ?? row.values
      let numbers = values.compactMap { value -> Int64? in
        if case .integer(let number) = value { number } else { nil }
      }
      guard numbers.count == columns.count, values.count == columns.count else {
        return areNumbers = false
      }
      try take(numbers)
    }
    return isRead && areNumbers
  }
}
