internal import CPostgres
package import SQLText

/// Many rows at once, in the text format of COPY
/// (<https://www.postgresql.org/docs/15/sql-copy.html>).
extension PostgresSession {
  /// Sends the rows that `body` passes to its argument by `COPY … FROM STDIN`, and returns their
  /// number.
  @discardableResult package func copyIn(
    _ sql: SQL, _ body: (_ send: ([UInt8]) throws -> Void) throws -> Void
  ) throws -> Int {
    try send(sql)
    let started = try unsafe wholeResult()
    unsafe PQclear(started)
    do {
      try body { bytes in try self.put(bytes) }
    } catch {
      // The server takes none of the rows.
      if isUsable {
        unsafe PQputCopyEnd(handle, "stopped")
        _ = try? unsafe wholeResult()
      }
      throw error
    }
    try put { unsafe PQputCopyEnd(handle, nil) }
    let result = try unsafe wholeResult()
    defer { unsafe PQclear(result) }
    return unsafe PQcmdTuples(result).flatMap { unsafe Int(String(cString: $0)) } ?? 0
  }

  private func put(_ bytes: [UInt8]) throws(PostgresError) {
    try put {
      unsafe bytes.withUnsafeBytes { bytes in
        unsafe PQputCopyData(
          handle, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count))
      }
    }
  }

  /// Repeats a call that libpq has no room for until the socket has sent enough.
  private func put(_ step: () -> Int32) throws(PostgresError) {
    let wait = newWait()
    while true {
      let done = step()
      if done < 0 { throw lost() }
      if done > 0, unsafe PQflush(handle) >= 0 { return }
      switch wait.wait(for: unsafe PQsocket(handle), writes: true) {
      case .ready(let isReadable):
        if isReadable, unsafe PQconsumeInput(handle) == 0 { throw lost() }
      case .isStopped: throw .stopped
      case .isOver: throw .silent
      }
    }
  }
}
