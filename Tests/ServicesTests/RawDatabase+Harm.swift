import Support

extension RawDatabase {
  /// Runs statements on a file while an index is not in its schema, so that the index is left as it
  /// was.
  static func run(_ sql: String, on path: String, behind index: String) throws {
    let columns = "type, name, tbl_name, rootpage, sql"
    let row = try RawDatabase(path).rows(
      "SELECT \(columns.split(separator: ",").map { "quote(\($0))" }.joined(separator: ", ")) "
        + "FROM sqlite_schema WHERE name = '\(index)'")[0].joined(separator: ", ")
    try RawDatabase(path).run(
      "PRAGMA writable_schema = 1; DELETE FROM sqlite_schema WHERE name = '\(index)'")
    try RawDatabase(path).run(sql)
    try RawDatabase(path).run(
      "PRAGMA writable_schema = 1; INSERT INTO sqlite_schema (\(columns)) VALUES (\(row))")
  }
}
