/// Follows the chunks of a PNG file (W3C PNG, section 5).
enum PNGStructure {
  static let magic: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  static func frame(of start: ByteReader) throws(PictureError) -> PictureSize {
    var reader = start
    try reader.skip(magic.count)
    let length = try reader.big(4)
    guard try reader.big(4) == Chunk.header, length == 13 else { throw .undecodable }
    let frame = try PictureSize(width: reader.big(4), height: reader.big(4))
    // Skips depth, colour type, interlacing and checksum.
    try reader.skip(5 + 4)
    return frame.shown(try followChunks(&reader))
  }

  /// Chunk names as numbers of four letters.
  private enum Chunk {
    static let header = 0x4948_4452
    static let camera = 0x6558_4966
    static let pixels = 0x4944_4154
    static let end = 0x4945_4E44
  }

  /// Reads the orientation; like browsers, ignores one after the pixels.
  private static func followChunks(
    _ reader: inout ByteReader
  ) throws(PictureError) -> Orientation? {
    var hasPixels = false
    var orientation: Orientation?
    var isNoted = false
    while true {
      let length = try reader.big(4)
      let kind = try reader.big(4)
      guard length <= Int32.max else { throw .undecodable }
      let content = reader
      try reader.skip(length)
      try reader.skip(4)
      if kind == Chunk.camera, !hasPixels, !isNoted {
        isNoted = true
        orientation = Orientation(reading: content)
      }
      if kind == Chunk.pixels { hasPixels = true }
      if kind == Chunk.end { break }
    }
    guard hasPixels else { throw .undecodable }
    return orientation
  }
}
