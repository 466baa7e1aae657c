/// The coded data of a scan, bit by bit, up to the next marker (ITU-T T.81, B.1.1.5).
struct ScanBits {
  private let bytes: [UInt8]
  private var place: Int
  private var held: UInt64 = 0
  private var count = 0
  /// Zeros in what is held, which stand for data that are not there.
  private var padding = 0

  init(_ bytes: [UInt8], from place: Int) {
    self.bytes = bytes
    self.place = place
  }

  /// Whether more was taken than there is.
  var isExhausted: Bool { padding > count }

  /// The next sixteen bits, which are not taken yet.
  var next: Int { Int(truncatingIfNeeded: held >> UInt64(count - 16)) & 0xFFFF }

  /// Makes sure that a symbol and the number behind it are held.
  mutating func fill() {
    while count <= 48 {
      let byte = nextByte()
      if byte == nil { padding += 8 }
      held = held << 8 | UInt64(byte ?? 0)
      count += 8
    }
  }

  /// Takes so many bits, at most sixteen, and answers them.
  @discardableResult
  mutating func take(_ length: Int) -> Int {
    count -= length
    return Int(truncatingIfNeeded: held >> UInt64(count)) & (1 << length - 1)
  }

  /// Goes on behind the next marker; false if that does not begin another stretch of the scan.
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
