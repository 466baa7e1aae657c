import SQLText
import SQLite
import Testing

@Suite struct StatementTests {
  private let connection: Connection

  init() throws {
    connection = try Connection.inMemory()
    try connection.run("CREATE TABLE numbers(n INTEGER PRIMARY KEY) STRICT")
    for n in 1...5 { try connection.run("INSERT INTO numbers VALUES (\(n))") }
  }

  /// The number of the connection's prepared statements, without this query.
  private var prepared: Int {
    get throws {
      try connection.value("SELECT count(*) - 1 FROM sqlite_stmt") ?? 0
    }
  }

  @Test func `the same text is prepared once`() throws {
    let before = try prepared
    for n in 1...50 { try connection.run("SELECT \(n)") }
    #expect(try prepared == before + 1)
  }

  @Test func `the cache has a bound`() throws {
    var sums: [SQL] = ["1"]
    for _ in 1..<20 { sums.append("\(sums[sums.count - 1]) + 1") }
    for left in sums {
      for right in sums { try connection.run("SELECT \(left), \(right)") }
    }
    #expect((100...200).contains(try prepared))
  }

  @Test func `a statement that failed leaves the cache`() throws {
    let insert: SQL = "INSERT INTO numbers VALUES (\(1))"
    #expect(throws: SQLiteError.self) { try connection.run(insert) }
    let before = try prepared
    #expect(throws: SQLiteError.self) { try connection.run(insert) }
    #expect(try prepared == before)
    try connection.run("INSERT INTO numbers VALUES (\(6))")
    #expect(try connection.value("SELECT max(n) FROM numbers") == 6)
  }

  @Test func `a body that throws leaves its statement usable`() throws {
    struct Stop: Error {}
    let sql: SQL = "SELECT n FROM numbers ORDER BY n"
    #expect(throws: Stop.self) { try connection.each(value: sql) { (_: Int) in throw Stop() } }
    #expect(try connection.values(sql) == [1, 2, 3, 4, 5])
  }

  @Test func `a statement may run inside itself`() throws {
    let sql: SQL = "SELECT n FROM numbers WHERE n > \(3) ORDER BY n"
    var pairs: [[Int]] = []
    try connection.each(value: sql) { (outer: Int) in
      try connection.each(value: sql) { pairs.append([outer, $0]) }
    }
    #expect(pairs == [[4, 4], [4, 5], [5, 4], [5, 5]])
  }

  @Test func `changes counts the rows of the last change`() throws {
    try connection.run("DELETE FROM numbers WHERE n > \(3)")
    #expect(connection.changes == 2)
    try connection.run("DELETE FROM numbers WHERE n > \(3)")
    #expect(connection.changes == 0)
  }

  @Test func `a query plan shows how rows are found`() throws {
    let plan = try connection.queryPlan(of: "SELECT n FROM numbers WHERE n = \(1)")
    #expect(plan.map(\.line) == ["SEARCH numbers USING INTEGER PRIMARY KEY (rowid=?)"])
    let nested = try connection.queryPlan(
      of: "SELECT (SELECT max(n) FROM numbers AS o WHERE o.n < numbers.n) FROM numbers")
    #expect(nested.map(\.depth) == [0, 0, 1])
  }

  @Test func `a long statement stops when asked to`() throws {
    connection.stop { true }
    let error = #expect(throws: SQLiteError.self) {
      try connection.run(
        "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c")
    }
    #expect(error?.code == .interrupt)
    connection.stop(when: nil)
    #expect(try connection.value("SELECT 1") == 1)
  }

  @Test(
    arguments: [
      "SELECT \"numbers\"", "ATTACH ':memory:' AS other", "SELECT load_extension('x')",
      "UPDATE sqlite_schema SET sql = ''",
    ] as [SQL])
  func `a connection refuses what only an attacker needs`(sql: SQL) throws {
    #expect(throws: SQLiteError.self) { try connection.run(sql) }
  }

  @Test func `foreign keys are enforced`() throws {
    try connection.run("CREATE TABLE halves(n INTEGER NOT NULL REFERENCES numbers) STRICT")
    let error = #expect(throws: SQLiteError.self) {
      try connection.run("INSERT INTO halves VALUES (9)")
    }
    #expect(error?.code == .foreignKeyFailed)
  }
}
