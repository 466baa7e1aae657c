import Model
import Testing

@Suite struct StableHashTests {
  /// Published with the algorithm.
  @Test(arguments: [
    ("", UInt64(0xCBF2_9CE4_8422_2325)), ("a", 0xAF63_DC4C_8601_EC8C),
    ("foobar", 0x8594_4171_F739_67E8),
  ])
  func `a text has the hash that FNV-1a gives it`(text: String, hash: UInt64) {
    #expect(StableHash(text).value == hash)
  }
}
