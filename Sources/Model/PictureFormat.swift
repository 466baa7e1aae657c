/// A format of published pictures.
package enum PictureFormat: String, CaseIterable, Sendable {
  case png, jpeg, gif, webp

  /// Detects the format from the first bytes of a file; nil for any other.
  package init?(beginning bytes: [UInt8]) {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8) {
      self = .gif
    } else if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
      self = .webp
    } else {
      return nil
    }
  }

  package var mediaType: String { "image/\(rawValue)" }
}
