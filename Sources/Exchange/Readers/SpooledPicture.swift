internal import Files
internal import Model
internal import Storage

/// A picture that is gathered in pieces: in memory, and beyond 4 MiB in a file without a name.
final class SpooledPicture {
  private static let mostInMemory = 4 << 20
  /// The limit of `post --image`.
  private static let limit = 64 << 20

  private let folder: String
  /// At most as many bytes as stay in memory.
  private var beginning: [UInt8] = []
  private var rest: SpoolFile?
  private var count = 0
  private var hash = SHA256()

  /// `folder` is the one for temporary files.
  init(in folder: String) {
    self.folder = folder
  }

  var isTooLarge: Bool { count > SpooledPicture.limit }

  func add(_ bytes: [UInt8]) throws(ExchangeError) {
    count += bytes.count
    if isTooLarge { return }
    hash.add(bytes)
    if count <= SpooledPicture.mostInMemory {
      beginning += bytes
      return
    }
    do throws(FileError) {
      if rest == nil { rest = try SpoolFile(in: folder) }
      try rest?.write(bytes)
    } catch {
      throw .file(error)
    }
  }

  /// Adds the bytes of a source, as long as they are not too many.
  func add(_ source: any ByteSource) throws(ExchangeError) {
    while !isTooLarge, case let piece = try source.next(), !piece.isEmpty { try add(piece) }
  }

  /// The picture, with the size that `size` reads; nil without one.
  func picture(
    _ size: (_ beginning: [UInt8], _ byteCount: Int) -> (width: Int, height: Int)?
  ) -> ImportedPicture? {
    guard count > 0, !isTooLarge, let size = size(beginning, count) else { return nil }
    return ImportedPicture(
      hash: PictureHash(hash), width: size.width, height: size.height, byteCount: count
    ) { [self] take in
      try take(beginning)
      try rest?.eachPiece(take)
    }
  }
}

/// A file without a name, which is written and read again.
private final class SpoolFile {
  private let file: Descriptor

  init(in folder: String) throws(FileError) {
    file = try Descriptor.unnamed(in: folder)
  }

  func write(_ bytes: [UInt8]) throws(FileError) { try file.write(bytes) }

  func eachPiece(_ take: ([UInt8]) throws -> Void) throws {
    var offset: Int64 = 0
    while case let piece = try file.bytes(from: offset, upTo: chunkSize), !piece.isEmpty {
      offset += Int64(piece.count)
      try take(piece)
    }
  }
}
