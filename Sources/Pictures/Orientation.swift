/// How a camera was held, as it noted in the picture (Exif 2.32, tag 0112).
struct Orientation: Equatable {
  let number: Int

  /// Whether the picture is shown with its sides exchanged.
  var isTurned: Bool { number >= 5 }

  /// Nil if it does not say; a mistake in it spoils no picture.
  init?(reading table: ByteReader) {
    var reader = table
    guard let number = try? Orientation.number(in: &reader), (1...8).contains(number) else {
      return nil
    }
    self.number = number
  }

  private static let name = Array("Exif\0".utf8)

  /// Whether a segment of a JPEG file is one in which cameras note things.
  static func isNoted(in segment: ByteReader) -> Bool { segment.continues(with: name) }

  /// Nil if the segment is another one, or does not say.
  ///
  /// The byte behind the name should be 0, and is not looked at, as browsers don't.
  init?(segment: ByteReader) {
    var table = segment
    guard Orientation.isNoted(in: segment),
      (try? table.part(Orientation.name.count + 1)) != nil,
      let rest = try? table.part(table.left)
    else { return nil }
    self.init(reading: rest)
  }

  private static func number(in reader: inout ByteReader) throws(PictureError) -> Int? {
    let start = reader
    let order = try reader.big(2)
    guard order == 0x4949 || order == 0x4D4D else { return nil }
    func number(_ count: Int) throws(PictureError) -> Int {
      try order == 0x4949 ? reader.little(count) : reader.big(count)
    }
    guard try number(2) == 42 else { return nil }
    let offset = try number(4)
    reader = start
    try reader.skip(offset)
    // Of several, the first that there is counts, as in browsers.
    for _ in 0..<(try number(2)) {
      let tag = try number(2)
      let type = try number(2)
      let count = try number(4)
      let value = try number(2)
      try reader.skip(2)
      if tag == 0x0112, type == 3, count == 1, (1...8).contains(value) { return value }
    }
    return nil
  }
}
