/// The code that turns the next bits of a scan into symbols (ITU-T T.81, annex C).
struct HuffmanCode {
  /// For any sixteen bits the length of the code they begin with, and its symbol; 0 for none.
  private var entries = [UInt16](repeating: 0, count: 1 << 16)

  /// `counts` tells how many codes there are of each length from 1 to 16.
  ///
  /// Nil if they are more than fit, or more than `symbols`.
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

  /// The symbol at the beginning of sixteen bits, and how many of them it takes; nil if none does.
  func symbol(beginning bits: Int) -> (symbol: Int, length: Int)? {
    let entry = Int(entries[bits & 0xFFFF])
    return entry == 0 ? nil : (entry & 0xFF, entry >> 8)
  }
}
