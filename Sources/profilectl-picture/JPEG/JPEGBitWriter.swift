/// Coded data in the making, bit by bit (ITU-T T.81, F.1.2.3).
struct JPEGBitWriter {
  private(set) var bytes: [UInt8] = []
  private var held = 0
  private var count = 0

  mutating func append(_ bits: Int, _ length: Int) {
    held = held << length | bits
    count += length
    while count >= 8 {
      count -= 8
      let byte = UInt8(truncatingIfNeeded: held >> count)
      bytes.append(byte)
      // Else it would look like a marker.
      if byte == 0xFF { bytes.append(0) }
    }
    held &= 1 << count - 1
  }

  /// Fills the last byte with ones and puts a marker behind it.
  mutating func end(with marker: UInt8) {
    if count > 0 { append(1 << (8 - count) - 1, 8 - count) }
    bytes += [0xFF, marker]
  }
}
