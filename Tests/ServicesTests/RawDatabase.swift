import CSQLite
import Foundation

/// A database opened as any other program would open it, with nothing of ours in between.
final class RawDatabase {
  private var handle: OpaquePointer?

  init(_ path: String) throws {
    guard sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK else {
      throw refusal
    }
    csqlite_register_checksum(handle)
  }

  deinit {
    sqlite3_close(handle)
  }

  /// Makes a database of another program.
  static func make(_ path: String, _ sql: String) throws {
    _ = FileManager.default.createFile(atPath: path, contents: nil)
    try RawDatabase(path).run(sql)
  }

  func run(_ sql: String) throws {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw refusal }
  }

  /// Every row as text; NULL is empty.
  func rows(_ sql: String) throws -> [[String]] {
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else { throw refusal }
    var rows: [[String]] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      rows.append(
        (0..<sqlite3_column_count(statement)).map { column in
          sqlite3_column_text(statement, column).map { String(cString: $0) } ?? ""
        })
    }
    guard sqlite3_reset(statement) == SQLITE_OK else { throw refusal }
    return rows
  }

  func column(_ sql: String) throws -> [String] {
    try rows(sql).map { $0[0] }
  }

  /// Every row of every table, the full-text index's own among them.
  func dump() throws -> [String] {
    let tables = try column(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%' ORDER BY 1")
    return try tables.flatMap { table in
      let columns = try column("SELECT name FROM pragma_table_info('\(table)')")
      let line = columns.map { "quote(\"\($0)\")" }.joined(separator: " || ',' || ")
      return try column("SELECT '\(table): ' || \(line) FROM \"\(table)\"")
    }
  }

  private var refusal: Refusal {
    Refusal(message: String(cString: sqlite3_errmsg(handle)))
  }

  struct Refusal: Error {
    let message: String
  }
}

/// What must hold in every file, told in SQL that has nothing to do with the services'.
extension RawDatabase {
  /// Names everything in the file that contradicts something else; empty in a sound one.
  func faults() throws -> [String] {
    try run("CREATE VIRTUAL TABLE temp.terms USING fts5vocab(main, post_words, instance)")
    try run("CREATE VIRTUAL TABLE temp.names USING fts5vocab(main, user_words, instance)")
    defer { try? run("DROP TABLE temp.terms; DROP TABLE temp.names") }
    let broken = try rows("PRAGMA foreign_key_check").map { "foreign key: \($0)" }
    let integrity = try column("PRAGMA integrity_check").filter { $0 != "ok" }
    return try broken + integrity
      + RawDatabase.rules.flatMap { name, sql in try rows(sql).map { "\(name): \($0)" } }
  }

  private static let rules = [
    (
      "post count",
      """
      SELECT id, post_count FROM users AS u WHERE post_count <>
        (SELECT count(*) FROM posts WHERE author = u.id AND private = 0)
      """
    ),
    (
      "follower count",
      """
      SELECT id, follower_count FROM users AS u WHERE follower_count <>
        (SELECT count(*) FROM follows WHERE followee = u.id)
      """
    ),
    (
      "following count",
      """
      SELECT id, following_count FROM users AS u WHERE following_count <>
        (SELECT count(*) FROM follows WHERE follower = u.id)
      """
    ),
    (
      "likes of a user",
      """
      SELECT id, like_count FROM users AS u WHERE like_count <> (SELECT count(*) FROM likes
        JOIN posts ON posts.id = likes.post WHERE posts.author = u.id AND posts.private = 0)
      """
    ),
    (
      "likes of a post",
      """
      SELECT id, like_count FROM posts AS p WHERE like_count <>
        (SELECT count(*) FROM likes WHERE post = p.id)
      """
    ),
    (
      "newest post",
      """
      SELECT id, last_post_at FROM users AS u WHERE last_post_at <>
        coalesce((SELECT max(at) FROM posts WHERE author = u.id AND private = 0), 0)
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
      WHERE checksum <> row_checksum(author, private, at, id, text, picture, alt)
      """
    ),
    (
      "checksum of a flag",
      "SELECT post FROM flags WHERE checksum <> row_checksum(post, reporter, at, reason)"
    ),
    (
      "checksum of a picture",
      """
      SELECT id FROM pictures
      WHERE checksum <> row_checksum(id, hash, width, height, bytes, content)
      """
    ),
    ("size of a picture", "SELECT id FROM pictures WHERE bytes <> length(content)"),
    (
      "picture that nothing shows",
      """
      SELECT id FROM pictures WHERE id NOT IN (
        SELECT picture FROM posts WHERE picture IS NOT NULL
        UNION SELECT avatar FROM users WHERE avatar IS NOT NULL)
      """
    ),
    ("words without a post", "SELECT doc FROM terms EXCEPT SELECT at FROM posts"),
    (
      "post without words",
      "SELECT at FROM posts WHERE text <> '' OR alt <> '' EXCEPT SELECT doc FROM terms"
    ),
    ("name without a user", "SELECT doc FROM names EXCEPT SELECT id FROM users"),
    ("user without a name", "SELECT id FROM users EXCEPT SELECT doc FROM names"),
    (
      "another's handle in the index",
      """
      SELECT doc, term FROM names WHERE col = 'username'
      EXCEPT SELECT id, username FROM users
      """
    ),
  ]
}
