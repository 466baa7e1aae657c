internal import Model

/// The size of a picture file, read from its beginning.
///
/// Only the child reads the pixels, and finds damaged and incomplete files.
package struct PictureHeader: Equatable, Sendable {
  /// In pixels as displayed; some photographs are rotated.
  package let width: Int
  package let height: Int
  let orientation: Orientation?

  /// `bytes` may be the beginning of a file of `count` bytes.
  package init(reading bytes: [UInt8], of count: Int? = nil) throws(PictureError) {
    let count = count ?? bytes.count
    guard count <= PictureLimits.byteCount else { throw .tooManyBytes(count) }
    guard let format = PictureFormat(beginning: bytes) else { throw .notAPicture }
    var reader = ByteReader(bytes, missing: count - bytes.count)
    let size =
      switch format {
      case .png: try PictureSize(png: &reader)
      case .jpeg: try PictureSize(jpeg: &reader)
      case .gif: try PictureSize(gif: &reader)
      case .webp: try PictureSize(webP: &reader)
      }
    (width, height, orientation) = (size.width, size.height, size.orientation)
  }
}

extension PictureHeader {
  /// The size of a picture with this beginning; nil if the beginning does not tell it.
  package static func size(
    of beginning: [UInt8], byteCount: Int
  ) -> (width: Int, height: Int)? {
    (try? PictureHeader(reading: beginning, of: byteCount)).map { ($0.width, $0.height) }
  }
}

/// The limits of pictures.
///
/// The decoding child sets its own limits on memory and processor time.
package enum PictureLimits {
  package static let byteCount = 64 << 20
  package static let pixelCount = 100_000_000
  /// The longest side of the copy of a whole picture.
  package static let wholeSide = 640
  /// The most bytes that the child may write: a tile and a JPEG file, or pixels and their sides.
  package static let outputByteCount = Thumbnail.byteCount + wholeSide * wholeSide * 3 + 4
  /// The child's own memory limit, to recognise lower inherited limits.
  package static let childMemory = 512 << 20
  /// The time limit of a child, longer than its own limit of processor time.
  package static let patience = Duration.seconds(10)
}
