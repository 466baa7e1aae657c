import Support
import Terminal
import Testing

@testable import profilectl

@Suite struct StreamsTests {
  @Test func `held output costs time in proportion to its length`() throws {
    let streams = Streams(Console())
    _ = streams.hold()
    let line = [UInt8](repeating: 0x61, count: 200)
    let time = try processorTime {
      for _ in 1...50_000 { try streams.write(line) }
    }
    // Quadratic copying would move 250 GB.
    #expect(time < .seconds(10))
    #expect(streams.heldCount == 10_000_000)
  }
}
