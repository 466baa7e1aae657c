/// A 64-bit number over the type, the length and the bytes of every value of a row: the function
/// `row_checksum` that files have in SQL.
package struct RowChecksum {
  private var state: UInt64

  /// `added` are columns that later versions of the schema brought; while all are NULL, they do not
  /// count.
  package static func of(_ values: [SQLValue], added: [SQLValue] = []) -> Int64 {
    let all = added.allSatisfy { $0 == .null } ? values : values + added
    var checksum = RowChecksum(count: all.count)
    for value in all { checksum.add(value) }
    return Int64(bitPattern: checksum.state)
  }

  private init(count: Int) {
    state = 0x7072_6F66_696C_6563
    mix(UInt64(count))
  }

  private mutating func mix(_ word: UInt64) {
    state ^= word
    state = state &* 0x9E37_79B9_7F4A_7C15
    state ^= state >> 32
    state = state &* 0xD6E8_FEB8_6659_FD93
    state ^= state >> 29
  }

  /// The numbers of the types are those of SQLite.
  private mutating func add(_ value: SQLValue) {
    switch value {
    case .integer(let number):
      mix(1 << 56)
      mix(UInt64(bitPattern: number))
    case .real(let number):
      mix(2 << 56)
      // -0.0 and 0.0 are one.
      mix((number + 0.0).bitPattern)
    case .text(let text): add(3 << 56, text.utf8)
    case .blob(let blob): add(4 << 56, blob)
    // A row holds no list.
    case .null, .list: mix(5 << 56)
    }
  }

  private mutating func add(_ type: UInt64, _ bytes: some Collection<UInt8>) {
    mix(type | UInt64(bytes.count))
    var (word, shift): (UInt64, UInt64) = (0, 0)
    for byte in bytes {
      word |= UInt64(byte) << shift
      shift += 8
      if shift == 64 {
        mix(word)
        (word, shift) = (0, 0)
      }
    }
    if shift > 0 { mix(word) }
  }
}
