import Model
import Testing

@Suite struct FixedBytesTests {
  @Test func `digits are two in lower case a byte`() {
    let bytes = FixedBytes<3>([0, 0x9F, 0xA0])
    #expect(bytes?.hexadecimal == "009fa0")
    #expect(FixedBytes<3>(hexadecimal: "009fa0") == bytes)
    for wrong in ["", "009fa", "009fa00", "009FA0", "009fg0", "00 fa0", "é9fa0"] {
      #expect(FixedBytes<3>(hexadecimal: wrong) == nil)
    }
  }

  @Test func `the order is that of the bytes`() {
    let values = ["0100", "00ff", "ff00", "0001"].compactMap { FixedBytes<2>(hexadecimal: $0) }
    #expect(values.sorted().map { $0.hexadecimal } == ["0001", "00ff", "0100", "ff00"])
  }
}
