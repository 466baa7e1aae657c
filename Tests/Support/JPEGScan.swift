/// One pass of a JPEG file over some of its planes and frequencies.
struct JPEGScan {
  let planes: [Int]
  let first: Int
  let last: Int
  /// The number of low bits of the DC coefficients that follow in later scans, one in each.
  var shift = 0
  var isRefining = false
  /// The DC sizes that have a code, each code one bit longer than the one before.
  ///
  /// Empty if all codes have the same length.
  var sizes: [Int] = []

  /// The number of DC codes of each length from 1 to 16: twelve of four bits.
  static let meanLengths: [UInt8] = [0, 0, 0, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
  static let meanSymbols: [UInt8] = Array(0...11)

  /// Symbols for up to 15 zeros and a number of up to 10 bits, the end of a block, and 16 zeros.
  ///
  /// Zeros that a decoder adds for missing data decode to visible pixels.
  static let restLengths: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 162, 0, 0, 0, 0, 0, 0, 0, 0]
  static let restSymbols: [UInt8] =
    (0...15).flatMap { run in (1...10).reversed().map { UInt8(run << 4 | $0) } } + [0x00, 0xF0]
  /// The end of a block only.
  static let fewRestLengths: [UInt8] = [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
  static let fewRestSymbols: [UInt8] = [0]
  private static let restCodes: [Int] = (0...255).map { symbol in
    restSymbols.firstIndex(of: UInt8(symbol)) ?? 0
  }

  /// The byte that says which bits of the coefficients the scan holds.
  var bits: UInt8 { UInt8((isRefining ? (shift + 1) << 4 : 0) | shift) }

  /// The data of the scan, with a restart marker after each `interval` units; 0 for none.
  ///
  /// The last `missing` blocks of all planes together are omitted.
  func bytes(of blocks: [[JPEGBlock]], interval: Int, missing: Int = 0) -> [UInt8] {
    let order = blocks[0].indices.flatMap { place in planes.map { (plane: $0, place: place) } }
    let written = order.dropLast(missing)
    let step = interval == 0 ? max(written.count, 1) : interval * planes.count
    return stride(from: 0, to: written.count, by: step).enumerated().flatMap { number, start in
      let mark = [0xFF, 0xD0 + UInt8((number + 7) & 7)]
      return (number == 0 ? [] : mark)
        + bytes(
          of: written[start..<min(start + step, written.count)].map { place in
            (place.plane, blocks[place.plane][place.place])
          })
    }
  }

  private func bytes(of blocks: [(plane: Int, block: JPEGBlock)]) -> [UInt8] {
    var bits = JPEGBits()
    var means = [Int: Int]()
    for (plane, block) in blocks {
      if first == 0, isRefining {
        bits.append(block.coefficients[0] >> shift & 1, 1)
      } else if first == 0 {
        let mean = block.coefficients[0] >> shift
        append(difference: mean - means[plane, default: 0], to: &bits)
        means[plane] = mean
      }
      if last > 0, block.isFlat, sizes.isEmpty { bits.append(JPEGScan.restCodes[0], 8) }
      if last > 0, block.isFlat, !sizes.isEmpty { bits.append(0, 1) }
      if last > 0, !block.isFlat { append(block.coefficients, to: &bits) }
    }
    return bits.finished()
  }

  private func append(difference: Int, to bits: inout JPEGBits) {
    let size = JPEGScan.size(of: difference)
    if let place = sizes.firstIndex(of: size) {
      bits.append((1 << place - 1) << 1, place + 1)
    } else {
      bits.append(size, 4)
    }
    bits.append(JPEGScan.code(of: difference, size), size)
  }

  private func append(_ block: [Int], to bits: inout JPEGBits) {
    var zeros = 0
    for value in block[max(first, 1)...last] {
      if value == 0 {
        zeros += 1
        continue
      }
      while zeros > 15 {
        bits.append(JPEGScan.restCodes[0xF0], 8)
        zeros -= 16
      }
      let limited = min(max(value, -1023), 1023)
      let size = JPEGScan.size(of: limited)
      bits.append(JPEGScan.restCodes[zeros << 4 | size], 8)
      bits.append(JPEGScan.code(of: limited, size), size)
      zeros = 0
    }
    if zeros > 0 { bits.append(JPEGScan.restCodes[0], 8) }
  }

  static func size(of value: Int) -> Int {
    Int.bitWidth - abs(value).leadingZeroBitCount
  }

  /// A negative number is written as one less (T.81, F.1.2.1).
  private static func code(of value: Int, _ size: Int) -> Int {
    value >= 0 ? value : value + (1 << size) - 1
  }
}
