import Foundation

extension Duration {
  /// A time limit that a working program does not exceed, even on a busy machine.
  package static let ample = Duration.seconds(120)
}

/// The shortest duration of several attempts.
///
/// A busy machine delays some attempts; only a fault delays all.
package func shortest(
  of tries: Int = 10, _ attempt: (Int) throws -> Duration
) rethrows -> Duration {
  try (0..<tries).map(attempt).min() ?? .zero
}

/// The processor time of `work` on this thread, independent of other load.
package func processorTime(of work: () throws -> Void) rethrows -> Duration {
  func now() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
  let start = now()
  try work()
  return now() - start
}

/// Whether all processes of a session are waiting.
///
/// Checks twice: a process started after the first list is in the second.
func isAtRest(session: pid_t) -> Bool {
  (1...2).allSatisfy { _ in allWait(in: session) }
}

private func allWait(in session: pid_t) -> Bool {
  let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
  return processes.lazy.filter { $0.first?.isNumber == true }.allSatisfy { process in
    guard let state = ProcessState(at: "/proc/\(process)"), state.session == session else {
      return true
    }
    let tasks = "/proc/\(process)/task"
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
    return threads.allSatisfy { ProcessState(at: "\(tasks)/\($0)")?.waits ?? true }
  }
}

/// A process or thread as shown in `/proc`.
private struct ProcessState {
  let waits: Bool
  let session: pid_t

  /// Nil if the process has exited.
  init?(at path: String) {
    guard let line = try? String(contentsOfFile: "\(path)/stat", encoding: .utf8) else {
      return nil
    }
    // The name in parentheses may contain anything, so fields begin after the last one.
    let fields = line.split(separator: ")").last?.split(separator: " ") ?? []
    guard fields.count > 3, let session = pid_t(fields[3]) else { return nil }
    // R runs and D waits for the disk; both end soon. Other states can last.
    waits = fields[0] != "R" && fields[0] != "D"
    self.session = session
  }
}

/// Sleeps for half a millisecond between two checks of a condition.
package func pauseBriefly() {
  usleep(500)
}
