internal import Glibc

/// The pages that a write-ahead log has committed,
/// <https://www.sqlite.org/fileformat2.html#the_write_ahead_log>.
final class LogPages {
  /// How many pages the database has since the last commit that can be read, nil where there is
  /// none; what lies behind them is older.
  let pageCount: Int?
  private let file: Descriptor
  private let pageSize: Int
  /// Where the newest content of each page begins.
  private let places: [Int: Int64]
  private let head: [UInt8]
  /// Where the reading ended.
  private let end: Int64
  private let shouldStop: (() -> Bool)?
  /// What was committed behind that.
  private lazy var rest = Rest(behind: end, in: file, of: head, pageSize, unless: shouldStop)

  /// Nil when there is no log, its head is not sound, or its pages have another size than is asked
  /// for.
  init?(_ path: String, pageSize asked: Int? = nil, unless shouldStop: (() -> Bool)? = nil) {
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
    while shouldStop?() != true, let frame = file.bytes(at: offset, count: 24 + pageSize),
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
    places = committed.filter { $0.key <= pageCount ?? 0 }
    self.file = file
    (self.pageSize, self.pageCount) = (pageSize, pageCount)
    (head, end, self.shouldStop) = (header, offset, shouldStop)
  }

  /// Whether there are commits behind what can be read: of somebody who was killed, or cut off by
  /// damage.
  var hasMore: Bool { !rest.places.isEmpty }

  var numbers: [Int] { Array(places.keys) }

  func has(_ number: Int) -> Bool { places[number] != nil }

  func page(_ number: Int) -> [UInt8]? {
    places[number].flatMap { file.bytes(at: $0, count: pageSize) }
  }

  /// Whether a checkpoint has brought more into the file than can be read of the log.
  ///
  /// Then the file has some page from behind that, and of every other page the last content or one
  /// from behind it. A single page proves nothing: somebody who was killed may have made it again
  /// what it had been. Nor does the first page, which may be the same in many commits.
  func isOlder(than filePage: (Int) -> [UInt8]?) -> Bool {
    func isNewer(_ number: Int) -> Bool {
      guard let places = rest.places[number], let bytes = filePage(number) else { return false }
      return places.contains { file.bytes(at: $0, count: pageSize) == bytes }
    }
    func isAsLast(_ number: Int) -> Bool {
      page(number).map { filePage(number) == $0 } == true
    }
    return rest.places.keys.contains { $0 > 1 && isNewer($0) && !isAsLast($0) }
      && places.keys.allSatisfy { $0 == 1 || $0 == rest.first || isAsLast($0) || isNewer($0) }
  }

  /// The frames that were written since the log was begun, behind what can be read, up to the last
  /// that ends a commit.
  private struct Rest {
    /// Where the contents of each page begin.
    private(set) var places: [Int: [Int64]] = [:]
    /// The page whose content ended the reading, as it may be damaged.
    private(set) var first: Int?

    /// Passes by what is no frame of this log: older ones have two other numbers than its head.
    init(
      behind start: Int64, in file: borrowing Descriptor, of head: [UInt8], _ pageSize: Int,
      unless shouldStop: (() -> Bool)?
    ) {
      var frames: [(page: Int, place: Int64)] = []
      var count = 0
      let step = Int64(24 + pageSize)
      var offset = start
      while shouldStop?() != true, let frame = file.bytes(at: offset, count: 24),
        file.bytes(at: offset + step - 1, count: 1) != nil
      {
        let isOurs =
          frame[8..<12].elementsEqual(head[16..<20]) || frame[12..<16].elementsEqual(head[20..<24])
        if isOurs {
          frames.append((Int(Bytes.u32(frame, at: 0)), offset + 24))
          if Bytes.u32(frame, at: 4) > 0 { count = frames.count }
        }
        offset += step
        let data = file.nextData(from: offset)
        offset += (data - offset) / step * step
      }
      for frame in frames.prefix(count) { places[frame.page, default: []].append(frame.place) }
      first = frames.prefix(count).first?.page
    }
  }
}
