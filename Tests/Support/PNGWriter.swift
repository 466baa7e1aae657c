/// Writes PNG files without compression.
package enum PNGWriter {
  package enum Style: Sendable, CaseIterable {
    case rgb
    case rgba
    case rgb16
    case grey
    case greyAlpha
    /// With at most 256 colours; a colour that is not opaque keeps its alpha.
    case palette

    fileprivate var depth: UInt8 { self == .rgb16 ? 16 : 8 }

    fileprivate var number: UInt8 {
      switch self {
      case .grey: 0
      case .rgb, .rgb16: 2
      case .palette: 3
      case .greyAlpha: 4
      case .rgba: 6
      }
    }
  }

  /// Writes a picture, without the last `missing` bytes of its pixels.
  ///
  /// The `orientations` are written as Exif chunks: the last one after the pixels, others before.
  package static func bytes(
    of picture: TestPicture, as style: Style = .rgb, interlaced: Bool = false, missing: Int = 0,
    orientations: [Int] = []
  ) -> [UInt8] {
    var palette: [TestPicture.Pixel] = []
    var rows: [UInt8] = []
    for pass in interlaced ? passes : [(0, 0, 1, 1)] {
      for y in stride(from: pass.1, to: picture.height, by: pass.3)
      where pass.0 < picture.width {
        // Filter type 0: none.
        rows.append(0)
        for x in stride(from: pass.0, to: picture.width, by: pass.2) {
          append(picture.pixel(x, y), as: style, to: &rows, palette: &palette)
        }
      }
    }
    var file = beginning(
      width: picture.width, height: picture.height, style: style, interlaced: interlaced)
    if style == .palette {
      file += chunk("PLTE", palette.flatMap { [$0.red, $0.green, $0.blue] })
      file += chunk("tRNS", palette.map(\.alpha))
    }
    let notes = orientations.map { chunk("eXIf", ExifTable.bytes([$0])) }
    file += notes.dropLast().joined()
    file += chunk("IDAT", stored(rows.dropLast(missing)))
    return file + (notes.last ?? []) + chunk("IEND", [])
  }

  /// A file that claims a size and holds no pixels, padded to `byteCount`.
  package static func claim(width: Int, height: Int, byteCount: Int = 0) -> [UInt8] {
    let start = beginning(width: width, height: height, style: .rgb, interlaced: false)
    let padding = [UInt8](repeating: 0, count: max(byteCount - start.count - 24, 4))
    return start + chunk("IDAT", padding) + chunk("IEND", [])
  }

  /// Adam7: where the pixels of each pass begin, and how far apart they are.
  private static let passes = [
    (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
    (0, 1, 1, 2),
  ]

  private static func beginning(width: Int, height: Int, style: Style, interlaced: Bool) -> [UInt8]
  {
    let header =
      ByteOrder.big(width, 4) + ByteOrder.big(height, 4)
      + [style.depth, style.number, 0, 0, interlaced ? 1 : 0]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header)
  }

  private static func append(
    _ pixel: TestPicture.Pixel, as style: Style, to bytes: inout [UInt8],
    palette: inout [TestPicture.Pixel]
  ) {
    switch style {
    case .rgb: bytes += [pixel.red, pixel.green, pixel.blue]
    case .rgba: bytes += [pixel.red, pixel.green, pixel.blue, pixel.alpha]
    case .rgb16: bytes += [pixel.red, 0, pixel.green, 0, pixel.blue, 0]
    case .grey: bytes.append(pixel.grey)
    case .greyAlpha: bytes += [pixel.grey, pixel.alpha]
    case .palette:
      let place = palette.firstIndex(of: pixel) ?? palette.count
      if place == palette.count { palette.append(pixel) }
      bytes.append(UInt8(place))
    }
  }

  private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let checked = Array(name.utf8) + content
    return ByteOrder.big(content.count, 4) + checked + ByteOrder.big(checksum(checked), 4)
  }

  /// A zlib stream of stored blocks (RFC 1950 and 1951).
  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    if bytes.isEmpty { stream += [1, 0, 0, 0xFF, 0xFF] }
    for start in stride(from: 0, to: bytes.count, by: 65_535) {
      let block = bytes[start..<min(start + 65_535, bytes.count)]
      stream.append(block.endIndex == bytes.count ? 1 : 0)
      stream += ByteOrder.little(block.count, 2) + ByteOrder.little(~block.count, 2) + block
    }
    var (first, second) = (1, 0)
    for byte in bytes {
      first = (first + Int(byte)) % 65_521
      second = (second + first) % 65_521
    }
    return stream + ByteOrder.big(second << 16 | first, 4)
  }

  private static let checksums: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in
      value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1
    }
  }

  private static func checksum(_ bytes: [UInt8]) -> Int {
    let table = checksums
    return Int(
      ~bytes.reduce(UInt32.max) { value, byte in
        table[Int((value ^ UInt32(byte)) & 0xFF)] ^ (value >> 8)
      })
  }
}
