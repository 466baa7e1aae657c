/// The codes and distances that hold for the scans of a JPEG file from where they stand on.
struct JPEGTables {
  private(set) var means: [Int: PrefixCode] = [:]
  private(set) var rests: [Int: PrefixCode] = [:]
  /// The segments of the codes for means, as they stand in the file without their length.
  private(set) var meanSegments: [Int: ArraySlice<UInt8>] = [:]
  /// So many units lie between two markers for starting anew; 0 if there are none.
  private(set) var interval = 0

  mutating func readInterval(_ content: ArraySlice<UInt8>) -> Bool {
    guard let interval = JPEGFile.big(content) else { return false }
    self.interval = interval
    return true
  }

  /// A segment may hold several (T.81, B.2.4.2).
  mutating func readCodes(_ content: ArraySlice<UInt8>) -> Bool {
    var rest = content
    while let kind = rest.first {
      let counts = rest.dropFirst().prefix(16)
      let length = counts.reduce(0) { $0 + Int($1) }
      guard counts.count == 16, rest.count >= 17 + length,
        let code = PrefixCode(counts: counts, symbols: rest.dropFirst(17).prefix(length))
      else { return false }
      if kind >> 4 == 0 {
        means[Int(kind)] = code
        meanSegments[Int(kind)] = rest.prefix(17 + length)
      } else {
        rests[Int(kind & 15)] = code
      }
      rest = rest.dropFirst(17 + length)
    }
    return true
  }
}
