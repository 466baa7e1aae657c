/// The running checksum of a write-ahead log,
/// <https://www.sqlite.org/fileformat2.html#checksum_algorithm>.
struct LogSum {
  private var first: UInt32 = 0
  private var second: UInt32 = 0
  private let isBigEndian: Bool

  /// Nil for what is no header of a log.
  init?(header: [UInt8]) {
    let magic = Bytes.u32(header, at: 0)
    guard magic & ~1 == 0x377F_0682 else { return nil }
    isBigEndian = magic & 1 == 1
    add(header[0..<24])
    guard Bytes.u32(header, at: 24) == first, Bytes.u32(header, at: 28) == second else {
      return nil
    }
  }

  /// The sum of all up to a frame, nil where it carries another.
  func behind(_ frame: [UInt8]) -> LogSum? {
    var sum = self
    sum.add(frame[0..<8])
    sum.add(frame[24...])
    let isCarried =
      Bytes.u32(frame, at: 16) == sum.first && Bytes.u32(frame, at: 20) == sum.second
    return isCarried ? sum : nil
  }

  private mutating func add(_ bytes: ArraySlice<UInt8>) {
    var place = bytes.startIndex
    while place + 8 <= bytes.endIndex {
      first &+= word(bytes, at: place) &+ second
      second &+= word(bytes, at: place + 4) &+ first
      place += 8
    }
  }

  private func word(_ bytes: ArraySlice<UInt8>, at place: Int) -> UInt32 {
    let word = Bytes.u32(bytes, at: place)
    return isBigEndian ? word : word.byteSwapped
  }
}
