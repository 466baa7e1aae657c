import SQLText
import SQLite
import Support
import Testing

@Suite struct RowChecksumTests {
  private let connection: Connection

  init() throws {
    connection = try Connection.inMemory()
  }

  private func checksum(_ values: [SQLValue]) throws -> Int64? {
    var list: SQL = "\(values[0])"
    for value in values.dropFirst() { list = "\(list), \(value)" }
    let checksum: Int64? = try connection.value("SELECT row_checksum(\(list))")
    // Servers have no such function: their rows get it from here.
    #expect(checksum == RowChecksum.of(values))
    return checksum
  }

  @Test func `the same values have the same checksum for ever`() throws {
    let values: [SQLValue] = [.integer(1), .text("ana"), .null, .real(0.5), .blob([1, 2, 3])]
    #expect(try checksum(values) == 1_830_171_492_942_398_750)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `any changed bit changes it`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let bytes = (0..<37).map { _ in UInt8.random(in: 0...255, using: &generator) }
    let before = try checksum([.text("x"), .blob(bytes), .integer(9)])
    for bit in 0..<bytes.count * 8 {
      var changed = bytes
      changed[bit / 8] ^= 1 << (bit % 8)
      #expect(try checksum([.text("x"), .blob(changed), .integer(9)]) != before)
    }
  }

  @Test func `type, length, order, number and boundaries count`() throws {
    let rows: [[SQLValue]] = [
      [.null], [.integer(0)], [.real(0)], [.text("")], [.blob([])], [.text("0")],
      [.blob([0])], [.blob([0, 0])], [.text("\0")], [.null, .null], [.integer(1)], [.real(1)],
      [.text("1")], [.blob([0x31])], [.text("ab"), .text("c")], [.text("a"), .text("bc")],
      [.text("abc")], [.text("c"), .text("ab")], [.text("abc"), .null], [.null, .text("abc")],
    ]
    let checksums = try rows.map { try checksum($0) }
    #expect(Set(checksums).count == rows.count)
  }

  @Test func `a zero that lost its sign in a table is the same`() throws {
    #expect(try checksum([.real(-0.0)]) == checksum([.real(0)]))
  }

  @Test func `no schema can call it`() throws {
    try connection.run("CREATE VIEW v AS SELECT row_checksum(1)")
    #expect(throws: SQLiteError.self) { try connection.run("SELECT * FROM v") }
  }
}
