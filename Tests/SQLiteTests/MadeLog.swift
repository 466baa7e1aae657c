/// A write-ahead log of chosen pages with correct checksums.
struct MadeLog {
  private(set) var bytes: [UInt8]
  private let salts = [UInt8](word: 1) + [UInt8](word: 2)
  private var sum: (UInt32, UInt32) = (0, 0)

  init(pageSize: Int) {
    bytes = [0x377F_0682, 3_007_000, pageSize, 0].flatMap { [UInt8](word: $0) } + salts
    add(bytes)
    bytes += sums
  }

  /// A `size` other than 0 ends a commit, after which the database has `size` pages.
  mutating func write(_ page: [UInt8], as number: Int, ofSize size: Int = 0) {
    let frame = [UInt8](word: number) + [UInt8](word: size)
    add(frame + page)
    bytes += frame + salts + sums + page
  }

  private var sums: [UInt8] { [UInt8](word: Int(sum.0)) + [UInt8](word: Int(sum.1)) }

  private mutating func add(_ bytes: [UInt8]) {
    let words = stride(from: 0, to: bytes.count, by: 4).map { place in
      (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[place + $1]) << (8 * UInt32($1)) }
    }
    for pair in stride(from: 0, to: words.count, by: 2) {
      sum.0 &+= words[pair] &+ sum.1
      sum.1 &+= words[pair + 1] &+ sum.0
    }
  }
}

extension [UInt8] {
  /// A word in big-endian order.
  init(word: Int) {
    self = (0..<4).map { UInt8(word >> (8 * (3 - $0)) & 0xFF) }
  }
}
