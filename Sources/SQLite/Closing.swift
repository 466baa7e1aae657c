internal import Glibc

/// What becomes of the write-ahead log when a connection closes: the last one to close checkpoints
/// it.
enum Closing: Sendable {
  /// As SQLite does it: right in memory, on a file of one's own, and under the lock.
  case plain
  /// The log stays as it is.
  case keepingLog
  /// A checkpoint only under the lock, which is waited for only where nobody else sees the log.
  case polite(DatabaseFile)

  func perform(emptyLog: () -> Void, keepLog: () -> Void, close: () -> Void) {
    switch self {
    case .plain:
      close()
    case .keepingLog:
      keepLog()
      close()
    case .polite(let file):
      let standing = file.look()
      if standing == .inPlace, file.place.isLogEmpty { return close() }
      let mayMakeLock = standing == .hidden && !file.isGone
      let lock = try? mayMakeLock ? FileLock(file.place) : FileLock(existing: file.place)
      guard let lock, lock.acquireToClose(standing, wait: file.wait) else {
        keepLog()
        return close()
      }
      switch file.look() {
      case .inPlace: break
      // Another connection of this process may never close in time to do it.
      case .hidden: emptyLog()
      case .left: keepLog()
      }
      close()
      lock.release()
    }
  }
}
