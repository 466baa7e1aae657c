/// One pass of a JPEG file over some of its planes and frequencies.
struct JPEGScan {
  let planes: [Int]
  let first: Int
  let last: Int

  /// How many codes there are of each length from 1 to 16: twelve of four bits.
  static let meanLengths: [UInt8] = [0, 0, 0, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
  static let meanSymbols: [UInt8] = Array(0...11)

  /// A run of up to 15 zeros before a number of up to 10 bits; "no more"; sixteen zeros.
  static let restLengths: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 162, 0, 0, 0, 0, 0, 0, 0, 0]
  static let restSymbols: [UInt8] =
    [0x00, 0xF0] + (0...15).flatMap { run in (1...10).map { UInt8(run << 4 | $0) } }
  private static let restCodes: [Int] = (0...255).map { symbol in
    restSymbols.firstIndex(of: UInt8(symbol)) ?? 0
  }

  /// With a mark for starting anew after each `interval` blocks; 0 for none.
  func bytes(of blocks: [[JPEGBlock]], interval: Int) -> [UInt8] {
    let count = blocks[0].count
    let starts = Array(stride(from: 0, to: count, by: interval == 0 ? count : interval))
    return starts.enumerated().flatMap { place, start in
      let end = interval == 0 ? count : min(start + interval, count)
      let mark = [0xFF, 0xD0 + UInt8((place + 7) & 7)]
      return (place == 0 ? [] : mark) + bytes(of: blocks, start..<end)
    }
  }

  private func bytes(of blocks: [[JPEGBlock]], _ places: Range<Int>) -> [UInt8] {
    var bits = JPEGBits()
    var means = [Int](repeating: 0, count: blocks.count)
    for place in places {
      for plane in planes {
        let isFlat = blocks[plane][place].isFlat
        let block = blocks[plane][place].coefficients
        if first == 0 {
          let difference = block[0] - means[plane]
          means[plane] = block[0]
          let size = JPEGScan.size(of: difference)
          bits.append(size, 4)
          bits.append(JPEGScan.code(of: difference, size), size)
        }
        if last > 0, isFlat { bits.append(JPEGScan.restCodes[0], 8) }
        if last > 0, !isFlat { append(block, to: &bits) }
      }
    }
    return bits.finished()
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

  private static func size(of value: Int) -> Int {
    Int.bitWidth - abs(value).leadingZeroBitCount
  }

  /// A negative number is written as one less (T.81, F.1.2.1).
  private static func code(of value: Int, _ size: Int) -> Int {
    value >= 0 ? value : value + (1 << size) - 1
  }
}
