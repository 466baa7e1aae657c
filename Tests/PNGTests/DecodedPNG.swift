import CZlib

/// The size and the pixels of a PNG file that `PNGFile` wrote; checks every sum in it.
struct DecodedPNG: Equatable {
  enum Fault: Error { case signature, sum, missing, stream }

  var width: Int
  var height: Int
  var pixels: [UInt8]

  init(width: Int, height: Int, pixels: [UInt8]) {
    (self.width, self.height, self.pixels) = (width, height, pixels)
  }

  init(_ file: [UInt8]) throws {
    guard file.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else {
      throw Fault.signature
    }
    var chunks: [String: [UInt8]] = [:]
    var place = 8
    while place < file.count {
      let length = Int(Self.word(file[place...]))
      let body = file[(place + 4)..<(place + 8 + length)]
      guard Self.word(file[(place + 8 + length)...]) == Self.cyclic(body) else { throw Fault.sum }
      chunks[String(decoding: body.prefix(4), as: UTF8.self)] = Array(body.dropFirst(4))
      place += 12 + length
    }
    guard let header = chunks["IHDR"], let stream = chunks["IDAT"], chunks["IEND"] == [] else {
      throw Fault.missing
    }
    width = Int(Self.word(header[0...]))
    height = Int(Self.word(header[4...]))
    pixels = Self.unfiltered(
      try Self.inflated(stream, count: (width * 3 + 1) * height), width: width * 3)
  }

  private static func inflated(_ stream: [UInt8], count: Int) throws -> [UInt8] {
    var rows = [UInt8](repeating: 0, count: count)
    var length = UInt(count)
    guard uncompress(&rows, &length, stream, UInt(stream.count)) == Z_OK, length == count else {
      throw Fault.stream
    }
    return rows
  }

  private static func unfiltered(_ rows: [UInt8], width: Int) -> [UInt8] {
    var above = [UInt8](repeating: 0, count: width)
    var pixels: [UInt8] = []
    for start in stride(from: 0, to: rows.count, by: width + 1) {
      var row = Array(rows[(start + 1)..<(start + 1 + width)])
      for place in 0..<width {
        let left = place < 3 ? 0 : Int(row[place - 3])
        let (up, corner) = (Int(above[place]), place < 3 ? 0 : Int(above[place - 3]))
        let guess = left + up - corner
        let nearest = [left, up, corner].min { abs(guess - $0) < abs(guess - $1) } ?? 0
        let added = [0, left, up, (left + up) / 2, nearest][Int(rows[start])]
        row[place] &+= UInt8(added)
      }
      pixels += row
      above = row
    }
    return pixels
  }

  private static func word(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Bit by bit, as the specification defines it.
  private static func cyclic(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    ~bytes.reduce(UInt32.max) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in
        (sum >> 1) ^ (sum % 2 == 1 ? 0xEDB8_8320 : 0)
      }
    }
  }
}
