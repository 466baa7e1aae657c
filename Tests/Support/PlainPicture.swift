/// A small picture made of nothing but arithmetic, as a PNG file without compression.
package struct PlainPicture: Sendable {
  package let width: Int
  package let height: Int
  /// Another seed gives another picture.
  package let seed: Int

  package init(width: Int, height: Int, seed: Int) {
    self.width = width
    self.height = height
    self.seed = seed
  }

  package var png: [UInt8] {
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    let depthAndColors: [UInt8] = [8, 2, 0, 0, 0]
    file += chunk("IHDR", bigEndian(width) + bigEndian(height) + depthAndColors)
    file += chunk("IDAT", stored(rows))
    file += chunk("IEND", [])
    return file
  }

  /// Each row after the number of its filter, which is none.
  private var rows: [UInt8] {
    var rows: [UInt8] = []
    for y in 0..<height {
      rows.append(0)
      for x in 0..<width * 3 { rows.append(UInt8(truncatingIfNeeded: x * 5 + y * 3 + seed * 31)) }
    }
    return rows
  }

  /// RFC 1950 around blocks that RFC 1951, §3.2.4, stores as they are.
  private func stored(_ bytes: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    var start = 0
    repeat {
      let end = min(bytes.count, start + 65_535)
      let count = UInt16(end - start)
      stream.append(end == bytes.count ? 1 : 0)
      for half in [count, ~count] { stream += [UInt8(half & 0xFF), UInt8(half >> 8)] }
      stream += bytes[start..<end]
      start = end
    } while start < bytes.count
    var (low, high) = (1, 0)
    for byte in bytes {
      low = (low + Int(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return stream + bigEndian(high << 16 | low)
  }

  private func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + content
    var remainder: UInt32 = .max
    for byte in body {
      remainder ^= UInt32(byte)
      for _ in 0..<8 {
        remainder = remainder & 1 == 1 ? remainder >> 1 ^ 0xEDB8_8320 : remainder >> 1
      }
    }
    return bigEndian(content.count) + body + bigEndian(Int(~remainder))
  }

  private func bigEndian(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
