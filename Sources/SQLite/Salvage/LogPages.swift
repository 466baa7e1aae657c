internal import Glibc

/// The pages that a write-ahead log has committed,
/// <https://www.sqlite.org/fileformat2.html#the_write_ahead_log>.
final class LogPages {
  /// How many pages the database has since the last commit; what lies behind them is older.
  let pageCount: Int
  private let file: Descriptor
  private let pageSize: Int
  /// Whether there are more commits behind one that can't be read: the file may have them already.
  let isBroken: Bool
  /// Where the newest content of each page begins.
  private let places: [Int: Int64]

  /// Nil when there is no log with at least one whole commit, or its pages have another size than is
  /// asked for.
  init?(_ path: String, pageSize asked: Int? = nil) {
    guard let file = try? Descriptor(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK),
      let stamp = FileStamp(of: file), stamp.isRegular,
      let header = file.bytes(at: 0, count: 32),
      var sum = LogSum(header: header)
    else { return nil }
    let pageSize = Int(Bytes.u32(header, at: 8))
    guard (512...65_536).contains(pageSize), asked ?? pageSize == pageSize else { return nil }
    var committed: [Int: Int64] = [:]
    var pending: [Int: Int64] = [:]
    var pageCount = 0
    var offset: Int64 = 32
    while let frame = file.bytes(at: offset, count: 24 + pageSize),
      frame[8..<16].elementsEqual(header[16..<24]), sum.accepts(frame)
    {
      pending[Int(Bytes.u32(frame, at: 0))] = offset + 24
      let countAtCommit = Int(Bytes.u32(frame, at: 4))
      if countAtCommit > 0 {
        pageCount = countAtCommit
        committed.merge(pending) { $1 }
        pending = [:]
      }
      offset += Int64(24 + pageSize)
    }
    guard pageCount > 0 else { return nil }
    self.pageCount = pageCount
    isBroken = LogPages.hasCommit(of: header, from: offset, step: 24 + pageSize, in: file)
    self.file = file
    self.pageSize = pageSize
    places = committed.filter { $0.key <= pageCount }
  }

  private static func hasCommit(
    of header: [UInt8], from start: Int64, step: Int, in file: borrowing Descriptor
  ) -> Bool {
    var offset = start
    while let head = file.bytes(at: offset, count: 24) {
      if head[8..<16].elementsEqual(header[16..<24]), Bytes.u32(head, at: 4) > 0 { return true }
      offset += Int64(step)
    }
    return false
  }

  var numbers: [Int] { Array(places.keys) }

  func has(_ number: Int) -> Bool { places[number] != nil }

  func page(_ number: Int) -> [UInt8]? {
    places[number].flatMap { file.bytes(at: $0, count: pageSize) }
  }
}
