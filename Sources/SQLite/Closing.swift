internal import Glibc

/// What becomes of the write-ahead log when a connection closes: the last one to close checkpoints
/// it.
enum Closing: Sendable {
  /// As SQLite does it: right in memory, on a file of one's own, and under the lock.
  case plain
  /// The log stays as it is.
  case keepingLog
  /// A checkpoint only under the lock, and only if nobody else holds it.
  case polite(DatabasePath)

  /// `log` is the one that the connection has open, as far as is known.
  func perform(on log: OpenLog?, keepLog: () -> Void, close: () -> Void) {
    switch self {
    case .plain:
      close()
    case .keepingLog:
      keepLog()
      close()
    case .polite(let path):
      let fate = (log ?? OpenLog(of: path))?.fate(beside: path) ?? .inPlace(isEmpty: true)
      if case .inPlace(isEmpty: true) = fate { return close() }
      if case .replaced = fate {
        keepLog()
        return close()
      }
      guard let lock = try? FileLock(existing: path), lock.acquireAtOnce() else {
        keepLog()
        return close()
      }
      close()
      lock.release()
    }
  }
}
