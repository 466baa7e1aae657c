import Model
import Pictures
import Support
import Testing

@Suite struct HeaderTests {
  @Test(arguments: PictureSample.all)
  func `a header says format and size`(sample: PictureSample) throws {
    let header = try PictureHeader(reading: sample.bytes)
    #expect(PictureFormat(beginning: sample.bytes) == sample.format)
    #expect([header.width, header.height] == [PictureSample.width, PictureSample.height])
  }

  @Test(arguments: 1...8, [false, true])
  func `a photograph has the size that it is shown with`(
    orientation: Int, ordersLittle: Bool
  ) throws {
    var writer = JPEGWriter()
    writer.orientation = orientation
    writer.ordersLittle = ordersLittle
    writer.nameEnd = 0xFF
    writer.earlierOrientation = 0
    writer.laterOrientation = 9 - orientation
    let header = try PictureHeader(
      reading: writer.bytes(of: .quarters(width: 40, height: 24)))
    #expect([header.width, header.height] == (orientation < 5 ? [40, 24] : [24, 40]))
    let drawing = PNGWriter.bytes(
      of: .quarters(width: 40, height: 24), orientations: [orientation, 1])
    let other = try PictureHeader(reading: drawing)
    #expect([other.width, other.height] == [header.width, header.height])
  }

  @Test(arguments: [0, 1, 400], [0, 0x10])
  func `WebP that promises a picture and has none is cut off`(other: Int, flags: UInt8) {
    let sides: [UInt8] = [99, 0, 0, 99, 0, 0]
    let chunks =
      Array("VP8X".utf8) + ByteOrder.little(10, 4) + [flags, 0, 0, 0] + sides
      + Array("EXIF".utf8) + ByteOrder.little(other, 4)
      + [UInt8](repeating: 0, count: other + other % 2)
    let file =
      Array("RIFF".utf8) + ByteOrder.little(chunks.count + 4, 4) + Array("WEBP".utf8) + chunks
    #expect(throws: PictureError.truncated) { try PictureHeader(checking: file) }
  }

  @Test(arguments: ["VP8 ", "VP8L", "ANMF"], [(0, 0), (4, 4), (1_000, 40)])
  func `WebP whose picture is shorter than it has to be is cut off`(
    name: String, size: (claimed: Int, given: Int)
  ) {
    let part =
      Array(name.utf8) + ByteOrder.little(size.claimed, 4)
      + [UInt8](repeating: 0, count: size.given)
    let sides: [UInt8] = [99, 0, 0, 99, 0, 0]
    let head = Array("VP8X".utf8) + ByteOrder.little(10, 4) + [0, 0, 0, 0] + sides
    let starts: [[UInt8]] = name == "ANMF" || size.claimed < 1_000 ? [head] : [head, []]
    for start in starts {
      let chunks = start + part
      let file =
        Array("RIFF".utf8) + ByteOrder.little(chunks.count + 4, 4) + Array("WEBP".utf8) + chunks
      #expect(throws: PictureError.truncated) { try PictureHeader(checking: file) }
    }
  }

  @Test(arguments: [0, 9, 65_535])
  func `an orientation that does not exist spoils nothing`(orientation: Int) throws {
    var writer = JPEGWriter()
    writer.orientation = orientation
    let header = try PictureHeader(
      reading: writer.bytes(of: .quarters(width: 40, height: 24)))
    #expect([header.width, header.height] == [40, 24])
  }

  @Test(arguments: PictureSample.all)
  func `a file that ends too early is found out, wherever it ends`(sample: PictureSample) {
    for count in sample.bytes.indices {
      let error = #expect(throws: PictureError.self) {
        try PictureHeader(checking: Array(sample.bytes[..<count]))
      }
      let expected: PictureError = count < 12 ? .notAPicture : .truncated
      let isShort = count < 12 && error == .truncated
      #expect(error == expected || isShort, "\(count) of \(sample.bytes.count) bytes")
    }
  }

  @Test(arguments: [1, 2_000, .max], [false, true])
  func `GIF whose codes end before its pixels is cut off`(missing: Int, interlaced: Bool) throws {
    let picture = TestPicture.quarters(width: 100, height: 80)
    #expect(throws: PictureError.truncated) {
      try PictureHeader(
        checking: GIFWriter.bytes(of: picture, missing: missing, interlaced: interlaced))
    }
  }

  /// The first code stands for one pixel, the next for two, and so on.
  @Test(arguments: [(9, 9, 5), (126, 127, 63), (127, 127, 64), (3_000, 3_001, 1_500)])
  func `GIF codes are counted while their table grows`(
    codeCount: Int, width: Int, height: Int
  ) throws {
    let whole = GIFWriter.growing(codeCount: codeCount, width: width, height: height)
    #expect(try PictureHeader(checking: whole).width == width)
    #expect(throws: PictureError.truncated) {
      try PictureHeader(
        checking: GIFWriter.growing(codeCount: codeCount, width: width, height: height + 1))
    }
  }

  @Test func `GIF codes are counted when their table is full`() throws {
    let (full, more) = (4096 - 129, 233)
    let height = (full * (full + 1) / 2 + more * full) / 1000
    for (height, isWhole) in [(height, true), (height + 1, false)] {
      let bytes = GIFWriter.growing(codeCount: full + more, width: 1000, height: height)
      #expect(((try? PictureHeader(checking: bytes)) != nil) == isWhole)
    }
  }

  @Test(arguments: PictureSample.all)
  func `what follows a picture in its file does not matter`(sample: PictureSample) throws {
    let header = try PictureHeader(checking: sample.bytes + [1, 2, 3])
    #expect(try header == PictureHeader(reading: sample.bytes))
  }

  @Test(arguments: [
    [], [0x89], Array("Some text, and quite a lot of it.\n".utf8), Array("<svg/>".utf8),
    Array("BM".utf8) + [UInt8](repeating: 0, count: 100), [UInt8](repeating: 0, count: 4096),
    Array("RIFF\u{10}\0\0\0WAVEfmt ".utf8), [0xFF, 0xD8, 0x00],
  ])
  func `anything else is not a picture`(bytes: [UInt8]) {
    #expect(throws: PictureError.notAPicture) { try PictureHeader(reading: bytes) }
  }

  @Test func `one byte more than 64 MiB is too many`() throws {
    let most = 64 << 20
    let file = PNGWriter.claim(width: 8, height: 8)
    let padding = [UInt8](repeating: 0, count: most - file.count)
    #expect(try PictureHeader(reading: file + padding).width == 8)
    #expect(throws: PictureError.tooManyBytes(most + 1)) {
      try PictureHeader(reading: file + padding + [0])
    }
  }

  @Test(arguments: [
    (30_000, 30_000), (100_000_001, 1), (1, 100_000_001), (10_001, 10_000),
    (0xFFFF_FFFF, 0xFFFF_FFFF),
  ])
  func `a size beyond 100 megapixels is refused`(width: Int, height: Int) {
    #expect(throws: PictureError.tooManyPixels(width: width, height: height)) {
      try PictureHeader(
        reading: PNGWriter.claim(width: width, height: height, byteCount: 50_000))
    }
  }

  @Test func `exactly 100 megapixels are welcome`() throws {
    let header = try PictureHeader(reading: PNGWriter.claim(width: 10_000, height: 10_000))
    #expect([header.width, header.height] == [10_000, 10_000])
  }

  @Test(arguments: [(65_535, 65_535), (20_000, 5_001)])
  func `a JPEG that claims too much is refused`(width: Int, height: Int) {
    #expect(throws: PictureError.tooManyPixels(width: width, height: height)) {
      try PictureHeader(reading: JPEGWriter().claim(width: width, height: height))
    }
  }

  @Test(arguments: PictureFormat.allCases)
  func `a picture without width or height is none`(format: PictureFormat) throws {
    let sample = try #require(PictureSample.all.first { $0.format == format })
    var bytes = sample.bytes
    switch format {
    case .png: bytes.replaceSubrange(16..<20, with: [0, 0, 0, 0])
    case .jpeg: bytes = JPEGWriter().claim(width: 0, height: 8)
    case .gif: bytes.replaceSubrange(6..<8, with: [0, 0])
    // Its sides are written as one less.
    case .webp: bytes[20] = 0
    }
    #expect(throws: PictureError.undecodable) { try PictureHeader(checking: bytes) }
  }

  @Test func `an image in a GIF may not be larger than all`() {
    var bytes = GIFWriter.bytes(of: .quarters(width: 40, height: 24))
    let place = 13 + 3 * 128 + 5
    bytes.replaceSubrange(place..<(place + 4), with: [0xFF, 0xFF, 0xFF, 0xFF])
    #expect(throws: PictureError.undecodable) {
      try PictureHeader(checking: bytes)
    }
  }
}
