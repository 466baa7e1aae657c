import Dispatch
import Model
import Rendering
import Synchronization
import Terminal
import Testing

@testable import profilectl

/// Tests the progress line of a synthetic network in the browser.
struct ProgressReporterTests {
  @Test func `work without news redraws its line`() {
    let told = DispatchSemaphore(value: 0)
    let words = Mutex<[String]>([])
    let line = RedrawnLine(on: Console(), in: nil) { text in
      words.withLock { $0.append(text.string) }
      told.signal()
    }
    let reporter = ProgressReporter(line, interruption: "")
    reporter.report(WorkProgress(.preparing))
    #expect(told.wait(timeout: .now() + 30) == .success)
    #expect(told.wait(timeout: .now() + 30) == .success)
    reporter.finish()
    #expect(words.withLock { $0.allSatisfy { $0.hasPrefix("preparing") } })
  }
}
