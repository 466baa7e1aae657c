import Dispatch
import Model
import Rendering
import Synchronization
import Terminal
import Testing

@testable import profilectl

/// How far the making of a network has come, as somebody who has the screen is told.
struct ProgressTellerTests {
  @Test func `work that tells nothing new is told of all the same`() {
    let told = DispatchSemaphore(value: 0)
    let words = Mutex<[String]>([])
    let line = RedrawnLine(on: Console(), in: nil) { text in
      words.withLock { $0.append(text.string) }
      told.signal()
    }
    let teller = ProgressTeller(line, interruption: "")
    teller.report(SeedProgress(.preparing))
    #expect(told.wait(timeout: .now() + 30) == .success)
    #expect(told.wait(timeout: .now() + 30) == .success)
    teller.finish()
    #expect(words.withLock { $0.allSatisfy { $0.hasPrefix("preparing") } })
  }
}
