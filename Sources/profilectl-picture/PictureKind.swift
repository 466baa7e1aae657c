/// A format that is let through to the decoder, by the name that gdk-pixbuf has for it.
///
/// gdk-pixbuf itself would look for more, drawings with links in them among others.
enum PictureKind: String {
  case png
  case jpeg
  case gif
  case webp

  /// So many bytes from the beginning tell which it is.
  static let signatureLength = 12

  init?(beginning bytes: ArraySlice<UInt8>) {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
      self = .png
    } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if bytes.starts(with: Array("GIF8".utf8)) {
      self = .gif
    } else if bytes.starts(with: Array("RIFF".utf8)),
      bytes.dropFirst(8).starts(with: Array("WEBP".utf8))
    {
      self = .webp
    } else {
      return nil
    }
  }
}
