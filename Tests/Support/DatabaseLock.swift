import Foundation
import Testing

/// The writers' lock of a database, held by the test.
package final class DatabaseLock {
  private let descriptor: Int32

  /// Creates the lock file if it is missing.
  package init(of database: String) {
    descriptor = open("\(database)-lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    flock(descriptor, LOCK_EX)
  }

  deinit { close(descriptor) }

  package func release() {
    flock(descriptor, LOCK_UN)
  }

  /// Returns when another process waits for the lock, which holds the second byte of the file.
  package func waitUntilWanted() -> Bool {
    waitUntil {
      var range = flock_t(
        l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: 1, l_len: 1, l_pid: 0)
      let asks: Int32 = 36  // F_OFD_GETLK, which glibc shows to GNU sources only
      return fcntl(descriptor, asks, &range) == 0 && range.l_type != Int16(F_UNLCK)
    }
  }

  private typealias flock_t = Foundation.flock
}
