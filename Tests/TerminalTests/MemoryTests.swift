import Files
import Foundation
import Terminal
import Testing

@Suite struct MemoryTests {
  @Test func `freed memory is reused without new pages`() async {
    await #expect(processExitsWith: .success) {
      Memory.keepFreedMemory()
      MemoryTests.allocatePieces()
      let before = MemoryTests.faults()
      for _ in 0..<50 { MemoryTests.allocatePieces() }
      // Without reuse each call would need 200 new pages.
      #expect(MemoryTests.faults() - before < 1_000)
    }
  }

  /// Allocates as much as a page of pictures, in small pieces.
  private static func allocatePieces() {
    let pieces = (0..<8).map { [UInt8](repeating: UInt8($0), count: 100 << 10) }
    precondition(pieces.count == 8)
  }

  private static func faults() -> Int {
    var usage = rusage()
    getrusage(Int32(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_minflt
  }
}
