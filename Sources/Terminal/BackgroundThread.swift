internal import Glibc

/// A thread for work beside that of the main one.
///
/// Dispatch waits for ever where the system has no thread to give; here that is told.
package enum BackgroundThread {
  /// Starts `work`, which no signal reaches; 0 when it was started, else the error.
  ///
  /// Wraps pthread_create(3).
  package static func start(_ work: @escaping @Sendable () -> Void) -> Int32 {
    // A new thread has the mask of the one that starts it.
    var before = sigset_t()
    var mask = sigset_t()
    unsafe sigfillset(&mask)
    for fault in [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP] {
      unsafe sigdelset(&mask, fault)
    }
    unsafe pthread_sigmask(SIG_SETMASK, &mask, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    let kept = unsafe Unmanaged.passRetained(Work(work))
    var thread = pthread_t()
    let code = unsafe pthread_create(
      &thread, nil,
      { context in
        if let context = unsafe context {
          unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue().run()
        }
        return nil
      }, kept.toOpaque())
    if code == 0 { pthread_detach(thread) } else { unsafe kept.release() }
    return code
  }

  private final class Work: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) {
      self.run = run
    }
  }
}
