internal import Model
internal import SQLText
internal import SQLite
internal import Storage

/// The table that stores the edges of one kind, and the columns of their ends.
///
/// A new kind needs its `Table` here with a row in `table`, and a version of the schema with it.
struct EdgeTable: Sendable {
  let name: Name
  /// The column of the user an edge starts from.
  let source: Name
  /// The column of the user or post an edge leads to.
  let target: Name
}

extension EdgeKind {
  var stored: EdgeTable {
    EdgeTable(name: table.name, source: ends.source, target: ends.target)
  }

  var table: Table {
    switch self {
    case .follow: .follows
    case .like: .likes
    case .flag: .flags
    case .mute: .mutes
    case .bookmark: .bookmarks
    }
  }
}

extension Table {
  fileprivate static let follows = Table(
    name: "follows", rows: .edge(.follow),
    columns: StoredFollow.columns, key: StoredFollow.key,
    references: [
      Reference(column: "follower", parent: .users), Reference(column: "followee", parent: .users),
    ],
    added: [.integer(0)],
    indexes: [
      Index(name: "follows_by_followee", columns: ["followee", "at", "follower"]),
      Index(name: "follows_by_follower", columns: ["follower", "at", "followee"]),
    ])

  fileprivate static let likes = Table(
    name: "likes", rows: .edge(.like),
    columns: StoredLike.columns, key: StoredLike.key,
    references: [
      Reference(column: "liker", parent: .users), Reference(column: "post", parent: .posts),
    ],
    added: [.integer(0)],
    indexes: [
      Index(name: "likes_by_user", columns: ["liker", "at", "post", "author"]),
      Index(name: "likes_by_post", columns: ["post", "at", "liker"]),
      Index(
        name: "likes_by_author", columns: ["author", "at", "post", "liker"],
        isPartial: true),
    ])

  fileprivate static let mutes = Table(
    name: "mutes", rows: .edge(.mute),
    columns: StoredMute.columns, key: StoredMute.key,
    references: [
      Reference(column: "muter", parent: .users), Reference(column: "muted", parent: .users),
    ],
    indexes: [Index(name: "mutes_by_muter", columns: ["muter", "at", "muted"])])

  fileprivate static let bookmarks = Table(
    name: "bookmarks", rows: .edge(.bookmark),
    columns: StoredBookmark.columns, key: StoredBookmark.key,
    references: [
      Reference(column: "reader", parent: .users), Reference(column: "post", parent: .posts),
    ],
    indexes: [Index(name: "bookmarks_by_user", columns: ["reader", "at", "post"])])

  fileprivate static let flags = Table(
    name: "flags", rows: .edge(.flag),
    columns: StoredFlag.columns, key: StoredFlag.key,
    references: [
      Reference(column: "reporter", parent: .users), Reference(column: "post", parent: .posts),
    ],
    content: ["post", "reporter", "at", "reason"],
    indexes: [
      Index(name: "flags_by_time", columns: ["at", "post", "reporter"]),
      Index(name: "flags_by_reporter", columns: ["reporter"]),
    ])
}

/// The two trees that store the edges of one kind: the table and the index that mirrors it.
struct EdgeTrees {
  let kind: EdgeKind
  let table: Table
  let mirror: Table.Index

  /// Nil for a kind without such an index.
  init?(_ kind: EdgeKind) {
    table = kind.table
    guard let mirror = table.mirror else { return nil }
    self.kind = kind
    self.mirror = mirror
  }

  /// Selects 1 if the table and its mirror have equally many edges, and equal sums of their hashes.
  ///
  /// A search for each edge in the other tree takes twenty times as long.
  var areEqual: SQL {
    let hash: SQL = "row_checksum(\(.list(table.columns)))"
    let digest: SQL = "count(*), sum(\(hash) & 4294967295), sum(\(hash) >> 32)"
    return """
      SELECT (SELECT \(digest) FROM \(table.name) \(table.itself))
        IS (SELECT \(digest) FROM \(table.name) INDEXED BY \(mirror.name))
      """
  }

  /// Selects all columns of the edges that only the table has, or only its mirror.
  func edges(onlyInTable isInTable: Bool) -> SQL {
    let index: SQL = "INDEXED BY \(mirror.name)"
    return isInTable
      ? edges(in: table.name, table.itself, without: table.name, index)
      : edges(in: table.name, index, without: table.name, table.itself)
  }

  /// Selects all columns of the edges in `one` that `other` lacks; both have the columns of the
  /// table.
  func edges(in one: Name, _ path: SQL, without other: Name, _ otherPath: SQL) -> SQL {
    let isSame = SQL.joined(table.columns.map { "g.\($0) = f.\($0)" }, by: " AND ")
    return """
      SELECT \(.list(table.columns)) FROM \(one) AS f \(path)
      WHERE NOT EXISTS (SELECT 1 FROM \(other) AS g \(otherPath) WHERE \(isSame))
      """
  }

  /// The counts that decide whether to keep an edge that only one of the two trees has.
  enum Decision {
    /// The counts of both ends.
    case bothEnds(ofSource: DerivedColumn, ofTarget: DerivedColumn)
    /// The count of its target.
    case target(DerivedColumn)
    /// No count: all are kept, because a lost edge is likelier than an invented one.
    case none
  }

  /// For a repair; a salvage has no sound counts, and keeps all edges.
  var decision: Decision {
    var (ofSource, ofTarget): (DerivedColumn?, DerivedColumn?)
    for count in kind.rules.counts {
      if case .ofSource(let column) = count { ofSource = column }
      if case .ofTarget(let column) = count { ofTarget = column }
    }
    guard let ofTarget else { return .none }
    return ofSource.map { .bothEnds(ofSource: $0, ofTarget: ofTarget) } ?? .target(ofTarget)
  }

  /// Keeps edges that only the mirror has; if the trees have different times, that of the table
  /// stays.
  func keeping(_ edges: SQL) -> SQL {
    let columns = SQL.list(table.columns)
    return "INSERT OR IGNORE INTO \(table.name) (\(columns)) SELECT \(columns) FROM \(edges)"
  }

  func object(_ row: inout ResultRow) -> Fault.Object {
    .edge(
      kind, from: row["\(kind.stored.source)"], to: row["\(kind.stored.target)"], at: row["at"])
  }
}
