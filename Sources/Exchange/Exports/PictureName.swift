internal import Storage

/// The names of picture files.
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
    let ending = name.split(separator: ".").last ?? ""
    return "image/\(ending == "jpg" ? "jpeg" : ending)"
  }

  static func file(_ picture: ExportedPicture) -> String {
    "\(picture.hash).\((Ending(picture.beginning) ?? .webp).rawValue)"
  }
}
