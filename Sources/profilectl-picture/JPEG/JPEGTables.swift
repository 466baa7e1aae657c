/// The Huffman codes and restart interval in effect for the next scans.
struct JPEGTables {
  /// The use of a code, as in a file.
  enum Use: UInt8 {
    case mean = 0x00
    case rest = 0x10
  }

  /// The segments without their length, by use and number.
  private var segments: [UInt8: ArraySlice<UInt8>] = [:]
  /// The units between two restart markers; 0 without them.
  private(set) var interval = 0

  mutating func readInterval(_ content: ArraySlice<UInt8>) -> Bool {
    guard let interval = JPEGFile.big(content) else { return false }
    self.interval = interval
    return true
  }

  /// A segment may contain several codes (T.81, B.2.4.2).
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

  /// Adds the default codes, which decoders use for a baseline file without its own.
  mutating func complete() {
    for table in CommonCodes.segments {
      if let kind = table.first, segments[kind] == nil { segments[kind] = table[...] }
    }
  }

  func segment(_ number: UInt8, _ use: Use) -> ArraySlice<UInt8>? {
    segments[use.rawValue | number]
  }

  /// The codes with these numbers from 0 to 15; nil if one is missing or invalid.
  ///
  /// Built on demand, because they are large and a file may define thousands that no scan uses.
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

/// Decodes the symbols of a Huffman code (ITU-T T.81, annex C).
struct HuffmanCode {
  /// For each sixteen bits the length and symbol of their first code; 0 for none.
  private var entries = [UInt16](repeating: 0, count: 1 << 16)

  /// `counts` is the number of codes of each length from 1 to 16.
  ///
  /// Nil if they don't fit, or exceed `symbols`.
  init?(counts: ArraySlice<UInt8>, symbols: ArraySlice<UInt8>) {
    var rest = symbols
    var next = 0
    for (place, count) in counts.enumerated() {
      let span = 1 << (15 - place)
      for _ in 0..<count {
        guard let symbol = rest.popFirst(), next + span <= entries.count else { return nil }
        let entry = UInt16(place + 1) << 8 | UInt16(symbol)
        for bits in next..<next + span { entries[bits] = entry }
        next += span
      }
    }
  }

  /// The first symbol in sixteen bits and its length; nil without one.
  func symbol(beginning bits: Int) -> (symbol: Int, length: Int)? {
    let entry = Int(entries[bits & 0xFFFF])
    return entry == 0 ? nil : (entry & 0xFF, entry >> 8)
  }
}
