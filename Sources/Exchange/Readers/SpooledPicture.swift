internal import Model
internal import Storage

/// A picture that is gathered in pieces.
final class SpooledPicture {
  /// The limit of `post --image`.
  private static let limit = 64 << 20

  private let bytes: SpooledBytes
  private var count = 0
  private var hash = SHA256()

  /// `folder` is the one for temporary files.
  init(in folder: String) { bytes = SpooledBytes(in: folder) }

  var isTooLarge: Bool { count > SpooledPicture.limit }

  func add(_ bytes: [UInt8]) throws(ExchangeError) {
    count += bytes.count
    if isTooLarge { return }
    hash.add(bytes)
    try self.bytes.add(bytes)
  }

  /// Adds the bytes of a source, as long as they are not too many.
  func add(_ source: any ByteSource) throws(ExchangeError) {
    while !isTooLarge, case let piece = try source.next(), !piece.isEmpty { try add(piece) }
  }

  /// The picture, with the size that `size` reads; nil without one.
  func picture(
    _ size: (_ beginning: [UInt8], _ byteCount: Int) -> (width: Int, height: Int)?
  ) -> StreamedPicture? {
    guard count > 0, !isTooLarge, let size = size(bytes.beginning, count) else { return nil }
    return StreamedPicture(
      hash: PictureHash(bytes: hash.digest()), width: size.width, height: size.height,
      byteCount: count, beginning: Array(bytes.beginning.prefix(16))
    ) { [bytes] take in
      var offset: Int64 = 0
      while case let piece = try bytes.bytes(at: offset, upTo: chunkSize), !piece.isEmpty {
        offset += Int64(piece.count)
        try take(piece)
      }
    }
  }
}
