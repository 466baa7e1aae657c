import Pictures
import Support
import Testing

@Suite struct HeaderPropertyTests {
  /// Bytes are changed, taken out, doubled and torn off; nothing that comes of it may trap, and
  /// what is accepted is within the limits.
  @Test(arguments: PictureSample.all, 0..<8 as Range<UInt64>)
  func `no change to a file gets past the limits`(sample: PictureSample, seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<400 {
      var bytes = sample.bytes
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        HeaderPropertyTests.change(&bytes, using: &generator)
      }
      guard let header = try? PictureHeader(reading: bytes) else { continue }
      #expect(header.width > 0 && header.height > 0)
      #expect(header.width * header.height <= PictureLimits.pixelCount)
    }
  }

  private static func change(_ bytes: inout [UInt8], using generator: inout SeededGenerator) {
    guard !bytes.isEmpty else { return }
    // Headers stand at the beginning, and that is where changes matter most.
    let reach = Bool.random(using: &generator) ? min(bytes.count, 64) : bytes.count
    let place = Int.random(in: 0..<reach, using: &generator)
    switch Int.random(in: 0..<5, using: &generator) {
    case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
    case 1: bytes[place] = [0, 0x7F, 0x80, 0xFF].randomElement(using: &generator) ?? 0
    case 2: bytes.remove(at: place)
    case 3: bytes.insert(contentsOf: bytes[place...].prefix(16), at: place)
    default: bytes.removeSubrange(place...)
    }
  }
}
