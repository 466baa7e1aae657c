/// Makes JPEG files of ten by ten blocks that need no tables of codes.
package enum BareJPEG {
  /// A grey picture with the default codes (ITU-T T.81, K.3) and no tables.
  ///
  /// The last `missing` units are omitted.
  package static func withoutTables(hasColors: Bool, missing: Int = 0) -> [UInt8] {
    var bits = JPEGBits()
    for _ in 0..<100 - missing {
      // The symbols for "no difference" and "end of block", for brightness and two colours.
      bits.append(0b00_1010, 6)
      if hasColors { bits.append(0b00_00_00_00, 8) }
    }
    let planes: [UInt8] = hasColors ? [1, 2, 3] : [1]
    let parts: [UInt8] = planes.flatMap { [$0, $0 == 1 ? 0x00 : 0x11] }
    return file(0xC0, planes, [], scan: parts + [0, 63, 0], bits.finished())
  }

  /// A picture in arithmetic coding, in which every byte is valid.
  ///
  /// The last `missing` intervals are omitted; a progressive file holds only the DC coefficients.
  package static func arithmetic(_ isProgressive: Bool, interval: Int, missing: Int) -> [UInt8] {
    let count = interval == 0 ? 1 : (99 + interval) / interval
    let data = (0..<count - missing).flatMap { number -> [UInt8] in
      (number == 0 ? [] : [0xFF, 0xD0 + UInt8((number - 1) & 7)]) + [0x12, 0x34, 0x56]
    }
    let restarts = segment(0xDD, ByteOrder.big(interval, 2))
    return file(
      isProgressive ? 0xCA : 0xC9, [1], restarts, scan: [1, 0, 0, isProgressive ? 0 : 63, 0], data)
  }

  private static func file(
    _ kind: UInt8, _ planes: [UInt8], _ additions: [UInt8], scan: [UInt8], _ data: [UInt8]
  ) -> [UInt8] {
    let count = UInt8(planes.count)
    let parts: [UInt8] = planes.flatMap { [$0, 0x11, 0] }
    let frame: [UInt8] = [8, 0, 80, 0, 80, count] + parts
    let head: [UInt8] = [0xFF, 0xD8] + segment(0xDB, [0] + [UInt8](repeating: 1, count: 64))
    return head + segment(kind, frame) + additions + segment(0xDA, [count] + scan) + data
      + [0xFF, 0xD9]
  }

  private static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
    [0xFF, marker] + ByteOrder.big(content.count + 2, 2) + content
  }
}
