/// A progressive JPEG file reduced to the mean of each block, which is what a decoder needs for an
/// eighth of its size.
///
/// The decoder would hold all numbers of all blocks at once, two bytes each, before it knows that
/// it needs one in sixty-four. Here the means are copied as they are coded into a file that has
/// nothing else in it, and is decoded row by row.
struct JPEGOutline {
  private(set) var bytes: [UInt8] = [0xFF, 0xD8]
  let reach: ScanWalk.Reach

  /// Nil where the means do not stand in one scan of all planes, but for their last bit.
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
      // "Nothing else", which is the only other code there is.
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

  /// Quantizers of sixteen bits; the one for means makes up for the bits that are left out.
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
