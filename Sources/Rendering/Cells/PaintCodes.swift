/// The bytes of one SGR sequence while it is written.
///
/// A picture has one in every cell, of up to forty bytes: gathered here, where nothing is asked of
/// each byte, they cost a quarter less than appended to an output one by one.
struct PaintCodes: RandomAccessCollection {
  /// Room for the longest: all flags off and on, and two mixed colours.
  private var bytes = [64 of UInt8](repeating: 0)
  private(set) var endIndex = 0
  var startIndex: Int { 0 }

  subscript(place: Int) -> UInt8 { bytes[place] }

  /// The first code begins the sequence.
  mutating func add(_ code: UInt8) {
    if endIndex == 0 {
      put(0x1B)
      put(UInt8(ascii: "["))
    } else {
      put(UInt8(ascii: ";"))
    }
    let zero = UInt8(ascii: "0")
    if code >= 100 { put(zero + code / 100) }
    if code >= 10 { put(zero + code / 10 % 10) }
    put(zero + code % 10)
  }

  /// Nothing is written where nothing was added.
  mutating func end() {
    if endIndex > 0 { put(UInt8(ascii: "m")) }
  }

  private mutating func put(_ byte: UInt8) {
    bytes[endIndex] = byte
    endIndex += 1
  }
}
