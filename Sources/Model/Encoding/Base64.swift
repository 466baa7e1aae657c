/// The Base64 encoding: RFC 4648, section 4.
package enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 0xFF, count: 256)
    for (value, letter) in alphabet.enumerated() { values[Int(letter)] = UInt8(value) }
    return values
  }()

  package static func text(_ bytes: [UInt8]) -> String {
    String(decoding: encoded(bytes), as: UTF8.self)
  }

  package static func encoded(_ bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    let letters = alphabet
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let second = start + 1 < bytes.count ? bytes[start + 1] : 0
      let third = start + 2 < bytes.count ? bytes[start + 2] : 0
      let group = Int(bytes[start]) << 16 | Int(second) << 8 | Int(third)
      text.append(letters[group >> 18])
      text.append(letters[group >> 12 & 63])
      text.append(start + 1 < bytes.count ? letters[group >> 6 & 63] : 0x3D)
      text.append(start + 2 < bytes.count ? letters[group & 63] : 0x3D)
    }
    return text
  }

  /// Nil for invalid Base64.
  package static func decoded(_ letters: ArraySlice<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    var letters = letters
    guard letters.count % 4 == 0 else { return nil }
    bytes.reserveCapacity(letters.count / 4 * 3)
    var padding = 0
    while padding < 2, letters.last == 0x3D {
      letters.removeLast()
      padding += 1
    }
    let values = values
    var group: UInt32 = 0
    var count = 0
    for letter in letters {
      let value = values[Int(letter)]
      if value == 0xFF { return nil }
      group = group << 6 | UInt32(value)
      count += 1
      if count == 4 {
        bytes.append(UInt8(truncatingIfNeeded: group >> 16))
        bytes.append(UInt8(truncatingIfNeeded: group >> 8))
        bytes.append(UInt8(truncatingIfNeeded: group))
        (group, count) = (0, 0)
      }
    }
    switch count {
    case 2: bytes.append(UInt8(truncatingIfNeeded: group >> 4))
    case 3:
      bytes.append(UInt8(truncatingIfNeeded: group >> 10))
      bytes.append(UInt8(truncatingIfNeeded: group >> 2))
    case 1: return nil
    default: break
    }
    return bytes
  }
}
