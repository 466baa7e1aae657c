/// Follows the blocks of a scan through its coded data, without making pixels of them.
struct ScanWalk {
  /// How far the data of a scan go.
  enum Reach {
    case whole
    /// Units at the end of the picture have no data.
    case short
    /// The data break the rules of their code, and nobody can say.
    case unknown
  }

  private let file: JPEGFile
  private let scan: JPEGScan

  init(_ scan: JPEGScan, of file: JPEGFile) {
    self.scan = scan
    self.file = file
  }

  /// `block` takes the bits of one and says whether they can be understood; `restart` is called
  /// between stretches.
  func follow(
    block: (inout ScanBits, JPEGScan.Part) -> Bool, restart: () -> Void = {}
  ) -> Reach {
    let (blocks, count) = scan.units(of: file)
    let interval = file.tables.interval == 0 ? count : file.tables.interval
    var bits = ScanBits(file.bytes, from: file.dataPlace)
    var unit = 0
    while unit < count {
      let end = min(unit + interval, count)
      stretch: while unit < end {
        for part in blocks {
          let isUnderstood = block(&bits, part)
          // The last unit may lack some bits: what they would add is not seen.
          if bits.isExhausted { break stretch }
          if !isUnderstood { return .unknown }
        }
        unit += 1
      }
      guard end < count else { return unit >= count - 1 ? .whole : .short }
      // What a stretch lost within the picture is damage, and not its end.
      unit = end
      guard bits.restart() else { return .short }
      restart()
    }
    return .whole
  }

  /// Passes over the mean of each block, and over the numbers that follow it if the scan has them
  /// (T.81, F.2.2).
  func reach() -> Reach {
    guard scan.band.lowerBound == 0, !scan.isRefining else { return .unknown }
    let codes = scan.parts.map { (file.tables.means[$0.mean], file.tables.rests[$0.rest]) }
    return follow { bits, part in
      guard let place = scan.parts.firstIndex(where: { $0.plane == part.plane }),
        let mean = codes[place].0, ScanWalk.skipMean(&bits, mean)
      else { return false }
      if scan.band == 0...0 { return true }
      return codes[place].1.map { ScanWalk.skipRest(&bits, $0) } ?? false
    }
  }

  private static func skipMean(_ bits: inout ScanBits, _ code: PrefixCode) -> Bool {
    bits.fill()
    guard let (size, length) = code.symbol(beginning: bits.next), size <= 16 else { return false }
    bits.take(length)
    bits.take(size)
    return true
  }

  private static func skipRest(_ bits: inout ScanBits, _ code: PrefixCode) -> Bool {
    var place = 1
    while place < 64 {
      bits.fill()
      guard let (symbol, length) = code.symbol(beginning: bits.next) else { return false }
      bits.take(length)
      let (run, size) = (symbol >> 4, symbol & 15)
      if size == 0, run < 15 { return true }
      bits.take(size)
      place += run + 1
    }
    return true
  }
}
