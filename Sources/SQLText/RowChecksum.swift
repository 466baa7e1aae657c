/// A 64-bit checksum over the type, length and bytes of every value of a row.
///
/// It equals the SQL function `row_checksum` of database files.
package struct RowChecksum {
  private var state: UInt64

  /// The checksum of a row.
  ///
  /// `added` are columns of later versions of the schema; they are ignored while all are NULL.
  package static func of(_ values: [SQLValue], added: [SQLValue] = []) -> Int64 {
    let all = added.allSatisfy { $0 == .null } ? values : values + added
    var checksum = RowChecksum(count: all.count)
    for value in all { checksum.add(value) }
    return Int64(bitPattern: checksum.state)
  }

  /// The checksum of a row whose last value is a blob of `count` bytes, which `pieces` passes in
  /// order.
  package static func of(
    _ values: [SQLValue], blob count: Int,
    in pieces: (_ take: ([UInt8]) throws -> Void) throws -> Void
  ) rethrows -> Int64 {
    var checksum = RowChecksum(count: values.count + 1)
    for value in values { checksum.add(value) }
    checksum.mix(4 << 56 | UInt64(count))
    var open = OpenWord()
    try pieces { checksum.add($0, to: &open) }
    checksum.close(open)
    return Int64(bitPattern: checksum.state)
  }

  /// The last bytes, which do not fill a word.
  private struct OpenWord {
    var word: UInt64 = 0
    var shift: UInt64 = 0
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

  /// Adds the number of the type in SQLite, and the value.
  private mutating func add(_ value: SQLValue) {
    switch value {
    case .integer(let number):
      mix(1 << 56)
      mix(UInt64(bitPattern: number))
    case .real(let number):
      mix(2 << 56)
      // The sum turns -0.0 into 0.0.
      mix((number + 0.0).bitPattern)
    case .text(let text): add(3 << 56, text.utf8)
    case .blob(let blob): add(4 << 56, blob)
    // A row holds no list.
    case .null, .list: mix(5 << 56)
    }
  }

  private mutating func add(_ type: UInt64, _ bytes: some Collection<UInt8>) {
    mix(type | UInt64(bytes.count))
    var open = OpenWord()
    add(bytes, to: &open)
    close(open)
  }

  private mutating func add(_ bytes: some Collection<UInt8>, to open: inout OpenWord) {
    for byte in bytes {
      open.word |= UInt64(byte) << open.shift
      open.shift += 8
      if open.shift == 64 {
        mix(open.word)
        open = OpenWord()
      }
    }
  }

  private mutating func close(_ open: OpenWord) {
    if open.shift > 0 { mix(open.word) }
  }
}
