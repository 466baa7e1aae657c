internal import Model
internal import SQLText
internal import SQLite

/// One table of the file: its columns, its indexes, and the rules of its rows.
///
/// Examination, repair and salvage follow these rules. They name a table themselves only for a rule
/// that no other table has.
struct Table: Sendable {
  /// The things that rows describe.
  enum Rows: Sendable {
    case counter, user, post, picture, thumbnail, readMark, mention, hashtag, gonePost, origin
    case edge(EdgeKind)
  }

  /// A column that holds the number of a row of another table.
  struct Reference: Sendable {
    let column: Name
    let parent: Parent
    /// The columns that become NULL if the parent is gone.
    ///
    /// If empty, the row is deleted with its parent.
    var cleared: [Name] = []

    var isOptional: Bool { !cleared.isEmpty }

    /// The condition for rows whose parent does not exist.
    ///
    /// `NULL NOT IN` an empty table is true (lang_expr.html, 10), so NULL is excluded explicitly.
    var isBroken: SQL { "\(column) IS NOT NULL AND \(column) NOT IN (\(parent.ids))" }
  }

  /// A table that rows of other tables refer to.
  enum Parent: String, Sendable {
    case users, posts, pictures

    var ids: SQL {
      switch self {
      case .users: "SELECT id FROM users"
      case .posts: "SELECT id FROM posts"
      case .pictures: "SELECT id FROM pictures"
      }
    }

    func object(_ number: Int64) -> Fault.Object {
      switch self {
      case .users: .user(number, handle: nil)
      case .posts: .post(number)
      case .pictures: .picture(number)
      }
    }
  }

  /// An index beside the table itself.
  struct Index: Sendable {
    let name: Name
    let columns: [Name]
    /// Whether the index leaves rows out.
    var isPartial = false
  }

  /// A contentless FTS5 table over some columns.
  struct FullText: Sendable {
    let name: Name
    /// The column whose value is the row number in the full-text table.
    let number: Name
    let columns: [Name]
    let options: SQL
    /// The lengths of word beginnings that the full-text table indexes.
    var beginnings: [Int] = []

    /// The arguments of `fts5`; the index stores no text unless `content` names a source.
    func arguments(content: SQL = "content=''") -> SQL {
      "\(.list(columns)), \(content), \(options)"
    }
  }

  let name: Name
  let rows: Rows
  /// All columns in the order of the file.
  let columns: [Name]
  let key: [Name]
  /// Whether the key is the row number of SQLite (rowid).
  var hasRowNumbers = false
  var references: [Reference] = []
  /// The columns that the checksum of a row covers, in its order; empty without a checksum.
  var content: [Name] = []
  /// Columns of the content that version 1 lacks.
  ///
  /// The checksum leaves them out while all are NULL, so that a migration need not write each row.
  var addedContent: [Name] = []
  /// The values of the last columns in rows of older versions, which lack those columns.
  var added: [SQLValue] = []
  var indexes: [Index] = []
  var fullText: FullText?
  /// Whether the rows can be derived from other tables.
  var isDerived = false

  var hasChecksum: Bool { !content.isEmpty }
  /// The checksum that a row should have.
  var checksum: SQL { checksum { "\($0)" } }

  /// The checksum of a row with these values.
  func checksum(_ value: (Name) -> SQL) -> SQL {
    let old = SQL.joined(content.map(value))
    if addedContent.isEmpty { return "row_checksum(\(old))" }
    let new = addedContent.map(value)
    let areNull = SQL.joined(new.map { "\($0) IS NULL" }, by: " AND ")
    return "iif(\(areNull), row_checksum(\(old)), row_checksum(\(old), \(.joined(new))))"
  }

  /// The columns that identify a row in faults.
  var identity: [Name] {
    switch rows {
    case .counter: ["name"]
    case .user, .post, .picture: ["id"]
    case .thumbnail: ["picture"]
    case .readMark: ["reader"]
    case .mention: ["post", "mentioned"]
    case .hashtag: ["at"]
    case .gonePost: ["id"]
    case .origin: ["owner", "post"]
    case .edge(let kind): [kind.stored.source, kind.stored.target]
    }
  }

  /// Describes a row.
  func object(_ row: inout ResultRow) -> Fault.Object {
    let numbers = identity.map { row["\($0)"] as Int64 }
    guard case .user = rows else { return object(numbers) }
    return object(numbers, handle: row["username"])
  }

  /// Describes the row with these values of `identity`.
  func object(_ numbers: [Int64], handle: String? = nil) -> Fault.Object {
    switch rows {
    case .user, .counter: .user(numbers[0], handle: handle)
    case .post: .post(numbers[0])
    case .picture: .picture(numbers[0])
    case .thumbnail: .thumbnail(numbers[0])
    case .readMark: .readMark(user: numbers[0])
    case .mention: .mention(post: numbers[0], user: numbers[1])
    case .hashtag: .postOf(time: numbers[0])
    case .gonePost: .gonePost(numbers[0])
    case .origin: .origin(user: numbers[0], post: numbers[1])
    case .edge(let kind): .edge(kind, from: numbers[0], to: numbers[1])
    }
  }

  /// Whether a row has these values in these columns.
  func contains(_ values: [SQLValue], of columns: [Name], on connection: Connection) throws -> Bool
  {
    let isSame = SQL.joined(zip(columns, values).map { "\($0) = \($1)" }, by: " AND ")
    return try connection.hasRow("SELECT 1 FROM \(name) WHERE \(isSame)")
  }

  /// The condition for rows that must not exist without a missing parent.
  var isOrphan: SQL? {
    let required = references.filter { !$0.isOptional }
    return required.isEmpty ? nil : .joined(required.map(\.isBroken), by: " OR ")
  }

  /// The condition for edges to oneself, where the kind forbids them.
  var isOwnEdge: SQL? {
    guard case .edge(let kind) = rows, kind.rules.target == .user, !kind.rules.allowsOwn else {
      return nil
    }
    return "\(kind.stored.source) = \(kind.stored.target)"
  }

  /// Makes a statement read the table and none of its indexes.
  var itself: SQL { hasRowNumbers ? "NOT INDEXED" : "INDEXED BY sqlite_autoindex_\(name)_1" }

  /// The columns of an entry of an index: the indexed ones, then the rest of the key.
  func entry(of index: Index) -> [Name] {
    index.columns + key.filter { !index.columns.contains($0) }
  }

  /// The values of a row, completed with `added`; nil for a row of another form.
  func whole(_ values: [SQLValue]) -> [SQLValue]? {
    let missing = columns.count - values.count
    guard (0...added.count).contains(missing) else { return nil }
    return values + added.suffix(missing)
  }

  /// The index that stores whole edges a second time.
  var mirror: Index? {
    guard case .edge = rows else { return nil }
    return indexes.first { !$0.isPartial && entry(of: $0).count == columns.count }
  }
}
