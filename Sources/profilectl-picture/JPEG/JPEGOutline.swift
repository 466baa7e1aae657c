/// A progressive JPEG file reduced to the mean of each block, which decodes to an eighth of its
/// size.
///
/// A decoder would store all coefficients of all blocks, two bytes each, to use one in sixty-four.
/// This copies the coded means into a file with nothing else, which is decoded row by row.
struct JPEGOutline {
  private(set) var bytes: [UInt8] = [0xFF, 0xD8]
  let reach: ScanWalk.Reach

  /// Nil unless one scan holds the means of all components, except for their last bit.
  init?(_ file: JPEGFile) {
    guard file.isProgressive, !file.isArithmetic, let scan = file.scan, scan.band == 0...0,
      !scan.isRefining,
      scan.shift <= 1, scan.parts.count == file.planes.count,
      let codes = file.tables.codes(scan.parts.map(\.mean), .mean)
    else { return nil }
    var data = JPEGBitWriter()
    var stretch: UInt8 = 0
    reach = ScanWalk(scan, of: file).follow { bits, place in
      guard let mean = bits.next(in: codes[place]) else { return false }
      data.append(mean.bits, mean.length)
      // The end-of-block code, the only other code.
      data.append(0, 1)
      return true
    } restart: {
      data.end(with: 0xD0 + stretch)
      stretch = (stretch + 1) & 7
    }
    data.end(with: 0xD9)
    guard writeHead(of: file, scan) else { return nil }
    bytes += data.bytes
  }

  private mutating func writeHead(of file: JPEGFile, _ scan: JPEGScan) -> Bool {
    for remark in file.remarks {
      if file.bytes[remark.lowerBound + 1] == 0xDB {
        guard let content = JPEGOutline.quantizers(in: file.bytes[remark], times: scan.shift)
        else { return false }
        append(0xDB, content)
      } else {
        bytes += file.bytes[remark]
      }
    }
    let planes = file.planes.flatMap { [$0.number, UInt8($0.across << 4 | $0.down), $0.quantizer] }
    append(
      0xC1,
      [8] + JPEGOutline.big(file.height) + JPEGOutline.big(file.width)
        + [UInt8(file.planes.count)] + planes)
    for number: UInt8 in 0...15 where scan.parts.contains(where: { $0.mean == number }) {
      append(0xC4, Array(file.tables.segment(number, .mean) ?? []))
    }
    append(0xC4, [0x10, 1] + [UInt8](repeating: 0, count: 15) + [0])
    append(0xDD, JPEGOutline.big(file.tables.interval))
    let parts = scan.parts.flatMap { [file.planes[$0.plane].number, $0.mean << 4] }
    append(0xDA, [UInt8(scan.parts.count)] + parts + [0, 63, 0])
    return true
  }

  /// Quantization tables of sixteen bits; the one for means compensates for omitted bits.
  private static func quantizers(in segment: ArraySlice<UInt8>, times shift: Int) -> [UInt8]? {
    var rest = segment.dropFirst(4)
    var content: [UInt8] = []
    while let kind = rest.popFirst() {
      let size = kind >> 4 == 0 ? 1 : 2
      guard rest.count >= 64 * size else { return nil }
      content.append(0x10 | kind & 15)
      for place in 0..<64 {
        let number = rest.prefix(size).reduce(0) { $0 << 8 | Int($1) }
        content += big(min(place == 0 ? number << shift : number, 0xFFFF))
        rest = rest.dropFirst(size)
      }
    }
    return content
  }

  private mutating func append(_ marker: UInt8, _ content: [UInt8]) {
    bytes += [0xFF, marker] + JPEGOutline.big(content.count + 2) + content
  }

  private static func big(_ number: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number)]
  }
}

/// Writes coded data bit by bit (ITU-T T.81, F.1.2.3).
struct JPEGBitWriter {
  private(set) var bytes: [UInt8] = []
  private var held = 0
  private var count = 0

  mutating func append(_ bits: Int, _ length: Int) {
    held = held << length | bits
    count += length
    while count >= 8 {
      count -= 8
      let byte = UInt8(truncatingIfNeeded: held >> count)
      bytes.append(byte)
      // A zero byte keeps it from looking like a marker.
      if byte == 0xFF { bytes.append(0) }
    }
    held &= 1 << count - 1
  }

  /// Fills the last byte with ones and appends a marker.
  mutating func end(with marker: UInt8) {
    if count > 0 { append(1 << (8 - count) - 1, 8 - count) }
    bytes += [0xFF, marker]
  }
}
