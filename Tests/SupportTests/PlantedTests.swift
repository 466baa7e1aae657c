import Foundation
import Testing

/// Faults planted by `Scripts/sanitize`, to check that a sanitizer is active; other runs skip them.
@Suite struct PlantedTests {
  private static let plant = ProcessInfo.processInfo.environment["PROFILECTL_PLANT"]

  @Test(.enabled(if: plant == "thread"))
  func `two threads write one variable`() {
    nonisolated(unsafe) var place = 0
    let done = DispatchGroup()
    for number in 1...2 {
      done.enter()
      Thread.detachNewThread {
        place = number
        done.leave()
      }
    }
    done.wait()
    #expect([1, 2].contains(place))
  }

  @Test(.enabled(if: plant == "address"))
  func `a byte after the end of a buffer is read`() {
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: 16)
    bytes.initialize(repeating: 1, count: 16)
    let index = ProcessInfo.processInfo.environment.isEmpty ? 15 : 16
    let found = bytes[index]
    bytes.deallocate()
    #expect(found != 2)
  }
}
