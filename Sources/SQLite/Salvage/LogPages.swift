internal import Glibc

/// The pages that a write-ahead log has committed,
/// <https://www.sqlite.org/fileformat2.html#the_write_ahead_log>.
final class LogPages {
  /// How many pages the database has since the last commit that can be read, nil where there is none;
  /// what lies behind them is older.
  let pageCount: Int?
  private let file: Descriptor
  private let pageSize: Int
  /// Where the newest content of each page begins.
  private let places: [Int: Int64]
  /// The pages of whole commits that are behind what can be read, and where their content begins.
  private let rest: [(page: Int, place: Int64)]

  /// Nil when there is no log, its head is not sound, or its pages have another size than is asked for.
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
    var pageCount: Int?
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
    rest = LogPages.commits(of: header, behind: offset, pageSize: pageSize, in: file)
    places = committed.filter { $0.key <= pageCount ?? 0 }
    self.file = file
    (self.pageSize, self.pageCount) = (pageSize, pageCount)
  }

  /// The frames that were written since the log was begun, up to the last that ends a commit.
  private static func commits(
    of header: [UInt8], behind start: Int64, pageSize: Int, in file: borrowing Descriptor
  ) -> [(page: Int, place: Int64)] {
    var frames: [(page: Int, place: Int64)] = []
    var count = 0
    var offset = start
    while let head = file.bytes(at: offset, count: 24),
      file.bytes(at: offset + 23 + Int64(pageSize), count: 1) != nil
    {
      if head[8..<16].elementsEqual(header[16..<24]) {
        frames.append((Int(Bytes.u32(head, at: 0)), offset + 24))
        if Bytes.u32(head, at: 4) > 0 { count = frames.count }
      }
      offset += Int64(24 + pageSize)
    }
    return Array(frames.prefix(count))
  }

  /// Whether there are commits behind what can be read: of somebody who was killed, or cut off by
  /// damage.
  var hasMore: Bool { !rest.isEmpty }

  var numbers: [Int] { Array(places.keys) }

  func has(_ number: Int) -> Bool { places[number] != nil }

  func page(_ number: Int) -> [UInt8]? {
    places[number].flatMap { file.bytes(at: $0, count: pageSize) }
  }

  /// Whether the file has had a page from behind what can be read of the log, and so is newer than
  /// that.
  ///
  /// What somebody wrote who was killed never came there. The first page may be the same in many
  /// commits, and so proves nothing.
  func isOlder(than filePage: (Int) -> [UInt8]?) -> Bool {
    rest.contains { frame in
      guard frame.page > 1, let bytes = filePage(frame.page), bytes != page(frame.page) else {
        return false
      }
      return file.bytes(at: frame.place, count: pageSize) == bytes
    }
  }
}
