import CPictures
import Foundation
import Pictures
import Support

extension PictureHeader {
  /// Checks the header and the whole file as the child does, in this process.
  init(checking bytes: [UInt8]) throws(PictureError) {
    try self.init(reading: bytes)
    var picture = cpictures_picture()
    let status = cpictures_read(bytes, bytes.count, 125, 640, PictureLimits.pixelCount, &picture)
    free(picture.pixels)
    switch UInt32(status) {
    case cpictures_done.rawValue: return
    case cpictures_truncated.rawValue: throw .truncated
    case cpictures_too_much_memory.rawValue: throw .tooMuchMemory
    default: throw .undecodable
    }
  }
}

extension PictureDecoder {
  /// Reads the header first, as a caller must.
  func thumbnail(
    of bytes: [UInt8], while goesOn: () -> Bool = { true }
  ) throws(PictureError) -> Result<[UInt8], DecoderUnavailable> {
    try copies(of: bytes, with: PictureHeader(reading: bytes), while: goesOn).map(\.tile)
  }
}
