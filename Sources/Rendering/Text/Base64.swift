/// The Base64 encoding: RFC 4648, section 4.
package enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  package static func text(_ bytes: [UInt8]) -> String {
    var letters: [UInt8] = []
    letters.reserveCapacity((bytes.count + 2) / 3 * 4)
    var place = 0
    while place < bytes.count {
      let left = bytes.count - place
      let first = UInt32(bytes[place]) << 16
      let second = left > 1 ? UInt32(bytes[place + 1]) << 8 : 0
      let bits = first | second | (left > 2 ? UInt32(bytes[place + 2]) : 0)
      letters.append(letter(bits >> 18))
      letters.append(letter(bits >> 12))
      letters.append(left > 1 ? letter(bits >> 6) : UInt8(ascii: "="))
      letters.append(left > 2 ? letter(bits) : UInt8(ascii: "="))
      place += 3
    }
    return String(decoding: letters, as: UTF8.self)
  }

  private static func letter(_ bits: UInt32) -> UInt8 {
    alphabet[Int(bits & 63)]
  }
}
