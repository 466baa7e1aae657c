/// The header of a picture file, read without decoding.
///
/// Reading follows the structure to the end of the file, which detects truncated files. Only the
/// child decodes the content.
package struct PictureHeader: Equatable, Sendable {
  package let format: PictureFormat
  /// In pixels as displayed; some photographs are rotated.
  package let width: Int
  package let height: Int
  let orientation: Orientation?

  package init(reading bytes: [UInt8]) throws(PictureError) {
    guard bytes.count <= PictureLimits.byteCount else { throw .tooManyBytes(bytes.count) }
    guard let format = PictureHeader.format(of: ByteReader(bytes)) else { throw .notAPicture }
    let frame =
      switch format {
      case .png: try PNGStructure.frame(of: ByteReader(bytes))
      case .jpeg: try JPEGStructure.frame(of: ByteReader(bytes))
      case .gif: try GIFStructure.frame(of: ByteReader(bytes))
      case .webp: try WebPStructure.frame(of: ByteReader(bytes))
      }
    self.format = format
    (width, height, orientation) = (frame.width, frame.height, frame.orientation)
  }

  private static func format(of reader: ByteReader) -> PictureFormat? {
    if reader.continues(with: PNGStructure.magic) { return .png }
    if reader.continues(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
    if reader.continues(with: Array("GIF87a".utf8)) || reader.continues(with: Array("GIF89a".utf8))
    {
      return .gif
    }
    if reader.continues(with: Array("RIFF".utf8)),
      reader.continues(with: Array("WEBP".utf8), at: 8)
    {
      return .webp
    }
    return nil
  }
}

/// The supported picture formats.
package enum PictureFormat: String, CaseIterable, Sendable {
  case png
  case jpeg
  case gif
  case webp
}

/// The size of a picture in pixels, within the limits, with its orientation.
struct PictureSize: Equatable {
  let width: Int
  let height: Int
  let orientation: Orientation?

  init(width: Int, height: Int) throws(PictureError) {
    guard width > 0, height > 0 else { throw .undecodable }
    // Checking each side first keeps the product from overflowing.
    guard max(width, height) <= PictureLimits.pixelCount,
      width * height <= PictureLimits.pixelCount
    else {
      throw .tooManyPixels(width: width, height: height)
    }
    self.width = width
    self.height = height
    orientation = nil
  }

  private init(_ frame: PictureSize, shown orientation: Orientation) {
    let sides = (frame.width, frame.height)
    (width, height) = orientation.isTurned ? (sides.1, sides.0) : sides
    self.orientation = orientation
  }

  /// The size after applying the orientation.
  func shown(_ orientation: Orientation?) -> PictureSize {
    orientation.map { PictureSize(self, shown: $0) } ?? self
  }
}

/// The limits of pictures.
///
/// The decoding child sets its own limits on memory and processor time.
package enum PictureLimits {
  package static let byteCount = 64 << 20
  package static let pixelCount = 100_000_000
  /// The size of a thumbnail, in rows from the top with three bytes for each pixel.
  package static let thumbnailWidth = 96
  package static let thumbnailHeight = 125
  package static let thumbnailByteCount = thumbnailWidth * thumbnailHeight * 3
  /// The child's own memory limit, to recognise narrower inherited ones.
  package static let childMemory = 512 << 20
  /// The longest life of a child, longer than its own limit of processor time.
  package static let patience = Duration.seconds(10)
}
