/// The parts of a JPEG file: segments, and scans between them (ITU-T T.81, annex B).
enum JPEGStructure {
  static func frame(of start: ByteReader) throws(PictureError) -> PictureSize {
    var reader = start
    try reader.skip(2)
    var frame: PictureSize?
    var orientation: Orientation?
    // Browsers look at the first note alone.
    var isNoted = false
    var hasScan = false
    while true {
      let marker = try nextMarker(&reader)
      switch marker {
      case 0x01, 0xD0...0xD7: continue
      case 0xD9:
        guard let frame, hasScan else { throw .undecodable }
        return frame.shown(orientation)
      case 0x00, 0xD8: throw .undecodable
      default: break
      }
      let length = try reader.big(2) - 2
      guard length >= 0 else { throw .undecodable }
      var segment = try reader.part(length)
      switch marker {
      case 0xE1 where !isNoted && Orientation.isNoted(in: segment):
        isNoted = true
        orientation = Orientation(segment: segment)
      case 0xC0...0xCF where ![0xC4, 0xC8, 0xCC].contains(marker):
        guard frame == nil else { throw .undecodable }
        frame = try size(in: &segment)
      case 0xDA:
        guard frame != nil else { throw .undecodable }
        hasScan = true
        try skipScan(&reader)
      default: break
      }
    }
  }

  /// Markers begin with any number of FF; nothing may stand between them.
  private static func nextMarker(_ reader: inout ByteReader) throws(PictureError) -> UInt8 {
    guard try reader.byte() == 0xFF else { throw .undecodable }
    var marker = try reader.byte()
    while marker == 0xFF { marker = try reader.byte() }
    return marker
  }

  private static func size(in segment: inout ByteReader) throws(PictureError) -> PictureSize {
    guard segment.left >= 6 else { throw .undecodable }
    // The precision of a sample; height comes before width.
    try segment.skip(1)
    let height = try segment.big(2)
    return try PictureSize(width: segment.big(2), height: height)
  }

  /// Stops before the marker that ends a scan, which is none of those that belong to its data.
  private static func skipScan(_ reader: inout ByteReader) throws(PictureError) {
    while true {
      try reader.skip(to: 0xFF)
      var next = reader
      try next.skip(1)
      switch try next.byte() {
      case 0x00, 0xD0...0xD7: reader = next
      case 0xFF: try reader.skip(1)
      default: return
      }
    }
  }
}
