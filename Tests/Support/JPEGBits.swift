/// Writes the entropy-coded data of a scan bit by bit.
struct JPEGBits {
  private var bytes: [UInt8] = []
  private var pending = 0
  private var count = 0

  mutating func append(_ value: Int, _ length: Int) {
    pending = pending << length | value
    count += length
    while count >= 8 {
      count -= 8
      let byte = UInt8(truncatingIfNeeded: pending >> count)
      bytes.append(byte)
      // A zero byte after 0xFF shows that it is no marker.
      if byte == 0xFF { bytes.append(0) }
    }
    pending &= (1 << count) - 1
  }

  /// Fills the last byte with ones and returns all bytes.
  mutating func finished() -> [UInt8] {
    if count > 0 { append((1 << (8 - count)) - 1, 8 - count) }
    return bytes
  }
}
