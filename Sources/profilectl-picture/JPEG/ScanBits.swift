/// Reads the coded data of a scan bit by bit, up to the next marker (ITU-T T.81, B.1.1.5).
struct ScanBits {
  private let bytes: [UInt8]
  private var place: Int
  private var held: UInt64 = 0
  private var count = 0
  /// The buffered zeros that stand for missing data.
  private var padding = 0

  init(_ bytes: [UInt8], from place: Int) {
    self.bytes = bytes
    self.place = place
  }

  /// Whether more bits were read than exist.
  var isExhausted: Bool { padding > count }

  /// Whether only padding ones are left, which are no code (T.81, F.1.2.3).
  mutating func isSpent() -> Bool {
    fill()
    let left = count - padding
    return left < 8 && (left <= 0 || (held >> UInt64(padding) + 1) & (1 << UInt64(left) - 1) == 0)
  }

  /// Reads a symbol and the number after it, whose length is in the last four bits of the symbol;
  /// nil without a valid code.
  mutating func next(in code: HuffmanCode) -> (symbol: Int, bits: Int, length: Int)? {
    fill()
    guard let (symbol, length) = code.symbol(beginning: bits(count - 16, 16)) else {
      // Assumes the longest code; too few bits then count as past the end.
      count -= 16
      return nil
    }
    let all = length + (symbol & 15)
    count -= all
    return (symbol, bits(count, all), all)
  }

  /// Continues after the next marker; false unless it is a restart marker.
  mutating func restart() -> Bool {
    while let byte = self.byte(at: place), byte != 0xFF || self.byte(at: place + 1) == 0 {
      place += 1
    }
    while byte(at: place + 1) == 0xFF { place += 1 }
    guard let marker = byte(at: place + 1), (0xD0...0xD7).contains(marker) else { return false }
    place += 2
    (held, count, padding) = (0, 0, 0)
    return true
  }

  /// Buffers enough bits for a symbol and its number.
  private mutating func fill() {
    while count <= 48 {
      let byte = nextByte()
      if byte == nil { padding += 8 }
      held = held << 8 | UInt64(byte ?? 0)
      count += 8
    }
  }

  /// The buffered bits before the last `rest`.
  private func bits(_ rest: Int, _ length: Int) -> Int {
    Int(truncatingIfNeeded: held >> UInt64(rest)) & (1 << length - 1)
  }

  private mutating func nextByte() -> UInt8? {
    guard let byte = byte(at: place) else { return nil }
    guard byte == 0xFF else {
      place += 1
      return byte
    }
    guard self.byte(at: place + 1) == 0 else { return nil }
    place += 2
    return byte
  }

  private func byte(at place: Int) -> UInt8? {
    place < bytes.count ? bytes[place] : nil
  }
}
