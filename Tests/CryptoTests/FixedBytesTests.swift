import Crypto
import Model
import Testing

@Suite struct FixedBytesTests {
  @Test(arguments: [0, 31, 33, 64]) func `another number of bytes is refused`(count: Int) {
    #expect(FixedBytes<32>([UInt8](repeating: 7, count: count)) == nil)
  }

  @Test func `only equal secrets match`() throws {
    let secret = try FixedBytes<32>(hex: String(repeating: "5a", count: 32))
    let others = secret.array.indices.compactMap { FixedBytes<32>(secret.array.flipped(at: $0)) }
    #expect(secret.matches(secret))
    #expect(others.map(secret.matches) == [Bool](repeating: false, count: 32))
  }

  @Test func `random bytes differ in every place`() {
    let drawn = (0..<100).map { _ in FixedBytes<32>.random().array }
    #expect(Set(drawn).count == 100)
    // A place has the same byte in all of them once in 2^792 runs.
    #expect((0..<32).allSatisfy { place in Set(drawn.map { $0[place] }).count > 1 })
  }
}
