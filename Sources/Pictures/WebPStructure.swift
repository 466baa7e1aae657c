/// Follows the chunks of a WebP file (RFC 9649, section 2).
enum WebPStructure {
  static func frame(of start: ByteReader) throws(PictureError) -> PictureSize {
    var reader = start
    try reader.skip(4)
    let length = try reader.little(4)
    guard length <= reader.left else { throw .truncated }
    try reader.skip(4)
    let kind = try reader.big(4)
    let size = try reader.little(4)
    guard size <= reader.left else { throw .truncated }
    switch kind {
    case Chunk.lossy: return try lossy(&reader)
    case Chunk.lossless: return try lossless(&reader)
    case Chunk.extended: return try extended(&reader, size)
    default: throw .undecodable
    }
  }

  /// Chunk names as numbers of four letters.
  private enum Chunk {
    static let lossy = 0x5650_3820
    static let lossless = 0x5650_384C
    static let extended = 0x5650_3858
    /// The least bytes of chunks with a picture; the last is a frame of an animation.
    static let pictures = [lossy: 10, lossless: 5, 0x414E_4D46: 16 + 8 + 5]
  }

  /// A key frame with sides of fourteen bits: RFC 6386, section 9.1.
  private static func lossy(_ reader: inout ByteReader) throws(PictureError) -> PictureSize {
    let tag = try reader.little(3)
    guard tag & 1 == 0, try reader.big(3) == 0x9D012A else { throw .undecodable }
    return try PictureSize(width: reader.little(2) & 0x3FFF, height: reader.little(2) & 0x3FFF)
  }

  private static func lossless(_ reader: inout ByteReader) throws(PictureError) -> PictureSize {
    guard try reader.byte() == 0x2F else { throw .undecodable }
    let sides = try reader.little(4)
    return try PictureSize(width: sides & 0x3FFF + 1, height: (sides >> 14) & 0x3FFF + 1)
  }

  /// The canvas size, followed by a picture or the frames of an animation.
  private static func extended(
    _ reader: inout ByteReader, _ size: Int
  ) throws(PictureError) -> PictureSize {
    guard size >= 10 else { throw .undecodable }
    try reader.skip(4)
    let frame = try PictureSize(width: reader.little(3) + 1, height: reader.little(3) + 1)
    try reader.skip(size - 10 + size % 2)
    while true {
      let kind = try reader.big(4)
      let size = try reader.little(4)
      guard size <= reader.left else { throw .truncated }
      guard let least = Chunk.pictures[kind] else {
        try reader.skip(size + size % 2)
        continue
      }
      guard size >= least else { throw .truncated }
      return frame
    }
  }
}
