internal import SQLText

/// A table whose rows are derived from other tables.
struct DerivedTable: Sendable {
  let name: String
  /// Selects the rows of the table.
  let rows: SQL
  /// Selects the rows that the table must have.
  let source: SQL
  let repair: [SQL]

  /// A repair deletes the rows for which `isDerived` holds, and inserts those of `source`.
  private init(_ name: Name, _ columns: SQL, where isDerived: SQL = "TRUE", source: SQL) {
    self.name = name.text
    self.source = source
    rows = "SELECT \(columns) FROM profilectl.\(name) WHERE \(isDerived)"
    repair = [
      "DELETE FROM profilectl.\(name) WHERE \(isDerived)",
      "INSERT INTO profilectl.\(name) (\(columns)) \(source) ON CONFLICT DO NOTHING",
    ]
  }

  private init(name: String, rows: SQL, source: SQL, repair: [SQL]) {
    self.name = name
    self.rows = rows
    self.source = source
    self.repair = repair
  }

  static let all = [handles, postPlaces, threadPosts, notices, countSlots]

  static let handles = DerivedTable(
    "handles", "username, id", source: "SELECT username, id FROM profilectl.users")

  static let postPlaces = DerivedTable(
    "post_places", "id, author, private, at",
    source: "SELECT id, author, private, at FROM profilectl.posts")

  /// Rows without an author are the places of deleted posts; nothing else of those posts is left.
  static let threadPosts = DerivedTable(
    "thread_posts", "thread, at, id, reply_to, author, private", where: "author IS NOT NULL",
    source: """
      SELECT thread, at, id, reply_to, author, private FROM profilectl.posts
      WHERE reply_to IS NOT NULL
      """)

  static let notices = DerivedTable(
    "notices", "recipient, kind, at, post, subject, actor",
    source: """
      SELECT m.mentioned, m.kind, m.at, m.post, coalesce(p.reposts, p.id), m.author
      FROM profilectl.mentions AS m
      JOIN profilectl.posts AS p ON p.author = m.author AND p.id = m.post WHERE m.kind > 0
      """)

  /// A user with slots need not have a row for each, so that only surplus rows are faults.
  static let countSlots = DerivedTable(
    name: "count_slots",
    rows: "SELECT owner, slot FROM profilectl.count_slots",
    source: """
      SELECT s.owner, s.slot FROM profilectl.count_slots AS s
      JOIN profilectl.users AS u ON u.id = s.owner WHERE u.slots > 0
      """,
    repair: [
      """
      DELETE FROM profilectl.count_slots AS s
      WHERE NOT EXISTS (SELECT 1 FROM profilectl.users WHERE id = s.owner AND slots > 0)
      """
    ])
}
