internal import Glibc

/// Starts threads.
///
/// Unlike Dispatch, which then waits forever, it reports that the system has no thread left.
package enum BackgroundThread {
  /// Starts `work` with all signals blocked; returns 0 or an `errno`.
  ///
  /// Wraps pthread_create(3).
  package static func start(_ work: @escaping @Sendable () -> Void) -> Int32 {
    // A new thread inherits the signal mask.
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
