/// Follows the blocks of a GIF file up to the trailer (GIF89a, appendix B).
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

  /// The first bytes of blocks.
  private enum Block {
    static let addition: UInt8 = 0x21
    static let image: UInt8 = 0x2C
    static let trailer: UInt8 = 0x3B
  }

  /// Skips an image; only the first one is shown and followed.
  private static func skipImage(
    _ reader: inout ByteReader, isShown: Bool
  ) throws(PictureError) {
    // The position. An image may be larger than the screen, so its size is checked too.
    try reader.skip(4)
    let frame = try PictureSize(width: reader.little(2), height: reader.little(2))
    try skipColors(reader.byte(), &reader)
    let codes = try GIFCodes(colorBits: Int(reader.byte()))
    let data = reader
    try skipPieces(&reader)
    guard isShown, let codes else { return }
    // Interlaced images too, because the decoder leaves missing rows empty.
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

  /// Skips data blocks, which begin with their length; an empty one is the last.
  private static func skipPieces(_ reader: inout ByteReader) throws(PictureError) {
    while true {
      let length = try reader.byte()
      if length == 0 { return }
      try reader.skip(Int(length))
    }
  }
}

/// Counts the pixels that LZW codes stand for (GIF89a, appendix F).
struct GIFCodes {
  private let clear: Int
  private let firstWidth: Int
  /// The number of pixels of each known code.
  private var lengths: [Int]
  private var width: Int
  private var previous: Int?
  private var bits = 0
  private var bitCount = 0
  private var hasEnded = false
  private(set) var pixelCount = 0

  /// Nil for an invalid code size.
  init?(colorBits: Int) {
    guard (1...11).contains(colorBits) else { return nil }
    clear = 1 << colorBits
    firstWidth = colorBits + 1
    width = firstWidth
    // The clear code and the end code stand for no pixels.
    lengths = [Int](repeating: 1, count: clear) + [0, 0]
    lengths.reserveCapacity(GIFCodes.limit)
  }

  /// The largest table.
  private static let limit = 4096

  mutating func take(_ byte: UInt8) {
    bits |= Int(byte) << bitCount
    bitCount += 8
    while bitCount >= width, !hasEnded {
      let code = bits & (1 << width - 1)
      bits >>= width
      bitCount -= width
      take(code: code)
    }
  }

  /// An unknown code ends the data too.
  private mutating func take(code: Int) {
    if code == clear {
      lengths.removeLast(lengths.count - clear - 2)
      (width, previous) = (firstWidth, nil)
      return
    }
    // Each code adds an entry one pixel longer than the previous code's.
    if let previous, lengths.count < GIFCodes.limit { lengths.append(lengths[previous] + 1) }
    guard code != clear + 1, code < lengths.count else {
      hasEnded = true
      return
    }
    if lengths.count == 1 << width, lengths.count < GIFCodes.limit { width += 1 }
    pixelCount += lengths[code]
    previous = code
  }
}
