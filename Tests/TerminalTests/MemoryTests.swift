import Foundation
import Terminal
import Testing

@Suite struct MemoryTests {
  @Test func `what was given back is used again without the system`() async {
    await #expect(processExitsWith: .success) {
      Memory.keepWhatIsFreed()
      MemoryTests.drawSomething()
      let before = MemoryTests.faults()
      for _ in 0..<50 { MemoryTests.drawSomething() }
      // Each time it would be 200 pages that are cleared anew.
      #expect(MemoryTests.faults() - before < 1_000)
    }
  }

  /// As much as a page of pictures takes, in pieces of which none is large.
  private static func drawSomething() {
    let pieces = (0..<8).map { [UInt8](repeating: UInt8($0), count: 100 << 10) }
    precondition(pieces.count == 8)
  }

  private static func faults() -> Int {
    var usage = rusage()
    getrusage(Int32(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_minflt
  }
}
