internal import Glibc

/// A value that only one thread at a time can use.
///
/// It wraps `pthread_mutex_t`, because the thread sanitizer does not recognise
/// `Synchronization.Mutex`. Unchecked `Sendable` is sound: all access to the value is under the
/// lock.
@safe package final class Mutex<Value: Sendable>: @unchecked Sendable {
  private var value: Value
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>

  package init(_ value: Value) {
    self.value = value
    unsafe mutex = .allocate(capacity: 1)
    unsafe pthread_mutex_init(mutex, nil)
  }

  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }

  package func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return body(&value)
  }
}
