internal import CPostgres
package import SQLText

/// Sends many rows in the text format of COPY (<https://www.postgresql.org/docs/15/sql-copy.html>).
extension PostgresSession {
  /// Runs `COPY … FROM STDIN` with the rows that `body` passes to its argument; returns their
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
      // The server then stores none of the rows.
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

  /// Makes a call and sends all its bytes; otherwise libpq would collect them in memory.
  private func put(_ step: () -> Int32) throws(PostgresError) {
    let wait = newWait()
    var isTaken = false
    while true {
      if !isTaken {
        let done = step()
        if done < 0 { throw lost() }
        isTaken = done > 0
      }
      if isTaken {
        let left = unsafe PQflush(handle)
        if left < 0 { throw lost() }
        if left == 0 { return }
      }
      switch wait.wait(for: unsafe PQsocket(handle), writes: true) {
      case .ready(let isReadable):
        if isReadable, unsafe PQconsumeInput(handle) == 0 { throw lost() }
      case .isStopped: throw .stopped
      case .isOver: throw .silent
      }
    }
  }
}
