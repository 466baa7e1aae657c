import CSQLite
import Model
import Seeding
import Services
import Support

extension Network {
  func seed(_ order: SeedOrder) throws -> SeedSummary {
    let plan = try SeedPlan(order) { _ in }
    try load(plan.network) { _ in }
    return plan.summary
  }
}

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

  /// The rows that violate the rules between tables.
  func seedFaults() throws -> [String] {
    try Fixture.rules.flatMap { rule, query in try rows(query).map { "\(rule): \($0)" } }
      + pragma("PRAGMA integrity_check").filter { $0 != "ok" }
      + pragma("PRAGMA foreign_key_check")
      + schemaFaults()
  }

  private static let rules = [
    (
      "counts of a user",
      """
      SELECT id FROM users WHERE
        post_count <> (SELECT count(*) FROM posts WHERE author = users.id AND private = 0)
        OR last_post_at <> coalesce((SELECT max(at) FROM posts WHERE author = users.id), 0)
        OR follower_count <> (SELECT count(*) FROM follows WHERE followee = users.id)
        OR following_count <> (SELECT count(*) FROM follows WHERE follower = users.id)
        OR like_count <> (SELECT count(*) FROM likes JOIN posts ON posts.id = post
          WHERE posts.author = users.id)
      """
    ),
    (
      "likes of a post",
      "SELECT id FROM posts WHERE like_count <> (SELECT count(*) FROM likes WHERE post = posts.id)"
    ),
    (
      "replies and reposts of a post",
      """
      SELECT id FROM posts
      WHERE reply_count <> (SELECT count(*) FROM posts AS other WHERE other.reply_to = posts.id)
        OR repost_count <> (SELECT count(*) FROM posts AS other WHERE other.reposts = posts.id)
      """
    ),
    (
      "a post before the one it refers to",
      """
      SELECT posts.id FROM posts JOIN posts AS other
        ON other.id IN (posts.reply_to, posts.thread, posts.quotes, posts.reposts)
      WHERE posts.at <= other.at
      """
    ),
    (
      "checksum of a user",
      """
      SELECT id FROM users
      WHERE checksum <> row_checksum(id, username, name, bio, avatar, created_at)
      """
    ),
    (
      "checksum of a post",
      """
      SELECT id FROM posts
      WHERE checksum <> CASE WHEN coalesce(reply_to, quotes, reposts) IS NULL
        THEN row_checksum(author, private, at, id, text, picture, alt)
        ELSE row_checksum(author, private, at, id, text, picture, alt, reply_to, thread, quotes,
          reposts, edited_at) END
      """
    ),
    (
      "a like before its post or its user",
      """
      SELECT post, user FROM likes JOIN posts ON posts.id = post JOIN users ON users.id = user
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

  private func pragma(_ statement: String) throws -> [String] {
    var database: OpaquePointer?
    defer { sqlite3_close(database) }
    var query: OpaquePointer?
    defer { sqlite3_finalize(query) }
    guard sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK,
      sqlite3_prepare_v2(database, statement, -1, &query, nil) == SQLITE_OK
    else { throw NoAnswer(statement: statement) }
    var rows: [String] = []
    while sqlite3_step(query) == SQLITE_ROW {
      rows.append(sqlite3_column_text(query, 0).map { String(cString: $0) } ?? "")
    }
    return rows
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

/// An error of a statement.
private struct NoAnswer: Error {
  let statement: String
}
