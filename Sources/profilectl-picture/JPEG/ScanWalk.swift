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

  /// `block` takes the bits of one, of the part in that place, and says whether they can be
  /// understood; `restart` is called between stretches.
  func follow(block: (inout ScanBits, Int) -> Bool, restart: () -> Void = {}) -> Reach {
    let (blocks, count) = scan.units(of: file)
    let interval = file.tables.interval == 0 ? count : file.tables.interval
    var bits = ScanBits(file.bytes, from: file.dataPlace)
    var begun = 0
    while begun < count {
      let end = min(begun + interval, count)
      while begun < end, !bits.isSpent() {
        begun += 1
        for place in blocks {
          let isUnderstood = block(&bits, place)
          // The last unit may lack some bits: what they would add is not seen.
          if bits.isExhausted { break }
          if !isUnderstood { return .unknown }
        }
      }
      guard end < count else { return begun == count ? .whole : .short }
      // What a stretch lost within the picture is damage, and not its end.
      begun = end
      guard bits.restart() else { return .short }
      restart()
    }
    return .whole
  }

  /// Passes over the mean of each block, and over the numbers that follow it if the scan has them
  /// (T.81, F.2.2).
  func reach() -> Reach {
    if file.isArithmetic { return marked() }
    guard scan.band.lowerBound == 0, !scan.isRefining,
      let means = file.tables.codes(scan.parts.map(\.mean), .mean)
    else { return .unknown }
    guard scan.band.upperBound > 0 else {
      return follow { bits, place in bits.next(in: means[place]) != nil }
    }
    guard let rests = file.tables.codes(scan.parts.map(\.rest), .rest) else { return .unknown }
    return follow { bits, place in
      bits.next(in: means[place]) != nil && ScanWalk.skipRest(&bits, rests[place])
    }
  }

  /// Passes over the marks for starting anew.
  ///
  /// Where there are none nobody can say: arithmetic codes go on behind their end as if there were
  /// zeros, which encoders may leave out (T.81, D.1.8).
  private func marked() -> Reach {
    let count = scan.units(of: file).count
    guard file.tables.interval > 0 else { return .unknown }
    var bits = ScanBits(file.bytes, from: file.dataPlace)
    for _ in stride(from: file.tables.interval, to: count, by: file.tables.interval) {
      guard bits.restart() else { return .short }
    }
    return .whole
  }

  private static func skipRest(_ bits: inout ScanBits, _ code: HuffmanCode) -> Bool {
    var place = 1
    while place < 64 {
      guard let symbol = bits.next(in: code)?.symbol else { return false }
      let (run, size) = (symbol >> 4, symbol & 15)
      if size == 0, run < 15 { return true }
      place += run + 1
    }
    return true
  }
}
