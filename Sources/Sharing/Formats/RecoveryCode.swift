internal import Crypto
package import Model

/// The code from which the root's key and the network key can be made again.
package struct RecoveryCode: Equatable, Sendable {
  package let bytes: FixedBytes<16>

  package init(_ bytes: FixedBytes<16>) {
    self.bytes = bytes
  }

  package static func random() -> RecoveryCode { RecoveryCode(.random()) }

  /// The seed of the root's Ed25519 key.
  package var rootSeed: FixedBytes<32> {
    Hash.sha256(Array("profilectl root 1\n".utf8) + bytes.array)
  }

  // MARK: Text

  /// Crockford's base 32.
  private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

  /// Eight groups of four letters, with `-` between them.
  package var text: String {
    let letters = Self.bits(of: bytes.array + Self.checksum(of: bytes), from: 8, to: 5).map {
      Self.alphabet[Int($0)]
    }
    let groups = stride(from: 0, to: letters.count, by: 4).map { letters[$0..<$0 + 4] }
    return String(decoding: Array(groups.joined(separator: "-".utf8)), as: UTF8.self)
  }

  /// Reads a typed code; nil if it is no code or its checksum is wrong.
  ///
  /// Case, hyphens and white space do not matter. I and L are read as 1, and O as 0.
  package init?(_ typed: String) {
    var values: [UInt8] = []
    for byte in typed.utf8 where !" \t\r\n-".utf8.contains(byte) {
      guard values.count < 32, let value = Self.value(of: byte) else { return nil }
      values.append(value)
    }
    let decoded = Self.bits(of: values, from: 5, to: 8)
    guard values.count == 32, let bytes = FixedBytes<16>(Array(decoded.prefix(16))),
      decoded.suffix(4).elementsEqual(Self.checksum(of: bytes))
    else { return nil }
    self.bytes = bytes
  }

  private static func value(of typed: UInt8) -> UInt8? {
    let isSmall = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(typed)
    let letter = isSmall ? typed - 32 : typed
    return switch letter {
    case UInt8(ascii: "I"), UInt8(ascii: "L"): 1
    case UInt8(ascii: "O"): 0
    default: alphabet.firstIndex(of: letter).map { UInt8($0) }
    }
  }

  private static func checksum(of bytes: FixedBytes<16>) -> [UInt8] {
    Array(Hash.sha256(bytes.array).array.prefix(4))
  }

  /// Cuts groups of `old` bits, the highest first, into groups of `new` bits.
  ///
  /// Bits that fill no group are dropped.
  private static func bits(of groups: [UInt8], from old: Int, to new: Int) -> [UInt8] {
    var result: [UInt8] = []
    var pending = 0
    var count = 0
    for group in groups {
      pending = pending << old | Int(group)
      count += old
      while count >= new {
        count -= new
        result.append(UInt8(pending >> count))
        pending &= 1 << count - 1
      }
    }
    return result
  }
}
