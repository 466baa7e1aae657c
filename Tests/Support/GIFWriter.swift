/// Writes GIF files whose tables of strings are cleared before they grow.
package enum GIFWriter {
  /// For pictures of at most 128 colours.
  package static func bytes(of picture: TestPicture) -> [UInt8] {
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
    let size = ByteOrder.little(picture.width, 2) + ByteOrder.little(picture.height, 2)
    let colors = palette.flatMap { [$0.red, $0.green, $0.blue] }
    let unused = [UInt8](repeating: 0, count: 3 * 128 - colors.count)
    let screen: [UInt8] = Array("GIF89a".utf8) + size + [0xF6, 0, 0]
    let image: [UInt8] = [0x2C, 0, 0, 0, 0] + size + [0, 7]
    return screen + colors + unused + image + pieces(codes(places)) + [0x3B]
  }

  /// Codes of eight bits for 128 colours: 128 clears the table, 129 ends.
  ///
  /// The table would need a ninth bit after 126 colours, so it is cleared before.
  private static func codes(_ places: [Int]) -> [UInt8] {
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
