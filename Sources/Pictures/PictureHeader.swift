/// What a picture file says about itself before anything in it is decoded.
///
/// The file is also followed from part to part to where it says it ends, which is how a truncated
/// one is found out. What lies between, and whether it can be decoded, is for the child to see.
package struct PictureHeader: Equatable, Sendable {
  package let format: PictureFormat
  /// In pixels as the picture is shown, which is turned for some photographs.
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
