/// How a camera was held, as it noted in the picture (Exif 2.32, tag 0112).
struct Orientation: Equatable {
  private let number: Int

  /// Whether the picture is shown with its sides exchanged.
  var isTurned: Bool { number >= 5 }

  /// Nil if the segment is another one or does not say; a mistake in it spoils no picture.
  init?(reading segment: ByteReader) {
    guard segment.continues(with: Array("Exif\0\0".utf8)) else { return nil }
    var reader = segment
    guard let number = try? Orientation.number(in: &reader), (1...8).contains(number) else {
      return nil
    }
    self.number = number
  }

  private static func number(in reader: inout ByteReader) throws(PictureError) -> Int? {
    try reader.skip(6)
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
    for _ in 0..<(try number(2)) {
      let tag = try number(2)
      let type = try number(2)
      let count = try number(4)
      if tag == 0x0112, type == 3, count == 1 { return try number(2) }
      try reader.skip(4)
    }
    return nil
  }
}
