import Pictures
import Support

/// The decoder as it is installed on this machine.
enum Decoder {
  static let isInstalled = reads(FakeChild.picture)
  static let readsWebP = reads(WebPWriter.bytes(width: 8, height: 8, color: .red))
  static let readsGIF = reads(GIFWriter.bytes(of: .quarters(width: 8, height: 8)))

  /// Only what is not installed counts; anything else is for the tests to find.
  private static func reads(_ picture: [UInt8]) -> Bool {
    switch try? PictureDecoder().thumbnail(of: picture) {
    case .failure(.noLibrary), .failure(.noLoader): false
    default: true
    }
  }
}

extension PictureDecoder {
  /// Judges the header first, as whoever decodes must.
  func thumbnail(
    of bytes: [UInt8], while goesOn: () -> Bool = { true }
  ) throws(PictureError) -> Result<[UInt8], DecoderUnavailable> {
    try thumbnail(of: bytes, with: PictureHeader(reading: bytes), while: goesOn)
  }
}
