import Support

extension RawDatabase {
  /// Runs statements while indexes are missing from the schema, so that the indexes do not change.
  static func run(_ sql: String, on path: String, behind indexes: [String]) throws {
    let columns = "type, name, tbl_name, rootpage, sql"
    let names = indexes.map { "'\($0)'" }.joined(separator: ", ")
    // An automatic index is part of the table's statement too.
    let tables =
      "name IN (SELECT tbl_name FROM sqlite_schema WHERE name IN (\(names)) AND sql IS NULL)"
    let quoted = columns.split(separator: ",").map { "quote(\($0))" }.joined(separator: ", ")
    let raw = try RawDatabase(path)
    let rows = try raw.rows("SELECT \(quoted) FROM sqlite_schema WHERE name IN (\(names))")
    let statements = try raw.rows(
      "SELECT quote(sql), quote(name) FROM sqlite_schema WHERE \(tables)")
    try raw.run(
      """
      PRAGMA writable_schema = 1;
      UPDATE sqlite_schema SET sql = replace(sql, ' UNIQUE', '') WHERE \(tables);
      DELETE FROM sqlite_schema WHERE name IN (\(names))
      """)
    try RawDatabase(path).run(sql)
    let restored =
      statements.map { "UPDATE sqlite_schema SET sql = \($0[0]) WHERE name = \($0[1]);" }
      + rows.map {
        "INSERT INTO sqlite_schema (\(columns)) VALUES (\($0.joined(separator: ", ")));"
      }
    try RawDatabase(path).run("PRAGMA writable_schema = 1; \(restored.joined())")
  }

  /// Runs statements while the tables accept values of any type.
  static func run(untyped sql: String, on path: String) throws {
    let raw = try RawDatabase(path)
    let typed = try raw.rows(
      "SELECT quote(sql), quote(name) FROM sqlite_schema WHERE type = 'table'")
    try raw.run(
      "PRAGMA writable_schema = 1; UPDATE sqlite_schema SET sql = replace(sql, ' STRICT', '')")
    try RawDatabase(path).run("PRAGMA ignore_check_constraints = 1; \(sql)")
    let restored = typed.map { "UPDATE sqlite_schema SET sql = \($0[0]) WHERE name = \($0[1]);" }
    try RawDatabase(path).run("PRAGMA writable_schema = 1; \(restored.joined())")
  }
}
