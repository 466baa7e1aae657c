internal import Files
internal import Glibc

/// The committed pages of a write-ahead log,
/// <https://www.sqlite.org/fileformat2.html#the_write_ahead_log>.
final class LogPages {
  /// The size of the header before the first frame.
  static let headSize = 32
  /// The size of the header of each frame.
  fileprivate static let frameHeadSize = 24

  /// The number of pages of the database after the last readable commit; nil without a commit.
  let pageCount: Int?
  private let file: Descriptor
  private let pageSize: Int
  /// The offset of the newest content of each page.
  private let offsets: [Int: Int64]
  /// The header; each frame repeats its two salts.
  private let head: [UInt8]
  /// The ends of the last readable commit and of the last readable frame.
  private let end: (committed: Int64, read: Int64)
  /// The checksum of all readable frames.
  private let checksum: LogChecksum
  private let shouldStop: (() -> Bool)?
  /// Found on demand: SQLite itself does not read these frames.
  private lazy var rest = TrailingFrames(
    after: end, in: file, of: head, pageSize, unless: shouldStop)

  /// Nil without a log, with an invalid header, or with another page size than `asked`.
  ///
  /// If `shouldStop` becomes true, the pages are incomplete; the caller checks.
  init?(_ path: String, pageSize asked: Int? = nil, unless shouldStop: (() -> Bool)? = nil) {
    guard let file = try? Descriptor(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK),
      let stamp = FileStamp(of: file), stamp.isRegular,
      let header = file.bytes(at: 0, count: LogPages.headSize),
      var checksum = LogChecksum(header: header)
    else { return nil }
    let pageSize = Int(Bytes.u32(header, at: 8))
    guard FileHeader.isPageSize(pageSize), asked == nil || asked == pageSize else { return nil }
    var committed: [Int: Int64] = [:]
    var pending: [Int: Int64] = [:]
    var pageCount: Int?
    var offset = Int64(LogPages.headSize)
    var committedEnd = offset
    let frameSize = LogPages.frameHeadSize + pageSize
    while shouldStop?() != true, let frame = file.bytes(at: offset, count: frameSize),
      Bytes.u32(frame, at: 0) > 0, frame[8..<16].elementsEqual(header[16..<24]),
      let next = checksum.adding(frame)
    {
      checksum = next
      pending[Int(Bytes.u32(frame, at: 0))] = offset + Int64(LogPages.frameHeadSize)
      let countAtCommit = Int(Bytes.u32(frame, at: 4))
      offset += Int64(frameSize)
      if countAtCommit > 0 {
        (pageCount, committedEnd) = (countAtCommit, offset)
        committed.merge(pending) { $1 }
        pending = [:]
      }
    }
    offsets = committed.filter { $0.key <= pageCount ?? 0 }
    self.file = file
    (self.checksum, self.pageSize, self.pageCount) = (checksum, pageSize, pageCount)
    (head, end, self.shouldStop) = (header, (committedEnd, offset), shouldStop)
  }

  /// Whether commits follow the readable part, because a process was killed or the log is damaged.
  var hasMore: Bool { !rest.offsets.isEmpty }

  var numbers: [Int] { Array(offsets.keys) }

  func has(_ number: Int) -> Bool { offsets[number] != nil }

  func page(_ number: Int) -> [UInt8]? {
    offsets[number].flatMap { file.bytes(at: $0, count: pageSize) }
  }

  /// Whether a checkpoint copied commits into the file that are no longer readable in the log.
  ///
  /// Then at least one page of the file is newer than the readable part of the log, and none is
  /// older. A page that equals its last readable content is no evidence: a killed process may have
  /// restored it.
  func isOlder(than filePage: (Int) -> [UInt8]?) -> Bool {
    func isNewer(_ number: Int) -> Bool {
      guard shouldStop?() != true, let bytes = filePage(number) else { return false }
      return rest.offsets[number, default: []].contains {
        file.bytes(at: $0, count: pageSize) == bytes
      } || isOfBrokenFrame(bytes, as: number)
    }
    func isAsLast(_ number: Int) -> Bool {
      page(number).map { filePage(number) == $0 } == true
    }
    let numbers = Set(offsets.keys).union(rest.offsets.keys)
    let hasNewerPage = numbers.contains { isNewer($0) && !isAsLast($0) }
    return hasNewerPage
      && offsets.keys.allSatisfy { $0 > rest.pageCount || isAsLast($0) || isNewer($0) }
  }

  /// Whether the first unreadable frame contained this page before its header or content was
  /// damaged.
  private func isOfBrokenFrame(_ bytes: [UInt8], as number: Int) -> Bool {
    let headSize = LogPages.frameHeadSize
    guard let offset = rest.broken, let frame = file.bytes(at: offset, count: headSize + pageSize)
    else { return false }
    return frame[headSize...].elementsEqual(bytes)
      || Int(Bytes.u32(frame, at: 0)) == number
        && checksum.adding(frame[..<headSize] + bytes) != nil
  }

  /// The frames after the last readable commit, up to the last frame that ends a commit.
  private struct TrailingFrames {
    /// The offsets of the contents of each page.
    private(set) var offsets: [Int: [Int64]] = [:]
    /// The number of pages of the database after them.
    private(set) var pageCount = 0
    /// The offset of the first unreadable frame.
    private(set) var broken: Int64?

    /// Collects the frames with a salt of the header; frames of an earlier generation of the log
    /// have others.
    init(
      after end: (committed: Int64, read: Int64), in file: borrowing Descriptor, of head: [UInt8],
      _ pageSize: Int, unless shouldStop: (() -> Bool)?
    ) {
      var frames: [(page: Int, offset: Int64)] = []
      var count = 0
      let step = Int64(LogPages.frameHeadSize + pageSize)
      let size = Int64(FileStamp(of: file)?.size ?? 0)
      var next: Int64? = end.committed
      while shouldStop?() != true, let offset = next, offset <= size - step {
        if let frame = file.bytes(at: offset, count: LogPages.frameHeadSize),
          frame[8..<12].elementsEqual(head[16..<20]) || frame[12..<16].elementsEqual(head[20..<24])
        {
          frames.append((Int(Bytes.u32(frame, at: 0)), offset))
          let countAtCommit = Int(Bytes.u32(frame, at: 4))
          if countAtCommit > 0 { (count, pageCount) = (frames.count, countAtCommit) }
        }
        let frameEnd = offset + step
        next = file.nextData(from: frameEnd).map { frameEnd + ($0 - frameEnd) / step * step }
      }
      for frame in frames.prefix(count) {
        offsets[frame.page, default: []].append(frame.offset + Int64(LogPages.frameHeadSize))
        if frame.offset == end.read { broken = frame.offset }
      }
    }
  }
}

/// The running checksum of a write-ahead log,
/// <https://www.sqlite.org/fileformat2.html#checksum_algorithm>.
struct LogChecksum {
  private var first: UInt32 = 0
  private var second: UInt32 = 0
  private let isBigEndian: Bool

  /// Nil for an invalid header.
  init?(header: [UInt8]) {
    let magic = Bytes.u32(header, at: 0)
    guard magic & ~1 == 0x377F_0682 else { return nil }
    isBigEndian = magic & 1 == 1
    add(header[0..<24])
    guard Bytes.u32(header, at: 24) == first, Bytes.u32(header, at: 28) == second else {
      return nil
    }
  }

  /// The checksum after a frame; nil if the frame has another checksum.
  func adding(_ frame: [UInt8]) -> LogChecksum? {
    var sum = self
    sum.add(frame[0..<8])
    sum.add(frame[LogPages.frameHeadSize...])
    let isCarried =
      Bytes.u32(frame, at: 16) == sum.first && Bytes.u32(frame, at: 20) == sum.second
    return isCarried ? sum : nil
  }

  private mutating func add(_ bytes: ArraySlice<UInt8>) {
    var offset = bytes.startIndex
    while offset + 8 <= bytes.endIndex {
      first &+= word(bytes, at: offset) &+ second
      second &+= word(bytes, at: offset + 4) &+ first
      offset += 8
    }
  }

  private func word(_ bytes: ArraySlice<UInt8>, at offset: Int) -> UInt32 {
    let word = Bytes.u32(bytes, at: offset)
    return isBigEndian ? word : word.byteSwapped
  }
}
