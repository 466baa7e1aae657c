import CSQLite
import SQLite
import Testing

@Suite struct DatabaseErrorTests {
  @Test(arguments: [SQLITE_BUSY, SQLITE_BUSY | 1 << 8, SQLITE_PROTOCOL])
  func `a lock that can't be had means that others are at work`(code: Int32) {
    let error = SQLiteError(code: ResultCode(rawValue: code), message: "locking", sql: nil)
    #expect(DatabaseError(error, wait: .seconds(3)) == .busy(seconds: 3))
  }

  @Test func `a lock between statements of one connection is our own mistake`() {
    let error = SQLiteError(code: ResultCode(rawValue: SQLITE_LOCKED), message: "", sql: nil)
    #expect(DatabaseError(error) == .unexpected(error))
  }
}
