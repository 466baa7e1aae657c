import Pictures
import Support
import Testing

/// Files that are whole from part to part, and hold fewer pixels than they say.
@Suite(.enabled(if: Decoder.isInstalled, "gdk-pixbuf is not installed"))
struct ShortDataTests {
  private func expectTruncated(_ bytes: [UInt8]) {
    #expect(throws: Never.self) { try PictureHeader(reading: bytes) }
    #expect(throws: PictureError.truncated) { try PictureDecoder().thumbnail(of: bytes) }
  }

  @Test(arguments: PNGWriter.Style.allCases, [1, 2_000, .max])
  func `PNG that lacks rows is cut off`(style: PNGWriter.Style, missing: Int) {
    let picture = TestPicture.quarters(width: 100, height: 80)
    expectTruncated(PNGWriter.bytes(of: picture, as: style, missing: missing))
  }

  @Test func `woven PNG that lacks rows of its first pass is cut off`() {
    let picture = TestPicture.quarters(width: 100, height: 80)
    expectTruncated(PNGWriter.bytes(of: picture, woven: true, missing: .max))
    let whole = PNGWriter.bytes(of: picture, woven: true).count
    expectTruncated(PNGWriter.bytes(of: picture, woven: true, missing: whole - 300))
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
  }

  /// A decoder leaves a flat grey where it has no data; a picture may end in one as well.
  @Test(arguments: [false, true])
  func `a picture that ends in grey is whole`(isProgressive: Bool) throws {
    var writer = JPEGWriter()
    writer.isProgressive = isProgressive
    let grey = TestPicture.Pixel(128, 128, 128)
    let bytes = writer.bytes(of: .plain(grey, width: 200, height: 200))
    let pixels = ThumbnailPixels(try PictureDecoder().thumbnail(of: bytes))
    #expect(pixels.corners.isNear([grey, grey, grey, grey], within: 1))
  }
}
