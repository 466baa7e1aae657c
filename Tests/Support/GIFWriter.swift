/// Writes GIF files whose code tables are cleared before they grow.
package enum GIFWriter {
  /// Writes a picture of at most 128 colours; the last `missing` pixels have no codes.
  ///
  /// With `interlaced`, the header claims interlacing and the rows stay in order.
  package static func bytes(
    of picture: TestPicture, missing: Int = 0, interlaced: Bool = false
  ) -> [UInt8] {
    var palette: [TestPicture.Pixel] = []
    var places: [Int] = []
    for y in 0..<picture.height {
      for x in 0..<picture.width {
        let pixel = picture.pixel(x, y)
        let place = palette.firstIndex(of: pixel) ?? palette.count
        if place == palette.count { palette.append(pixel) }
        places.append(place)
      }
    }
    return file(
      picture.width, picture.height, palette, codes(places.dropLast(missing)),
      interlaced: interlaced)
  }

  /// A file of one colour with a code table that is never cleared.
  ///
  /// Until the table is full, each code stands for one pixel more than the one before.
  package static func growing(codeCount: Int, width: Int, height: Int) -> [UInt8] {
    var (bytes, bits, bitCount): ([UInt8], Int, Int) = ([], 0, 0)
    func put(_ code: Int, width: Int) {
      bits |= code << bitCount
      bitCount += width
      while bitCount >= 8 {
        bytes.append(UInt8(truncatingIfNeeded: bits))
        (bits, bitCount) = (bits >> 8, bitCount - 8)
      }
    }
    put(128, width: 8)
    for place in 0..<codeCount {
      let known = min(129 + max(place, 1), 4096)
      let width = min(Int.bitWidth - known.leadingZeroBitCount, 12)
      put(place == 0 ? 0 : min(known, 4095), width: width)
    }
    put(0, width: 16)
    return file(width, height, [.red], bytes)
  }

  private static func file(
    _ width: Int, _ height: Int, _ palette: [TestPicture.Pixel], _ codes: [UInt8],
    interlaced: Bool = false
  ) -> [UInt8] {
    let size = ByteOrder.little(width, 2) + ByteOrder.little(height, 2)
    let colors = palette.flatMap { [$0.red, $0.green, $0.blue] }
    let unused = [UInt8](repeating: 0, count: 3 * 128 - colors.count)
    let screen: [UInt8] = Array("GIF89a".utf8) + size + [0xF6, 0, 0]
    let image: [UInt8] = [0x2C, 0, 0, 0, 0] + size + [interlaced ? 0x40 : 0, 7]
    return screen + colors + unused + image + pieces(codes) + [0x3B]
  }

  /// Codes of eight bits for 128 colours: 128 clears the table, 129 ends.
  ///
  /// The table would need a ninth bit after 126 colours, so it is cleared before.
  private static func codes(_ places: ArraySlice<Int>) -> [UInt8] {
    var codes: [UInt8] = []
    for (count, place) in places.enumerated() {
      if count % 120 == 0 { codes.append(128) }
      codes.append(UInt8(place))
    }
    return codes + [129]
  }

  private static func pieces(_ bytes: [UInt8]) -> [UInt8] {
    var pieces: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 255) {
      let piece = bytes[start..<min(start + 255, bytes.count)]
      pieces += [UInt8(piece.count)] + piece
    }
    return pieces + [0]
  }
}
