import Pictures
import Support
import Testing

/// Tests files with complete segments and too few pixels.
@Suite struct ShortDataTests {
  private func expectTruncated(_ bytes: [UInt8]) {
    #expect(throws: Never.self) { try PictureHeader(reading: bytes) }
    #expect(throws: PictureError.truncated) { try PictureDecoder().thumbnail(of: bytes) }
  }

  @Test(arguments: PNGWriter.Style.allCases, [1, 2_000, .max])
  func `PNG that lacks rows is cut off`(style: PNGWriter.Style, missing: Int) {
    let picture = TestPicture.quarters(width: 100, height: 80)
    expectTruncated(PNGWriter.bytes(of: picture, as: style, missing: missing))
  }

  @Test func `interlaced PNG that lacks rows of its first pass is cut off`() {
    let picture = TestPicture.quarters(width: 100, height: 80)
    expectTruncated(PNGWriter.bytes(of: picture, interlaced: true, missing: .max))
    let whole = PNGWriter.bytes(of: picture, interlaced: true).count
    expectTruncated(PNGWriter.bytes(of: picture, interlaced: true, missing: whole - 300))
  }

  @Test func `WebP that lacks rows is cut off`() {
    #expect(throws: Never.self) {
      try PictureDecoder().thumbnail(of: WebPWriter.noise(missing: 0))
    }
    for missing in [4, 8, 12] { expectTruncated(WebPWriter.noise(missing: missing)) }
  }

  @Test(arguments: [JPEGWriter.Style.grey, .color, .inks], [false, true])
  func `JPEG whose data end early is cut off, though it has an end`(
    style: JPEGWriter.Style, isProgressive: Bool
  ) {
    for (isMagnified, interval) in [(false, 0), (false, 7), (true, 0), (true, 11)] {
      var writer = JPEGWriter()
      (writer.style, writer.isProgressive) = (style, isProgressive)
      (writer.isMagnified, writer.interval) = (isMagnified, interval)
      expectTruncated(
        JPEGWriter.shortened(writer.bytes(of: .quarters(width: 130, height: 140))))
    }
  }

  /// Tests the end of a file whose height was doubled: ones, which are no code, fill its last byte.
  @Test(arguments: [JPEGWriter.Style.grey, .color, .inks], [false, true])
  func `JPEG whose data end early after a whole block is cut off`(
    style: JPEGWriter.Style, isProgressive: Bool
  ) {
    for (size, interval) in [(50, 0), (50, 7), (130, 0), (130, 11)] {
      for missing in 0..<4 {
        var writer = JPEGWriter()
        (writer.style, writer.isProgressive) = (style, isProgressive)
        (writer.isMagnified, writer.hasFewCodes) = (true, true)
        (writer.interval, writer.missing) = (interval, size * size / 2 + missing)
        expectTruncated(writer.bytes(of: .plain(.red, width: size, height: size)))
      }
    }
  }

  @Test(arguments: [0, 60, 127, 128, 129, 130, 200, 255])
  func `JPEG that lacks its last unit is cut off`(shade: UInt8) {
    for hasFewCodes in [false, true] {
      var writer = JPEGWriter()
      (writer.style, writer.isMagnified) = (.grey, true)
      (writer.hasFewCodes, writer.missing) = (hasFewCodes, 1)
      let grey = TestPicture.Pixel(shade, shade, shade)
      expectTruncated(writer.bytes(of: .plain(grey, width: 1, height: 2)))
    }
  }

  @Test func `JPEG that lacks a part of its last unit is cut off`() {
    var writer = JPEGWriter()
    (writer.isMagnified, writer.missing) = (true, 1)
    expectTruncated(writer.bytes(of: .plain(.red, width: 20, height: 20)))
  }

  /// Refining scans change pixels that the first scan left equal.
  @Test(arguments: [JPEGWriter.Style.grey, .color, .inks])
  func `JPEG whose first scan ends early is cut off, though others are whole`(
    style: JPEGWriter.Style
  ) {
    var writer = JPEGWriter()
    (writer.style, writer.isProgressive, writer.missing) = (style, true, 300)
    let picture = TestPicture(width: 160, height: 160) { x, y in
      .init(UInt8(x), UInt8(y), UInt8((x * y) & 0xFF))
    }
    expectTruncated(writer.bytes(of: picture))
  }

  /// An empty comment, a restart marker, and an invalid code table that no scan uses.
  @Test(arguments: [
    [0xFF, 0xFE, 0, 2], [0xFF, 0xD0],
    [0xFF, 0xC4, 0, 22, 3, 3] + [UInt8](repeating: 0, count: 15) + [0, 1, 2],
  ])
  func `JPEG whose data end early is cut off, whatever else it holds`(segment: [UInt8]) throws {
    let whole = JPEGWriter().bytes(of: .quarters(width: 130, height: 140))
    let (plain, other) = (whole, JPEGWriter.inserted(segment, in: whole))
    #expect(
      try PictureDecoder().thumbnail(of: other) == PictureDecoder().thumbnail(of: plain))
    expectTruncated(JPEGWriter.inserted(segment, in: JPEGWriter.shortened(whole)))
  }

  /// Only progressive files split frequencies between scans; decoders read a single scan whole.
  @Test func `JPEG whose data end early is cut off, though its only scan claims a part`() throws {
    var file = JPEGWriter().bytes(of: .quarters(width: 130, height: 140))
    let place = try #require(file.indices.first { file[$0...].starts(with: [0, 63, 0]) })
    file[place + 1] = 0
    expectTruncated(JPEGWriter.shortened(file))
  }

  /// Motion JPEG omits the default tables.
  @Test(arguments: [false, true])
  func `JPEG without tables whose data end early is cut off`(hasColors: Bool) {
    #expect(throws: Never.self) {
      try PictureDecoder().thumbnail(of: BareJPEG.withoutTables(hasColors: hasColors))
    }
    for missing in [1, 5, 99, 100] {
      expectTruncated(BareJPEG.withoutTables(hasColors: hasColors, missing: missing))
    }
  }

  /// Decoders append zeros, which encoders may omit (T.81, D.1.8), so only missing restart markers
  /// are found.
  @Test(arguments: [false, true])
  func `arithmetic JPEG that lacks stretches is cut off`(isProgressive: Bool) {
    for (interval, missing) in [(0, 0), (10, 0), (7, 0), (100, 0)] {
      let bytes = BareJPEG.arithmetic(isProgressive, interval: interval, missing: missing)
      #expect(throws: Never.self) { try PictureDecoder().thumbnail(of: bytes) }
    }
    for (interval, missing) in [(10, 1), (10, 9), (7, 1), (99, 1)] {
      expectTruncated(BareJPEG.arithmetic(isProgressive, interval: interval, missing: missing))
    }
  }

  @Test(arguments: [JPEGWriter.Style.grey, .color, .inks], [0, 11])
  func `a large progressive photograph looks like the same one in a single pass`(
    style: JPEGWriter.Style, interval: Int
  ) throws {
    var writer = JPEGWriter()
    (writer.style, writer.isMagnified, writer.interval) = (style, true, interval)
    let picture = TestPicture(width: 130, height: 140) { x, y in
      .init(UInt8(x), UInt8(y), UInt8((x * y) & 0xFF))
    }
    let single = try PictureDecoder().thumbnail(of: writer.bytes(of: picture))
    writer.isProgressive = true
    #expect(try PictureDecoder().thumbnail(of: writer.bytes(of: picture)) == single)
    // Later scans hold most bits of each mean.
    writer.shift = 5
    #expect(try PictureDecoder().thumbnail(of: writer.bytes(of: picture)) == single)
  }

  /// Decoders fill missing data with the same flat grey.
  @Test(arguments: [false, true])
  func `a picture that ends in grey is whole`(isProgressive: Bool) throws {
    var writer = JPEGWriter()
    writer.isProgressive = isProgressive
    let grey = TestPicture.Pixel(128, 128, 128)
    let bytes = writer.bytes(of: .plain(grey, width: 200, height: 200))
    let pixels = ThumbnailPixels(try PictureDecoder().thumbnail(of: bytes).get())
    #expect(pixels.corners.isNear([grey, grey, grey, grey], within: 1))
  }
}
