import SQLText
import SQLite
import Support
import Testing

@Suite struct ValueTests {
  private let connection: Connection

  init() throws {
    connection = try Connection.inMemory()
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `bound values come back unchanged`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let values = (0..<20).map { _ in SQLValue.random(using: &generator) }
    try connection.run("CREATE TABLE things(at INTEGER PRIMARY KEY, thing)")
    for value in values { try connection.run("INSERT INTO things(thing) VALUES (\(value))") }
    #expect(try rows("SELECT thing FROM things ORDER BY at") == values.map { [$0] })
  }

  private func rows(_ query: SQL) throws -> [[SQLValue]] {
    var rows: [[SQLValue]] = []
    try connection.eachRow(query) { row in
      rows.append((0..<row.columnCount).map { row.value($0) })
    }
    return rows
  }

  @Test func `a bound NUL comes back unchanged`() throws {
    let found = try rows("SELECT \("a\0b"), length(CAST(\("a\0b") AS BLOB))")
    #expect(found == [[.text("a\0b"), .integer(3)]])
  }

  @Test func `an empty text, an empty blob and nothing are three things`() throws {
    let types = try rows("SELECT typeof(\("")), typeof(\([UInt8]())), typeof(\(String?.none))")
    #expect(types == [[.text("text"), .text("blob"), .text("null")]])
  }

  @Test func `composed and decomposed letters stay different`() throws {
    let found = try rows("SELECT \("é") = \("e\u{301}"), \("e\u{301}")")
    #expect(found == [[.integer(0), .text("e\u{301}")]])
    #expect(found != [[.integer(0), .text("é")]])
  }

  @Test func `text that is not UTF-8 reads as a replacement`() throws {
    #expect(try connection.value("SELECT CAST(x'61FF62' AS TEXT)") == "a\u{FFFD}b")
  }

  @Test func `each kind of value binds as what it is`() throws {
    let sql: SQL = """
      SELECT \(1), \(Int64(2)), \(true), \(false), \(0.5), \("x"), \([7] as [UInt8]), \(Int?.none), \(Int?(3))
      """
    #expect(
      try rows(sql) == [
        [
          .integer(1), .integer(2), .integer(1), .integer(0), .real(0.5), .text("x"), .blob([7]),
          .null, .integer(3),
        ]
      ])
  }

  @Test func `an optional reader distinguishes NULL from an empty text`() throws {
    let texts = try connection.first {
      "SELECT \($0)"
    } as: { row in
      [row[optional: "NULL"], row[optional: "0"], row[optional: "''"]] as [String?]
    }
    #expect(texts == [nil, "0", ""])
  }

  @Test func `a query gets the columns that its reader names, with their bindings`() throws {
    let read = { (row: inout ResultRow) -> (text: String, number: Int, isLess: Bool, at: Int64?) in
      (row["'a'"], row["1 + \(2)"], row["\(3) < \(4)"], row[optional: "NULL"])
    }
    let columns = ResultRow.columns(of: read)
    #expect(columns.text == "'a',\n1 + ?,\n? < ?, NULL")
    #expect(columns.bindings == [.integer(2), .integer(3), .integer(4)])
    let row = try #require(try connection.first({ "SELECT \($0)" }, as: read))
    #expect(row == ("a", 3, true, nil))
    #expect(try connection.all({ "SELECT \($0) WHERE 0" }, as: read).isEmpty)
  }

  @Test func `interpolating a statement splices it with its bindings`() {
    let condition: SQL = "name = \("Ada")"
    let sql: SQL = "SELECT \(1) FROM users WHERE \(condition) LIMIT \(2)"
    #expect(sql.text == "SELECT ? FROM users WHERE name = ? LIMIT ?")
    #expect(sql.bindings == [.integer(1), .text("Ada"), .integer(2)])
  }

  @Test func `an error names the statement and never a value`() throws {
    try connection.run("CREATE TABLE t(a INTEGER CHECK (a < 5)) STRICT")
    let sql: SQL = "INSERT INTO t VALUES (\(987_654))"
    let error = #expect(throws: SQLiteError.self) { try connection.run(sql) }
    #expect(
      error
        == SQLiteError(
          code: .checkFailed, message: "CHECK constraint failed: a < 5",
          sql: "INSERT INTO t VALUES (?)"))
    #expect(error?.code.primary == .constraint)
  }
}
