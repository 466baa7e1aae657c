/// Exactly `count` bytes, such as a key, a hash or a signature.
package struct FixedBytes<let count: Int>: Hashable, Sendable {
  package let array: [UInt8]

  /// Nil for any other number of bytes.
  package init?(_ array: [UInt8]) {
    guard array.count == count else { return nil }
    self.array = array
  }

  /// Bytes whose number the caller knows, such as the result of a hash function.
  package init(exactly array: [UInt8]) {
    precondition(array.count == count, "The bytes have another number.")
    self.array = array
  }
}

/// The lasting name of a user or a post, which is the same in all copies of a shared network.
package typealias LastingName = FixedBytes<16>

extension FixedBytes: Comparable {
  package static func < (left: FixedBytes, right: FixedBytes) -> Bool {
    left.array.lexicographicallyPrecedes(right.array)
  }
}

extension FixedBytes {
  /// Two lower-case digits a byte.
  package var hexadecimal: String { array.hexadecimal }

  /// Nil unless the text is two lower-case digits a byte.
  package init?(hexadecimal text: String) {
    self.init(hexadecimalDigits: Array(text.utf8))
  }

  /// Nil unless the digits, in ASCII, are two in lower case a byte.
  package init?(hexadecimalDigits digits: [UInt8]) {
    guard digits.count == count * 2 else { return nil }
    var array: [UInt8] = []
    array.reserveCapacity(count)
    for place in stride(from: 0, to: digits.count, by: 2) {
      guard let high = Self.value(of: digits[place]), let low = Self.value(of: digits[place + 1])
      else { return nil }
      array.append(high << 4 | low)
    }
    self.array = array
  }

  private static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
