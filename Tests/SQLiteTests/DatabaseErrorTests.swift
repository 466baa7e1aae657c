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

  @Test(arguments: [SQLITE_NOMEM, SQLITE_IOERR | 12 << 8])
  func `a lack of memory is no fault of the disk`(code: Int32) {
    let error = SQLiteError(code: ResultCode(rawValue: code), message: "out of memory", sql: nil)
    #expect(DatabaseError(error) == .memoryShort(saved: .nothing))
    #expect(
      TargetError(path: "x.db", naming: error) == TargetError(path: "x.db", reason: .memoryShort))
  }
}
