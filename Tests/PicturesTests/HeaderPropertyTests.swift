import Pictures
import Support
import Testing

@Suite struct HeaderPropertyTests {
  /// Changes, removes and repeats random bytes: reading must not trap, and the size of an accepted
  /// picture is within the limits.
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
    // Half of the changes hit the header.
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
