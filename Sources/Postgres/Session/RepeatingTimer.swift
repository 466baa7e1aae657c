internal import CPostgres
internal import Glibc

/// A descriptor that becomes readable at regular times.
package final class RepeatingTimer {
  package let descriptor: Int32
  private var isOpen = true

  /// Nil if the process may open no more descriptors.
  package init?(seconds: Int32) {
    descriptor = cpostgres_open_timer(seconds)
    if descriptor < 0 { return nil }
  }

  deinit {
    close()
  }

  /// Makes the descriptor unreadable until its next time.
  package func drain() {
    var count: UInt64 = 0
    _ = unsafe read(descriptor, &count, 8)
  }

  package func close() {
    if isOpen { _ = Glibc.close(descriptor) }
    isOpen = false
  }
}
