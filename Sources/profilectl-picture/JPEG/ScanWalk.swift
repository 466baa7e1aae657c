/// Follows the blocks of a scan through its coded data without decoding pixels.
struct ScanWalk {
  /// How much of the picture the data cover.
  enum Reach {
    case whole
    /// The last units have no data.
    case short
    /// The data are invalid, so the extent is unknown.
    case unknown
  }

  private let file: JPEGFile
  private let scan: JPEGScan

  init(_ scan: JPEGScan, of file: JPEGFile) {
    self.scan = scan
    self.file = file
  }

  /// `block` reads one block of a component and returns whether it is valid; `restart` is called
  /// between intervals.
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
          // Missing bits of the last unit are invisible.
          if bits.isExhausted { break }
          if !isUnderstood { return .unknown }
        }
      }
      guard end < count else { return begun == count ? .whole : .short }
      // Losses within the picture are damage, not truncation.
      begun = end
      guard bits.restart() else { return .short }
      restart()
    }
    return .whole
  }

  /// Skips the mean of each block, and the other coefficients if the scan has them (T.81, F.2.2).
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

  /// Counts the restart markers.
  ///
  /// Without them the extent is unknown: arithmetic codes continue after their end as if with
  /// zeros, which encoders may omit (T.81, D.1.8).
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
