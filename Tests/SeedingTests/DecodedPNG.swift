import Seeding

/// What a PNG file of our own kind holds; every sum in it is checked.
struct DecodedPNG {
  enum Fault: Error { case signature, sum, missing }

  private(set) var raster: Raster

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
    let rows = try Inflater.inflated(Array(stream.dropFirst(2).dropLast(4)))
    guard Self.word(stream.suffix(4)) == Self.adler(rows) else { throw Fault.sum }
    raster = Raster(width: Int(Self.word(header[0...])), height: Int(Self.word(header[4...])))
    if let palette = chunks["PLTE"] {
      let pixels = Self.unfiltered(rows, width: raster.width, step: 1)
      raster.pixels = pixels.flatMap { palette[(Int($0) * 3)..<(Int($0) * 3 + 3)] }
    } else {
      raster.pixels = Self.unfiltered(rows, width: raster.width * 3, step: 3)
    }
  }

  private static func unfiltered(_ rows: [UInt8], width: Int, step: Int) -> [UInt8] {
    var above = [UInt8](repeating: 0, count: width)
    var pixels: [UInt8] = []
    for start in stride(from: 0, to: rows.count, by: width + 1) {
      var row = Array(rows[(start + 1)..<(start + 1 + width)])
      for place in 0..<width {
        let left = place < step ? 0 : Int(row[place - step])
        let (up, corner) = (Int(above[place]), place < step ? 0 : Int(above[place - step]))
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

  private static func adler(_ bytes: [UInt8]) -> UInt32 {
    var (low, high) = (1, 0)
    for byte in bytes {
      low = (low + Int(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return UInt32(high << 16 | low)
  }
}
