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
    #expect(try connection.all("SELECT thing FROM things ORDER BY at") { $0.value(0) } == values)
  }

  @Test func `a bound NUL comes back unchanged`() throws {
    let text = try connection.first("SELECT \("a\0b"), length(CAST(\("a\0b") AS BLOB))") { row in
      [row.value(0), row.value(1)]
    }
    #expect(text == [.text("a\0b"), .integer(3)])
  }

  @Test func `an empty text, an empty blob and nothing are three things`() throws {
    let types = try connection.first(
      "SELECT typeof(\("")), typeof(\([UInt8]())), typeof(\(String?.none))"
    ) { row in
      [row.text(0), row.text(1), row.text(2)]
    }
    #expect(types == ["text", "blob", "null"])
  }

  @Test func `composed and decomposed letters stay different`() throws {
    let found = try connection.first("SELECT \("é") = \("e\u{301}"), \("e\u{301}")") { row in
      [row.value(0), row.value(1)]
    }
    #expect(found == [.integer(0), .text("e\u{301}")])
    #expect(found != [.integer(0), .text("é")])
  }

  @Test func `text that is not UTF-8 reads as a replacement`() throws {
    #expect(try connection.first("SELECT CAST(x'61FF62' AS TEXT)") { $0.text(0) } == "a\u{FFFD}b")
  }

  @Test func `each kind of value binds as what it is`() throws {
    let sql: SQL = """
      SELECT \(1), \(Int64(2)), \(true), \(false), \(0.5), \("x"), \([7] as [UInt8]), \(Int?.none), \(Int?(3))
      """
    let row = try connection.first(sql) { row in (0..<row.columnCount).map { row.value($0) } }
    #expect(
      row == [
        .integer(1), .integer(2), .integer(1), .integer(0), .real(0.5), .text("x"), .blob([7]),
        .null,
        .integer(3),
      ])
  }

  @Test func `an optional reader distinguishes NULL from an empty text`() throws {
    let texts = try connection.first("SELECT NULL, 0, ''") { row in
      [row.optionalText(0), row.optionalText(1), row.optionalText(2)]
    }
    #expect(texts == [nil, "0", ""])
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
