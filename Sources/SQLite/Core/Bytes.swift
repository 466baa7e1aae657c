/// Reads big-endian numbers of SQLite's files; bytes past the end read as 0.
enum Bytes {
  static func u16(_ bytes: [UInt8], at place: Int) -> Int {
    Int(byte(bytes[...], place)) << 8 | Int(byte(bytes[...], place + 1))
  }

  static func u32(_ bytes: [UInt8], at place: Int) -> UInt32 {
    u32(bytes[...], at: place)
  }

  static func u32(_ bytes: ArraySlice<UInt8>, at place: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 << 8 | UInt32(byte(bytes, place + $1)) }
  }

  /// A variable-length integer and the index after it; nil if it is incomplete.
  static func varint(_ bytes: [UInt8], at place: Int) -> (value: Int64, end: Int)? {
    var value: UInt64 = 0
    for index in 0..<9 {
      guard bytes.indices.contains(place + index) else { return nil }
      let byte = bytes[place + index]
      if index == 8 { return (Int64(bitPattern: value << 8 | UInt64(byte)), place + 9) }
      value = value << 7 | UInt64(byte & 0x7F)
      if byte < 0x80 { return (Int64(bitPattern: value), place + index + 1) }
    }
    return nil
  }

  private static func byte(_ bytes: ArraySlice<UInt8>, _ place: Int) -> UInt8 {
    bytes.indices.contains(place) ? bytes[place] : 0
  }
}

extension [UInt8] {
  /// The varint at the beginning; 0 without one.
  package var leadingNumber: Int64 { Bytes.varint(self, at: 0)?.value ?? 0 }
}
