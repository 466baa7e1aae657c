/// The parts of a GIF file: a screen, and blocks up to a trailer (GIF89a, appendix B).
enum GIFStructure {
  static func frame(of start: ByteReader) throws(PictureError) -> PictureSize {
    var reader = start
    try reader.skip(6)
    let screen = try PictureSize(width: reader.little(2), height: reader.little(2))
    let flags = try reader.byte()
    try reader.skip(2)
    try skipColors(flags, &reader)
    var hasImage = false
    while true {
      switch try reader.byte() {
      case Block.image:
        try skipImage(&reader, isShown: !hasImage)
        hasImage = true
      case Block.addition:
        try reader.skip(1)
        try skipPieces(&reader)
      case Block.trailer:
        guard hasImage else { throw .undecodable }
        return screen
      default: throw .undecodable
      }
    }
  }

  /// The bytes that blocks begin with.
  private enum Block {
    static let addition: UInt8 = 0x21
    static let image: UInt8 = 0x2C
    static let trailer: UInt8 = 0x3B
  }

  /// Of a film only the first image is shown.
  private static func skipImage(
    _ reader: inout ByteReader, isShown: Bool
  ) throws(PictureError) {
    // Where it stands on the screen; it may be larger than that, so it is held to the limit too.
    try reader.skip(4)
    let frame = try PictureSize(width: reader.little(2), height: reader.little(2))
    try skipColors(reader.byte(), &reader)
    let codes = try GIFCodes(colorBits: Int(reader.byte()))
    let data = reader
    try skipPieces(&reader)
    guard isShown, let codes else { return }
    // Of a woven image too: the decoder leaves the rows of later passes empty.
    try follow(codes, in: data, to: frame.width * frame.height)
  }

  private static func follow(
    _ codes: GIFCodes, in data: ByteReader, to pixelCount: Int
  ) throws(PictureError) {
    var (codes, reader) = (codes, data)
    while codes.pixelCount < pixelCount {
      let length = try reader.byte()
      if length == 0 { throw .truncated }
      for _ in 0..<length { codes.take(try reader.byte()) }
    }
  }

  private static func skipColors(
    _ flags: UInt8, _ reader: inout ByteReader
  ) throws(PictureError) {
    if flags & 0x80 != 0 { try reader.skip(3 << (Int(flags & 7) + 1)) }
  }

  /// Data come in pieces that each begin with their length; an empty one is the last.
  private static func skipPieces(_ reader: inout ByteReader) throws(PictureError) {
    while true {
      let length = try reader.byte()
      if length == 0 { return }
      try reader.skip(Int(length))
    }
  }
}
