// Sources: Model Pictures

/// An accepted header has a size within the limits.
func holds(_ bytes: [UInt8]) -> Bool {
  guard let header = try? PictureHeader(reading: bytes) else { return true }
  let pixels = header.width.multipliedReportingOverflow(by: header.height)
  return header.width > 0 && header.height > 0 && !pixels.overflow
    && pixels.partialValue <= (isPlanted ? 3 : 100_000_000)
}

let corpus: [[UInt8]] = [
  Array("GIF89a".utf8) + [
    1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0,
    0x3B,
  ],
  [
    0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 2,
    0, 0, 0, 2, 8, 2, 0, 0, 0, 1, 2, 3, 4,
  ],
  [
    0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0, 2, 0, 2, 1, 1, 0x11, 0, 0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63,
    0, 1, 0xFF, 0xD9,
  ],
  Array("RIFF".utf8) + [22, 0, 0, 0] + Array("WEBPVP8L".utf8) + [
    10, 0, 0, 0, 0x2F, 1, 0x40, 0, 0, 0, 0, 0, 0, 0,
  ],
]
