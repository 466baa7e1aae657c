import Pictures
import Testing

@Suite struct HeaderTests {
  @Test func `nothing is not a picture`() {
    #expect(throws: PictureError.notAPicture) { try PictureHeader(reading: []) }
  }
}
