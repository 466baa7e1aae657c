/// The camera orientation noted in a picture (Exif 2.32, tag 0112).
struct Orientation: Equatable {
  let number: Int

  /// Whether width and height are exchanged for display.
  var isTurned: Bool { number >= 5 }

  /// Nil without an orientation; errors in the table are ignored.
  init?(reading table: ByteReader) {
    var reader = table
    guard let number = try? Orientation.number(in: &reader), (1...8).contains(number) else {
      return nil
    }
    self.number = number
  }

  private static let name = Array("Exif\0".utf8)

  static func isNoted(in segment: ByteReader) -> Bool { segment.continues(with: name) }

  /// Nil if it is another segment or has no orientation.
  ///
  /// The byte after the name should be 0, but like browsers this does not check it.
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
    // Like browsers, takes the first valid entry.
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
