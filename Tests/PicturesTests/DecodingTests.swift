import Model
import Pictures
import Support
import Testing

/// Tests real files with the real child.
@Suite struct DecodingTests {
  private static let quarters: [TestPicture.Pixel] = [.red, .green, .blue, .yellow]

  private func pixels(of bytes: [UInt8]) throws -> ThumbnailPixels {
    let thumbnail = try PictureDecoder().thumbnail(of: bytes).get()
    #expect(thumbnail.count == Thumbnail.byteCount)
    return ThumbnailPixels(thumbnail)
  }

  private func expectQuarters(_ bytes: [UInt8]) throws {
    try expect(DecodingTests.quarters, in: bytes)
  }

  private func expect(_ colors: [TestPicture.Pixel], in bytes: [UInt8]) throws {
    let pixels = try pixels(of: bytes)
    #expect(pixels.quarters.isNear(colors), "\(pixels.quarters)")
    #expect(pixels.corners.isNear(colors), "\(pixels.corners)")
  }

  @Test(arguments: [(96, 125), (192, 250), (480, 625), (16, 16), (2, 2), (1000, 200), (200, 1000)])
  func `small and large pictures of any form are shown from the middle`(
    width: Int, height: Int
  ) throws {
    let bytes = PNGWriter.bytes(of: .quarters(width: width, height: height))
    let pixels = try pixels(of: bytes)
    #expect(pixels.corners.isNear(DecodingTests.quarters), "\(pixels.corners)")
  }

  @Test(arguments: [PNGWriter.Style.rgb, .rgba, .rgb16, .palette], [false, true])
  func `PNG`(style: PNGWriter.Style, interlaced: Bool) throws {
    let picture = TestPicture.quarters(width: 192, height: 250)
    try expectQuarters(PNGWriter.bytes(of: picture, as: style, interlaced: interlaced))
  }

  @Test(arguments: [PNGWriter.Style.grey, .greyAlpha])
  func `PNG without colours`(style: PNGWriter.Style) throws {
    let light = TestPicture.plain(.init(200, 200, 200), width: 40, height: 40)
    let pixels = try pixels(of: PNGWriter.bytes(of: light, as: style))
    let expected = TestPicture.Pixel(200, 200, 200)
    #expect(pixels.corners.isNear([expected, expected, expected, expected], within: 1))
  }

  @Test(arguments: [PNGWriter.Style.rgba, .palette, .greyAlpha])
  func `what is transparent shows a neutral grey`(style: PNGWriter.Style) throws {
    let picture = TestPicture(width: 96, height: 125) { x, y in
      let shade: UInt8 = y < 62 ? 255 : 0
      return .init(shade, shade, shade, alpha: x < 48 ? 0 : 128)
    }
    let pixels = try pixels(of: PNGWriter.bytes(of: picture, as: style))
    let shown = [128, 192, 128, 64].map { TestPicture.Pixel($0, $0, $0) }
    #expect(pixels.quarters.isNear(shown, within: 2), "\(pixels.quarters)")
  }

  @Test(arguments: [false, true])
  func `JPEG, at once or in several passes`(isProgressive: Bool) throws {
    var writer = JPEGWriter()
    writer.isProgressive = isProgressive
    try expectQuarters(writer.bytes(of: .quarters(width: 192, height: 256)))
    // Borders within blocks, so that all frequencies occur.
    try expectQuarters(writer.bytes(of: .quarters(width: 201, height: 247)))
  }

  @Test(arguments: [false, true])
  func `JPEG of four inks`(isProgressive: Bool) throws {
    var writer = JPEGWriter()
    writer.style = .inks
    writer.isProgressive = isProgressive
    try expectQuarters(writer.bytes(of: .quarters(width: 192, height: 256)))
  }

  @Test func `JPEG without colours`() throws {
    var writer = JPEGWriter()
    writer.style = .grey
    let light = TestPicture.Pixel(200, 200, 200)
    let pixels = try pixels(of: writer.bytes(of: .plain(light, width: 40, height: 40)))
    #expect(pixels.corners.isNear([light, light, light, light], within: 1))
  }

  /// The corners as shown, for a file that holds red and green above blue and yellow.
  @Test(arguments: [
    (1, [TestPicture.Pixel.red, .green, .blue, .yellow]),
    (2, [.green, .red, .yellow, .blue]),
    (3, [.yellow, .blue, .green, .red]),
    (4, [.blue, .yellow, .red, .green]),
    (5, [.red, .blue, .green, .yellow]),
    (6, [.blue, .red, .yellow, .green]),
    (7, [.yellow, .green, .blue, .red]),
    (8, [.green, .yellow, .red, .blue]),
  ])
  func `a photograph is turned as the camera was held`(
    orientation: Int, shown: [TestPicture.Pixel]
  ) throws {
    for ordersLittle in [false, true] {
      var writer = JPEGWriter()
      writer.orientation = orientation
      writer.ordersLittle = ordersLittle
      try expect(shown, in: writer.bytes(of: .quarters(width: 320, height: 240)))
      // The first orientation of the first valid table counts, as in browsers.
      writer.nameEnd = 1
      writer.earlierOrientation = 9
      writer.laterOrientation = (orientation + 1) % 8 + 1
      try expect(shown, in: writer.bytes(of: .quarters(width: 320, height: 240)))
    }
    let (picture, other) = (TestPicture.quarters(width: 320, height: 240), orientation % 8 + 1)
    // The first orientation before the pixels counts, as in browsers.
    try expect(shown, in: PNGWriter.bytes(of: picture, orientations: [orientation, other, other]))
    try expectQuarters(PNGWriter.bytes(of: picture, orientations: [orientation]))
  }

  @Test func `twelve megapixels`() throws {
    var writer = JPEGWriter()
    writer.style = .grey
    writer.isMagnified = true
    let bytes = writer.bytes(of: .quarters(width: 500, height: 375))
    let header = try PictureHeader(reading: bytes)
    #expect([header.width, header.height] == [4000, 3000])
    let pixels = try pixels(of: bytes)
    let greys = [93, 131, 63, 204].map { TestPicture.Pixel($0, $0, $0) }
    #expect(pixels.quarters.isNear(greys), "\(pixels.quarters)")
  }

  @Test func `GIF`() throws {
    try expectQuarters(GIFWriter.bytes(of: .quarters(width: 192, height: 250)))
  }

  @Test func `WebP`() throws {
    let pixels = try pixels(of: WebPWriter.bytes(width: 64, height: 48, color: .green))
    #expect(pixels.corners.isNear([.green, .green, .green, .green], within: 1))
  }

  @Test(arguments: PictureSample.all)
  func `damage within a file ends in pixels or an error, never in a crash`(
    sample: PictureSample
  ) {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<12 {
      var bytes = sample.bytes
      for _ in 0..<4 {
        let place = Int.random(in: 20..<bytes.count, using: &generator)
        bytes[place] = UInt8.random(in: 0...255, using: &generator)
      }
      do throws(PictureError) {
        let thumbnail = try PictureDecoder().thumbnail(of: bytes)
        #expect((try? thumbnail.get().count) == Thumbnail.byteCount)
      } catch {
        #expect(error != .decoderFailed && error != .tooSlow)
      }
    }
  }

  @Test func `a picture that needs too much memory is refused`() {
    var writer = JPEGWriter()
    writer.style = .inks
    writer.isProgressive = true
    #expect(throws: PictureError.tooMuchMemory) {
      try PictureDecoder().thumbnail(of: writer.claim(width: 10_000, height: 10_000))
    }
  }
}
