internal import Model
internal import SQLite

/// Facts about the file.
extension SQLiteReading {
  func facts() throws -> FileFacts {
    FileFacts(
      path: path,
      schemaVersion: try number("PRAGMA user_version"),
      sqliteVersion: try connection.first("SELECT sqlite_version()") { $0.text(0) } ?? "",
      pageSize: try number("PRAGMA page_size"),
      pageCount: try number("PRAGMA page_count"),
      users: try number("SELECT count(*) FROM users"),
      posts: try number("SELECT count(*) FROM posts"),
      pictures: try number("SELECT count(*) FROM pictures"),
      edges: try EdgeKind.allCases.map(edgeCount),
    )
  }

  /// In bytes, with what is in the log and not yet in the file.
  func fileSize() throws -> Int {
    try number("PRAGMA page_count") * number("PRAGMA page_size")
  }

  private func number(_ sql: SQL) throws -> Int {
    try connection.first(sql) { $0.int(0) } ?? 0
  }
}
