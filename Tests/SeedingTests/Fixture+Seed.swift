import Model
import NetworkSupport
import Seeding
import Services
import Support

extension SeedPlan {
  static func hash(of order: SeedOrder) throws -> UInt64 {
    try SeedPlan(order) { _ in }.summary.hash
  }
}

extension Fixture {
  /// The rows of a query, their columns joined by bars.
  func rows(_ statement: String) throws -> [String] {
    var rows: [String] = []
    try network.file.query(statement, batchSize: 1_000) { result in
      rows += result.rows.map { $0.map(\.text).joined(separator: "|") }
    }
    return rows
  }

  /// Every row of every table of ours.
  func dump() throws -> [String] {
    let tables = ["users", "posts", "follows", "likes", "counters"]
    return try tables.flatMap { try rows("SELECT * FROM \($0)") }
  }

  /// The rows that violate a rule of all networks or of synthetic ones.
  func seedFaults() throws -> [String] {
    try raw().faultsOfSeeded() + schemaFaults()
      + Fixture.rules.flatMap { rule, query in try rows(query).map { "\(rule): \($0)" } }
  }

  private static let rules = [
    (
      "a post before the one it refers to",
      """
      SELECT posts.id FROM posts JOIN posts AS other
        ON other.id IN (posts.reply_to, posts.thread, posts.quotes, posts.reposts)
      WHERE posts.at <= other.at
      """
    ),
    (
      "a like before its post or its user",
      """
      SELECT post, liker FROM likes JOIN posts ON posts.id = post JOIN users ON users.id = liker
      WHERE likes.at <= posts.at OR likes.at <= users.created_at
      """
    ),
    (
      "a post before its author",
      """
      SELECT posts.id FROM posts JOIN users ON users.id = author
      WHERE at < created_at AND username <> 'ada'
      """
    ),
    (
      "a mention of nobody",
      """
      SELECT mention FROM (
        SELECT substr(tail, 1, instr(tail || ' ', ' ') - 1) AS mention FROM (
          SELECT substr(text, instr(text, '@') + 1) AS tail FROM posts WHERE text LIKE '%@%'))
      WHERE rtrim(substr(mention, 1, 30), '!?.,。！|') NOT IN (SELECT username FROM users)
        AND mention GLOB '[a-z0-9_.]*' AND length(mention) = length(CAST(mention AS BLOB))
        AND instr(mention, char(10)) = 0
      """
    ),
    (
      "counters",
      """
      SELECT name FROM counters WHERE value <> CASE name WHEN 'users' THEN
        coalesce((SELECT max(id) FROM users), 0) ELSE coalesce((SELECT max(id) FROM posts), 0) END
      """
    ),
  ]

  /// A recreated index must equal the original.
  private func schemaFaults() throws -> [String] {
    let fresh = try Fixture()
    let query = "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name"
    return try rows(query) == fresh.rows(query) ? [] : ["the schema has changed"]
  }
}

extension QueryResult.Value {
  fileprivate var text: String {
    switch self {
    case .null: "NULL"
    case .integer(let number): String(number)
    case .real(let number): String(number)
    case .text(let text): text
    case .blob(let bytes): "\(bytes)"
    }
  }
}
