/// Writes WebP files without loss, of one colour.
package enum WebPWriter {
  package static func bytes(width: Int, height: Int, color: TestPicture.Pixel) -> [UInt8] {
    var bits: [Bool] = []
    func put(_ value: Int, _ count: Int) {
      for place in 0..<count { bits.append((value >> place) & 1 == 1) }
    }
    put(width - 1, 14)
    put(height - 1, 14)
    // No alpha, version 0, no transform, no cache of colours, one set of codes.
    put(0, 1 + 3 + 1 + 1 + 1)
    // Each code has a single symbol of eight bits, which then takes no bits at all.
    for symbol in [color.green, color.red, color.blue, 255] {
      put(0b101, 3)
      put(Int(symbol), 8)
    }
    // The code for distances, which do not occur: a single symbol of one bit.
    put(0b001, 3)
    put(0, 1)
    var content: [UInt8] = [0x2F]
    for start in stride(from: 0, to: bits.count, by: 8) {
      let group = bits[start..<min(start + 8, bits.count)]
      content.append(group.reversed().reduce(0) { $0 << 1 | ($1 ? 1 : 0) })
    }
    let padding = [UInt8](repeating: 0, count: content.count % 2)
    let chunk = Array("VP8L".utf8) + ByteOrder.little(content.count, 4) + content + padding
    return Array("RIFF".utf8) + ByteOrder.little(chunk.count + 4, 4) + Array("WEBP".utf8) + chunk
  }
}
