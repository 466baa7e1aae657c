/// The size of a picture in pixels, within the limits, with its orientation.
struct PictureSize: Equatable {
  let width: Int
  let height: Int
  let orientation: Orientation?

  /// The sides are exchanged if the orientation says so.
  private init(
    _ width: Int, _ height: Int, shown orientation: Orientation? = nil
  ) throws(PictureError) {
    guard width > 0, height > 0 else { throw .undecodable }
    // Checking each side first keeps the product from overflowing.
    guard max(width, height) <= PictureLimits.pixelCount,
      width * height <= PictureLimits.pixelCount
    else {
      throw .tooManyPixels(width: width, height: height)
    }
    let isTurned = orientation?.isTurned ?? false
    (self.width, self.height) = isTurned ? (height, width) : (width, height)
    self.orientation = orientation
  }

  /// Reads the chunks before the pixels (W3C PNG, section 5).
  init(png reader: inout ByteReader) throws(PictureError) {
    try reader.skip(8)
    let length = try reader.big(4)
    guard try reader.big(4) == Chunk.header, length == 13 else { throw .undecodable }
    let (width, height) = (try reader.big(4), try reader.big(4))
    // Checks the size before it reads on.
    _ = try PictureSize(width, height)
    // Skips depth, colour type, interlacing and checksum.
    try reader.skip(5 + 4)
    try self.init(width, height, shown: PictureSize.noted(in: &reader))
  }

  /// Chunk names as numbers of four letters.
  private enum Chunk {
    static let header = 0x4948_4452
    static let camera = 0x6558_4966
    static let pixels = 0x4944_4154
    static let lossy = 0x5650_3820
    static let lossless = 0x5650_384C
    static let extended = 0x5650_3858
  }

  /// The first orientation; like browsers, ignores one after the pixels.
  private static func noted(in reader: inout ByteReader) throws(PictureError) -> Orientation? {
    while true {
      let length = try reader.big(4)
      let kind = try reader.big(4)
      if kind == Chunk.pixels { return nil }
      if kind == Chunk.camera { return Orientation(reading: reader) }
      try reader.skip(length + 4)
    }
  }

  /// Reads the segments before the first scan (ITU-T T.81, annex B).
  init(jpeg reader: inout ByteReader) throws(PictureError) {
    try reader.skip(2)
    var sides: (width: Int, height: Int)?
    var orientation: Orientation?
    // Browsers read only the first Exif segment.
    var isNoted = false
    while true {
      let marker = try PictureSize.nextMarker(&reader)
      // Markers without a length.
      if marker == 0x01 || (0xD0...0xD7).contains(marker) { continue }
      // Zero is no marker, and no picture starts or ends here.
      guard marker != 0x00, marker != 0xD8, marker != 0xD9 else { throw .undecodable }
      var segment = try reader.part(reader.big(2) - 2)
      switch marker {
      case 0xE1 where !isNoted && Orientation.isNoted(in: segment):
        isNoted = true
        orientation = Orientation(segment: segment)
      case 0xC0...0xCF where ![0xC4, 0xC8, 0xCC].contains(marker):
        // Skips the sample precision; the height comes before the width.
        try segment.skip(1)
        let height = try segment.big(2)
        sides = (try segment.big(2), height)
      case 0xDA:
        guard let sides else { throw .undecodable }
        try self.init(sides.width, sides.height, shown: orientation)
        return
      default: break
      }
    }
  }

  /// Reads a marker, which begins with one or more FF bytes.
  private static func nextMarker(_ reader: inout ByteReader) throws(PictureError) -> UInt8 {
    guard try reader.byte() == 0xFF else { throw .undecodable }
    var marker = try reader.byte()
    while marker == 0xFF { marker = try reader.byte() }
    return marker
  }

  /// Reads the size of the screen (GIF89a, section 18).
  init(gif reader: inout ByteReader) throws(PictureError) {
    try reader.skip(6)
    try self.init(reader.little(2), reader.little(2))
  }

  /// Reads the first chunk (RFC 9649, section 2).
  init(webP reader: inout ByteReader) throws(PictureError) {
    try reader.skip(12)
    let kind = try reader.big(4)
    guard try reader.little(4) <= reader.left + reader.missing else { throw .truncated }
    switch kind {
    case Chunk.lossy:
      // A key frame with sides of fourteen bits: RFC 6386, section 9.1.
      let tag = try reader.little(3)
      guard tag & 1 == 0, try reader.big(3) == 0x9D012A else { throw .undecodable }
      try self.init(reader.little(2) & 0x3FFF, reader.little(2) & 0x3FFF)
    case Chunk.lossless:
      guard try reader.byte() == 0x2F else { throw .undecodable }
      let sides = try reader.little(4)
      try self.init(sides & 0x3FFF + 1, (sides >> 14) & 0x3FFF + 1)
    case Chunk.extended:
      // The size of the canvas, which pictures or frames follow.
      try reader.skip(4)
      try self.init(reader.little(3) + 1, reader.little(3) + 1)
    default: throw .undecodable
    }
  }
}
