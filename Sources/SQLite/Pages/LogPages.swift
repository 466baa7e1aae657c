internal import Files
internal import Glibc

/// The pages that a write-ahead log has committed,
/// <https://www.sqlite.org/fileformat2.html#the_write_ahead_log>.
final class LogPages {
  /// What lies before the first frame.
  static let headSize = 32

  /// How many pages the database has since the last commit that can be read, nil where there is
  /// none; what lies behind them is older.
  let pageCount: Int?
  private let file: Descriptor
  private let pageSize: Int
  /// Where the newest content of each page begins.
  private let places: [Int: Int64]
  /// The bytes before the first frame; each frame repeats two numbers of them.
  private let head: [UInt8]
  /// Where the last commit ends that can be read, and where the reading ended.
  private let end: (committed: Int64, read: Int64)
  /// The sum of all that was read.
  private let sum: LogSum
  private let shouldStop: (() -> Bool)?
  /// Looked for when it is asked for, as SQLite does not read it.
  private lazy var rest = Rest(behind: end, in: file, of: head, pageSize, unless: shouldStop)

  /// Nil when there is no log, its head is not sound, or its pages have another size than is asked
  /// for.
  init?(_ path: String, pageSize asked: Int? = nil, unless shouldStop: (() -> Bool)? = nil) {
    guard let file = try? Descriptor(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK),
      let stamp = FileStamp(of: file), stamp.isRegular,
      let header = file.bytes(at: 0, count: LogPages.headSize),
      var sum = LogSum(header: header)
    else { return nil }
    let pageSize = Int(Bytes.u32(header, at: 8))
    guard FileHeader.isPageSize(pageSize), asked ?? pageSize == pageSize else { return nil }
    var committed: [Int: Int64] = [:]
    var pending: [Int: Int64] = [:]
    var pageCount: Int?
    var offset = Int64(LogPages.headSize)
    var committedEnd = offset
    while shouldStop?() != true, let frame = file.bytes(at: offset, count: 24 + pageSize),
      Bytes.u32(frame, at: 0) > 0, frame[8..<16].elementsEqual(header[16..<24]),
      let next = sum.behind(frame)
    {
      sum = next
      pending[Int(Bytes.u32(frame, at: 0))] = offset + 24
      let countAtCommit = Int(Bytes.u32(frame, at: 4))
      offset += Int64(24 + pageSize)
      if countAtCommit > 0 {
        (pageCount, committedEnd) = (countAtCommit, offset)
        committed.merge(pending) { $1 }
        pending = [:]
      }
    }
    places = committed.filter { $0.key <= pageCount ?? 0 }
    self.file = file
    self.sum = sum
    (self.pageSize, self.pageCount) = (pageSize, pageCount)
    (head, end, self.shouldStop) = (header, (committedEnd, offset), shouldStop)
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
  /// from behind it. A page that is as it was last proves nothing: somebody who was killed may have
  /// made it again what it had been.
  func isOlder(than filePage: (Int) -> [UInt8]?) -> Bool {
    func isNewer(_ number: Int) -> Bool {
      guard shouldStop?() != true, let bytes = filePage(number) else { return false }
      return rest.places[number, default: []].contains {
        file.bytes(at: $0, count: pageSize) == bytes
      } || isOfBrokenFrame(bytes, as: number)
    }
    func isAsLast(_ number: Int) -> Bool {
      page(number).map { filePage(number) == $0 } == true
    }
    let numbers = Set(places.keys).union(rest.places.keys)
    let hasNewerPage = numbers.contains { isNewer($0) && !isAsLast($0) }
    return hasNewerPage
      && places.keys.allSatisfy { $0 > rest.pageCount || isAsLast($0) || isNewer($0) }
  }

  /// Whether the frame that ended the reading had this page, before its head was damaged or its
  /// content, which its sum shows.
  private func isOfBrokenFrame(_ bytes: [UInt8], as number: Int) -> Bool {
    guard let place = rest.broken, let frame = file.bytes(at: place, count: 24 + pageSize) else {
      return false
    }
    return frame[24...].elementsEqual(bytes)
      || Int(Bytes.u32(frame, at: 0)) == number && sum.behind(frame[..<24] + bytes) != nil
  }

  /// What was written behind the last commit that can be read, up to the last frame that ends a
  /// commit.
  private struct Rest {
    /// Where the contents of each page begin.
    private(set) var places: [Int: [Int64]] = [:]
    /// How many pages the database had then.
    private(set) var pageCount = 0
    /// Where the frame begins that ended the reading.
    private(set) var broken: Int64?

    /// Frames from before the log was begun have two other numbers than its head.
    init(
      behind end: (committed: Int64, read: Int64), in file: borrowing Descriptor, of head: [UInt8],
      _ pageSize: Int, unless shouldStop: (() -> Bool)?
    ) {
      var frames: [(page: Int, place: Int64)] = []
      var count = 0
      let step = Int64(24 + pageSize)
      let size = Int64(FileStamp(of: file)?.size ?? 0)
      var next: Int64? = end.committed
      while shouldStop?() != true, let offset = next, offset <= size - step {
        if let frame = file.bytes(at: offset, count: 24),
          frame[8..<12].elementsEqual(head[16..<20]) || frame[12..<16].elementsEqual(head[20..<24])
        {
          frames.append((Int(Bytes.u32(frame, at: 0)), offset))
          let countAtCommit = Int(Bytes.u32(frame, at: 4))
          if countAtCommit > 0 { (count, pageCount) = (frames.count, countAtCommit) }
        }
        let behind = offset + step
        next = file.nextData(from: behind).map { behind + ($0 - behind) / step * step }
      }
      for frame in frames.prefix(count) {
        places[frame.page, default: []].append(frame.place + 24)
        if frame.place == end.read { broken = frame.place }
      }
    }
  }
}

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
