internal import Model
internal import Storage

/// The names of picture files: the hash, and an ending if the format is known.
enum PictureName {
  /// The formats of pictures, by their first bytes.
  enum Ending: String {
    case png, jpg, gif, webp

    init?(_ beginning: [UInt8]) {
      switch beginning.first {
      case 0x89: self = .png
      case 0xFF: self = .jpg
      case 0x47: self = .gif
      case 0x52: self = .webp
      default: return nil
      }
    }
  }

  static func mediaType(of name: String) -> String {
    switch name.split(separator: ".").last.flatMap({ Ending(rawValue: String($0)) }) {
    case .jpg: "image/jpeg"
    case let ending?: "image/\(ending.rawValue)"
    case nil: "application/octet-stream"
    }
  }

  static func file(_ picture: StreamedPicture) -> String {
    let ending = Ending(picture.beginning).map { ".\($0.rawValue)" } ?? ""
    return picture.hash.digits + ending
  }
}
