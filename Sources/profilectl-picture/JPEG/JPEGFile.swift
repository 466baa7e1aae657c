/// The structure of a JPEG file: the frame, the first scan, and its coding (ITU-T T.81, annex B).
///
/// Later scans add detail or colours to the first.
struct JPEGFile {
  /// A colour component of the picture.
  struct Plane {
    let number: UInt8
    /// Its blocks in each interleaved unit.
    let across: Int
    let down: Int
    let quantizer: UInt8
  }

  let bytes: [UInt8]
  private(set) var isProgressive = false
  private(set) var isArithmetic = false
  private(set) var width = 0
  private(set) var height = 0
  private(set) var planes: [Plane] = []
  private(set) var tables = JPEGTables()
  /// The ranges of quantization tables and application segments, including markers.
  private(set) var remarks: [Range<Int>] = []
  /// The start of the scan's coded data.
  private(set) var dataPlace = 0
  private var scanSegment: ArraySlice<UInt8> = []

  /// Nil for invalid files and rare codings, which the decoder may still accept.
  init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    var place = 2
    while scanSegment.isEmpty {
      guard let marker = nextMarker(&place) else { return nil }
      // Markers without a length.
      if marker == 0x01 || (0xD0...0xD7).contains(marker) { continue }
      guard let length = JPEGFile.big(bytes[place...]), length >= 2,
        place + length <= bytes.count
      else { return nil }
      let content = bytes[place + 2..<place + length]
      place += length
      guard read(marker, content) else { return nil }
    }
    dataPlace = place
    if !isProgressive { tables.complete() }
  }

  /// Nil if it names missing components.
  var scan: JPEGScan? { JPEGScan(scanSegment, of: self) }

  /// A big-endian number of two bytes.
  static func big(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.count >= 2 else { return nil }
    return Int(bytes[bytes.startIndex]) << 8 | Int(bytes[bytes.startIndex + 1])
  }

  private func nextMarker(_ place: inout Int) -> UInt8? {
    guard place < bytes.count, bytes[place] == 0xFF else { return nil }
    while place < bytes.count, bytes[place] == 0xFF { place += 1 }
    guard place < bytes.count else { return nil }
    defer { place += 1 }
    return bytes[place]
  }

  private mutating func read(_ marker: UInt8, _ content: ArraySlice<UInt8>) -> Bool {
    switch marker {
    case 0xC0...0xC2, 0xC9, 0xCA:
      (isProgressive, isArithmetic) = (marker & 3 == 2, marker & 8 != 0)
      return readFrame(content)
    case 0xC4: return tables.readCodes(content)
    // Other codings, and an end before the start.
    case 0xC3, 0xC5...0xC8, 0xCB, 0xCD...0xCF, 0xD9: return false
    case 0xDA:
      scanSegment = content
      return !content.isEmpty
    case 0xDB, 0xE0...0xEF: remarks.append(content.startIndex - 4..<content.endIndex)
    case 0xDD: return tables.readInterval(content)
    default: break
    }
    return true
  }

  private mutating func readFrame(_ content: ArraySlice<UInt8>) -> Bool {
    let start = content.startIndex
    guard planes.isEmpty, content.count >= 6, content[start] == 8,
      let height = JPEGFile.big(content.dropFirst(1)),
      let width = JPEGFile.big(content.dropFirst(3)), width > 0, height > 0
    else { return false }
    (self.width, self.height) = (width, height)
    for place in stride(from: start + 6, to: content.endIndex - 2, by: 3) {
      let (across, down) = (Int(content[place + 1] >> 4), Int(content[place + 1] & 15))
      guard (1...4).contains(across), (1...4).contains(down) else { return false }
      planes.append(
        Plane(
          number: content[place], across: across, down: down, quantizer: content[place + 2]))
    }
    return planes.count == Int(content[start + 5])
  }
}
