/// Follows the segments and scans of a JPEG file (ITU-T T.81, annex B).
enum JPEGStructure {
  static func frame(of start: ByteReader) throws(PictureError) -> PictureSize {
    var reader = start
    try reader.skip(2)
    var frame: PictureSize?
    var orientation: Orientation?
    // Browsers read only the first Exif segment.
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

  /// Reads a marker, which begins with one or more FF bytes.
  private static func nextMarker(_ reader: inout ByteReader) throws(PictureError) -> UInt8 {
    guard try reader.byte() == 0xFF else { throw .undecodable }
    var marker = try reader.byte()
    while marker == 0xFF { marker = try reader.byte() }
    return marker
  }

  private static func size(in segment: inout ByteReader) throws(PictureError) -> PictureSize {
    guard segment.left >= 6 else { throw .undecodable }
    // Skips the sample precision; the height comes before the width.
    try segment.skip(1)
    let height = try segment.big(2)
    return try PictureSize(width: segment.big(2), height: height)
  }

  /// Skips to the marker that ends a scan; some markers belong to its data.
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
