import Model
import Pictures
import Support
import Testing

/// A small file of each kind, with what its header must say.
struct PictureSample: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let format: PictureFormat
  let bytes: [UInt8]

  static let width = 40
  static let height = 24

  static let all: [PictureSample] = {
    let picture = TestPicture.quarters(width: width, height: height)
    var progressive = JPEGWriter()
    progressive.isProgressive = true
    return [
      PictureSample("PNG", .png, PNGWriter.bytes(of: picture)),
      PictureSample("PNG with a palette", .png, PNGWriter.bytes(of: picture, as: .palette)),
      PictureSample("JPEG", .jpeg, JPEGWriter().bytes(of: picture)),
      PictureSample("progressive JPEG", .jpeg, progressive.bytes(of: picture)),
      PictureSample("GIF", .gif, GIFWriter.bytes(of: picture)),
      PictureSample(
        "WebP", .webp, WebPWriter.bytes(width: width, height: height, color: .red)),
    ]
  }()

  private init(_ name: String, _ format: PictureFormat, _ bytes: [UInt8]) {
    (testDescription, self.format, self.bytes) = (name, format, bytes)
  }
}
