import PNG
import Support
import Testing

@Suite struct PNGFileTests {
  private static let sizes = [
    (1, 1, 2), (1, 9, 3), (300, 1, 256), (31, 17, 1), (64, 64, 2), (40, 40, 256), (50, 7, 257),
    (120, 130, 100_000), (3, 5, 100_000), (200, 180, 40),
  ]

  @Test(arguments: sizes, [PNGFile.Compression.none, .fast, .best])
  func `a picture comes back from its file`(size: (Int, Int, Int), compression: PNGFile.Compression)
    throws
  {
    let (width, height, colors) = size
    var random = SeededGenerator(seed: UInt64(width * height + colors))
    let palette = (0..<colors).map { _ in UInt32.random(in: 0..<0x1_000000, using: &random) }
    let pixels = (0..<width * height).flatMap { _ in
      let color = palette.randomElement(using: &random) ?? 0
      return [0, 8, 16].map { UInt8(color >> $0 & 0xFF) }
    }
    try check(DecodedPNG(width: width, height: height, pixels: pixels), compression)
  }

  @Test(arguments: [PNGFile.Compression.none, .fast, .best])
  func `gradients and repetitions of every length come back`(compression: PNGFile.Compression)
    throws
  {
    var pixels: [UInt8] = []
    for row in 0..<60 {
      for column in 0..<600 {
        pixels += [
          UInt8((column * row) % 256), UInt8(column % (row + 1)),
          UInt8((column + row * 7) / 4 % 256),
        ]
      }
    }
    try check(DecodedPNG(width: 600, height: 60, pixels: pixels), compression)
  }

  @Test func `one colour takes next to nothing`() {
    let pixels = [UInt8](repeating: 7, count: 240 * 312 * 3)
    let file = PNGFile(width: 240, height: 312, pixels: pixels, compression: .best)
    #expect(file.bytes.count < 700)
  }

  private func check(_ picture: DecodedPNG, _ compression: PNGFile.Compression) throws {
    let file = PNGFile(
      width: picture.width, height: picture.height, pixels: picture.pixels,
      compression: compression)
    #expect(try DecodedPNG(file.bytes) == picture)
  }
}
