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

  /// Passes on the rows of `COPY … TO STDOUT`, each with its line feed.
  package func copyOut(_ sql: SQL, _ take: (UnsafeBufferPointer<UInt8>) throws -> Void) throws {
    try send(sql)
    let started = try unsafe wholeResult()
    unsafe PQclear(started)
    let wait = newWait()
    var failure: (any Error)?
    while true {
      var bytes: UnsafeMutablePointer<CChar>?
      let count = unsafe PQgetCopyData(handle, &bytes, 1)
      if count == 0 {
        guard case .ready = wait.wait(for: unsafe PQsocket(handle), writes: false),
          unsafe PQconsumeInput(handle) == 1
        else { throw lost() }
        continue
      }
      guard count > 0, let bytes = unsafe bytes else { break }
      defer { unsafe PQfreemem(bytes) }
      if failure != nil { continue }
      do {
        try unsafe bytes.withMemoryRebound(to: UInt8.self, capacity: Int(count)) {
          try unsafe take(UnsafeBufferPointer(start: $0, count: Int(count)))
        }
      } catch {
        failure = error
        cancel()
      }
    }
    do {
      let result = try unsafe wholeResult()
      unsafe PQclear(result)
    } catch {
      throw failure ?? error
    }
    if let failure { throw failure }
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
