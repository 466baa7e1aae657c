import SQLText
import SQLite
import Testing

@Suite struct UserQueryTests {
  private let connection: Connection

  init() throws {
    connection = try Connection.inMemory()
    try connection.run("CREATE TABLE birds(id INTEGER PRIMARY KEY, name TEXT) STRICT")
    try connection.run("INSERT INTO birds(name) VALUES ('wren'), ('owl')")
    try connection.run("CREATE VIRTUAL TABLE words USING fts5(word)")
    try connection.run("INSERT INTO words VALUES ('small bird')")
  }

  /// The names of the columns, then each row.
  private func run(_ text: String) throws -> [[SQLValue]] {
    var table: [[SQLValue]] = []
    try connection.userQuery(text) { names in
      table.append(names.map { .text($0) })
    } _: { row in
      table.append((0..<row.columnCount).map { row.value($0) })
      return true
    }
    return table
  }

  @Test func `rows follow the names of their columns`() throws {
    let table = try run("SELECT id, name AS who FROM birds ORDER BY id")
    #expect(
      table == [
        [.text("id"), .text("who")], [.integer(1), .text("wren")], [.integer(2), .text("owl")],
      ])
  }

  @Test func `columns have names when there is no row`() throws {
    #expect(try run("SELECT name, 1 FROM birds WHERE 0") == [[.text("name"), .text("1")]])
  }

  @Test(arguments: [
    "VALUES (1)", "WITH a AS (SELECT 1) SELECT * FROM a", "SELECT 1;", " -- why\n SELECT 1 ; -- so",
    "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 3) SELECT x FROM c",
    "SELECT word FROM words WHERE words MATCH 'bird'", "SELECT name FROM sqlite_schema",
    "SELECT upper(name) FROM birds GROUP BY 1 HAVING count(*) > 0 ORDER BY 1",
    "EXPLAIN QUERY PLAN SELECT 1", "SELECT /* ; */ ';'",
  ])
  func `reading is allowed`(text: String) throws {
    #expect(try run(text).count >= 1)
  }

  @Test(arguments: [
    "INSERT INTO birds(name) VALUES ('x')", "UPDATE birds SET name = ''", "DELETE FROM birds",
    "DELETE FROM birds RETURNING id", "WITH a AS (SELECT 1) DELETE FROM birds",
    "CREATE TABLE t(a)", "CREATE TEMP TABLE t(a)", "CREATE VIEW v AS SELECT 1", "DROP TABLE birds",
    "ALTER TABLE birds RENAME TO b", "PRAGMA user_version", "PRAGMA query_only=0",
    "PRAGMA data_version", "PRAGMA main.data_version",
    "SELECT * FROM pragma_table_info('birds')", "SELECT * FROM pragma_query_only",
    "ATTACH 'x' AS y", "DETACH main", "BEGIN", "BEGIN IMMEDIATE", "COMMIT", "ROLLBACK",
    "SAVEPOINT a",
    "RELEASE a", "VACUUM", "VACUUM INTO '/tmp/never'", "ANALYZE", "REINDEX",
    "EXPLAIN DELETE FROM birds",
    "SELECT 1; SELECT 2", "SELECT 1; DELETE FROM birds", "SELECT 1; nonsense", "", " -- nothing",
    ";",
    "SELECT 1\0; DELETE FROM birds", "SELECT load_extension('x')", "nonsense", "SELECT",
  ])
  func `anything else is refused and changes nothing`(text: String) throws {
    let schema = try connection.schema()
    #expect(throws: (any Error).self) { try run(text) }
    #expect(!connection.isInTransaction)
    #expect(try connection.birds == ["wren", "owl"])
    #expect(try connection.schema() == schema)
  }

  @Test(arguments: [
    ("DELETE FROM birds", UserQueryError.notReading), ("PRAGMA user_version", .notReading),
    ("BEGIN", .notReading), ("SELECT 1; SELECT 2", .severalStatements),
    (" -- nothing", .noStatement),
    ("SELECT 1\0", .holdsNUL),
  ])
  func `a refusal says why`(text: String, refusal: UserQueryError) {
    #expect(throws: refusal) { try run(text) }
  }

  @Test func `the connection writes again afterwards`() throws {
    _ = try run("SELECT 1")
    try connection.run("INSERT INTO birds(name) VALUES (\("tit"))")
    #expect(try connection.birds == ["wren", "owl", "tit"])
  }
}
