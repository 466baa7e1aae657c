package import Model
internal import PNG

/// The original bytes of a picture and their format.
package struct PictureContent: Equatable, Sendable {
  package let format: PictureFormat
  package let bytes: [UInt8]

  /// Nil if the bytes are in no known format.
  package init?(_ bytes: [UInt8]) {
    guard let format = PictureFormat(beginning: bytes) else { return nil }
    (self.format, self.bytes) = (format, bytes)
  }

  /// A thumbnail as a PNG file; without colours if `isGray`.
  ///
  /// The file is uncompressed, so it is the same with every version of zlib. Nine tiles take half a
  /// megabyte in a drawing, less than one photograph.
  package init(_ thumbnail: Thumbnail, isGray: Bool = false) {
    self.init(
      width: thumbnail.width, height: thumbnail.height,
      isGray ? Self.gray(thumbnail.pixels) : thumbnail.pixels)
  }

  /// A raster as an uncompressed PNG file.
  init(_ raster: Raster) {
    let pixels = raster.samples.flatMap { [UInt8($0.red), UInt8($0.green), UInt8($0.blue)] }
    self.init(width: raster.width, height: raster.height, pixels)
  }

  private init(width: Int, height: Int, _ pixels: [UInt8]) {
    format = .png
    bytes = PNGFile(width: width, height: height, pixels: pixels, compression: .none).bytes
  }

  /// The brightness of each pixel, with the weights of ITU-R BT.709.
  private static func gray(_ pixels: [UInt8]) -> [UInt8] {
    var grays: [UInt8] = []
    grays.reserveCapacity(pixels.count)
    for place in stride(from: 0, to: pixels.count, by: 3) {
      let weighted = pixels[place..<place + 3].map(Int.init)
      let sum = 54 * weighted[0] + 183 * weighted[1] + 19 * weighted[2]
      grays += [UInt8](repeating: UInt8(sum / 256), count: 3)
    }
    return grays
  }

  /// The picture as a `data:` URL, RFC 2397.
  package var address: SafeText {
    SafeText("data:\(format.mediaType);base64,\(Base64.text(bytes))")
  }
}
