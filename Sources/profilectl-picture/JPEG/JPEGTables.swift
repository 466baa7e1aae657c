/// The codes and distances that hold for the scans of a JPEG file from where they stand on.
struct JPEGTables {
  /// What a code is for; its raw value is how a file says so.
  enum Use: UInt8 {
    case mean = 0x00
    case rest = 0x10
  }

  /// As they stand in the file, without their length, by use and number.
  private var segments: [UInt8: ArraySlice<UInt8>] = [:]
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
      let length = 17 + counts.reduce(0) { $0 + Int($1) }
      guard counts.count == 16, rest.count >= length else { return false }
      segments[kind] = rest.prefix(length)
      rest = rest.dropFirst(length)
    }
    return true
  }

  /// Adds those that a decoder takes where a file in a single pass has none.
  mutating func complete() {
    for table in CommonCodes.segments {
      if let kind = table.first, segments[kind] == nil { segments[kind] = table[...] }
    }
  }

  func segment(_ number: UInt8, _ use: Use) -> ArraySlice<UInt8>? {
    segments[use.rawValue | number]
  }

  /// The codes with these numbers, of 0 to 15; nil if one is not there, or breaks the rules.
  ///
  /// They are large, and made only now: a file may define thousands that no scan names.
  func codes(_ numbers: [UInt8], _ use: Use) -> [HuffmanCode]? {
    var made = [HuffmanCode?](repeating: nil, count: 16)
    for number in numbers where made[Int(number)] == nil {
      guard let segment = segment(number, use)?.dropFirst(),
        let code = HuffmanCode(counts: segment.prefix(16), symbols: segment.dropFirst(16))
      else { return nil }
      made[Int(number)] = code
    }
    return numbers.compactMap { made[Int($0)] }
  }
}
