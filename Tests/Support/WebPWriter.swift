/// Writes WebP files: lossless ones of one colour, and a lossy one.
package enum WebPWriter {
  package static func bytes(width: Int, height: Int, color: TestPicture.Pixel) -> [UInt8] {
    var bits: [Bool] = []
    func put(_ value: Int, _ count: Int) {
      for place in 0..<count { bits.append((value >> place) & 1 == 1) }
    }
    put(width - 1, 14)
    put(height - 1, 14)
    // No alpha, version 0, no transform, no colour cache, one set of codes.
    put(0, 1 + 3 + 1 + 1 + 1)
    // Each code has a single symbol of eight bits, which takes no bits in the data.
    for symbol in [color.green, color.red, color.blue, 255] {
      put(0b101, 3)
      put(Int(symbol), 8)
    }
    // The unused code for distances: a single symbol of one bit.
    put(0b001, 3)
    put(0, 1)
    var content: [UInt8] = [0x2F]
    for start in stride(from: 0, to: bits.count, by: 8) {
      let group = bits[start..<min(start + 8, bits.count)]
      content.append(group.reversed().reduce(0) { $0 << 1 | ($1 ? 1 : 0) })
    }
    return file("VP8L", content)
  }

  /// Lossy noise of 16 by 64 pixels, written by libwebp 1.2.4, without the last `missing` bytes.
  package static func noise(missing: Int) -> [UInt8] {
    file("VP8 ", pixels.dropLast(missing))
  }

  private static func file(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let padding = [UInt8](repeating: 0, count: content.count % 2)
    let chunk = Array(name.utf8) + ByteOrder.little(content.count, 4) + content + padding
    return Array("RIFF".utf8) + ByteOrder.little(chunk.count + 4, 4) + Array("WEBP".utf8) + chunk
  }

  private static let pixels: [UInt8] = [
    0xD0, 0x01, 0x00, 0x9D, 0x01, 0x2A, 0x10, 0x00, 0x40, 0x00, 0x0F, 0xC0, 0xCE, 0x25, 0xB0,
    0x02, 0x74, 0xCE, 0x87, 0x22, 0xC0, 0x34, 0x00, 0x00, 0xFE, 0xE4, 0x2D, 0xF2, 0xF1, 0x93,
    0xC6, 0xCE, 0xC6, 0x34, 0x5D, 0xBF, 0xA7, 0x1B, 0xAD, 0x22, 0x1A, 0x17, 0x2A, 0xC3, 0x19,
    0x57, 0xAA, 0x1B, 0xD4, 0xF2, 0x38, 0x00,
  ]
}
