import Foundation
import Testing

/// Waits for a condition; the test fails if it never holds.
///
/// This is the only place where tests pause, between two looks.
@discardableResult
package func waitUntil(
  location: SourceLocation = #_sourceLocation, _ isSo: () throws -> Bool
) rethrows -> Bool {
  let deadline = ContinuousClock.now + .ample
  while try !isSo() {
    guard ContinuousClock.now < deadline else {
      Issue.record("It did not come to that.", sourceLocation: location)
      return false
    }
    poll(nil, 0, 1)
  }
  return true
}

/// Whether all processes of a session are waiting.
///
/// Checks twice: a process started after the first list is in the second.
func isAtRest(session: pid_t) -> Bool {
  (1...2).allSatisfy { _ in
    let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return processes.lazy.filter { $0.first?.isNumber == true }.allSatisfy { process in
      guard let state = ProcessState(at: "/proc/\(process)"), state.session == session else {
        return true
      }
      return allThreadsWait(of: process)
    }
  }
}

func isAtRest(process: pid_t) -> Bool { allThreadsWait(of: "\(process)") }

private func allThreadsWait(of process: String) -> Bool {
  let tasks = "/proc/\(process)/task"
  let threads = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
  return threads.allSatisfy { isWaiting(thread: "\(process)/task/\($0)") }
}

/// Whether a thread, by its path in `/proc`, waits for something other than the disk, or has ended.
package func isWaiting(thread: String) -> Bool {
  ProcessState(at: "/proc/\(thread)")?.waits ?? true
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
