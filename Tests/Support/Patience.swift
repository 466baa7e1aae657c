import Foundation

extension Duration {
  /// What nothing takes that comes at all, even where a machine has much else to do.
  package static let ample = Duration.seconds(120)
}

/// The shortest of a few tries at something that must be quick.
///
/// A machine with much else to do delays a try, and only a fault delays all of them.
package func shortest(
  of tries: Int = 10, _ attempt: (Int) throws -> Duration
) rethrows -> Duration {
  try (0..<tries).map(attempt).min() ?? .zero
}

/// The processor time that `work` takes on this thread, whatever else the machine does.
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

/// Whether every process of a session waits for something: none computes, starts or reads a file.
///
/// Asked twice: who was begun behind the first list of processes by one that waits now is in the
/// second.
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

/// A process, or one of its threads, as `/proc` shows it.
private struct ProcessState {
  let waits: Bool
  let session: pid_t

  /// Nil if it is gone by now.
  init?(at path: String) {
    guard let line = try? String(contentsOfFile: "\(path)/stat", encoding: .utf8) else {
      return nil
    }
    // The name in parentheses may hold anything: what follows the last one is letters and numbers.
    let fields = line.split(separator: ")").last?.split(separator: " ") ?? []
    guard fields.count > 3, let session = pid_t(fields[3]) else { return nil }
    // It runs, or waits for the disk; all else can take as long as it likes.
    waits = fields[0] != "R" && fields[0] != "D"
    self.session = session
  }
}
