internal import Files
internal import Glibc

/// The pages of a database file, including the commits of its log and excluding unfinished
/// transactions.
///
/// It reads pages without SQLite and trusts no reference
/// (<https://www.sqlite.org/fileformat2.html>).
package final class PageFile {
  /// The page size of our files, used if the header has an impossible one.
  private static let usualSize = 4_096

  let pageSize: Int
  /// The number of pages according to the length of the file.
  ///
  /// It excludes pages that an unfinished transaction added or a transaction in the log removed.
  let pageCount: Int
  private let connection: Connection
  private let log: LogPages?
  /// The original pages of an unfinished transaction.
  private let journal: JournalPages?
  private let place: DatabasePath
  /// Nil if there is no lock file, or it can't be opened.
  private let lock: FileLock?
  /// Whether the log, or a file with its name, has content that was not read.
  package let hasMoreInLog: Bool
  /// Whether there is a journal that was not completely read.
  package let hasUnreadJournal: Bool
  /// Taken before the first read.
  private let stamps: DatabasePath.Stamps

  /// Waits for the lock of the writers and keeps it.
  ///
  /// Without a lock file the value may become `isOutdated`.
  package convenience init(
    _ path: String, as identity: DatabaseIdentity, readsLog: Bool = true, wait: Duration,
    unless shouldStop: (() -> Bool)?
  ) throws {
    let place = DatabasePath(path)
    guard let stamp = FileStamp(of: place.file) else {
      throw errno == EACCES ? DatabaseError.notPermitted : .missing
    }
    if stamp.isLink { throw DatabaseError.missing }
    guard stamp.isRegular else { throw DatabaseError.notRegular }
    try place.checkSideFiles()
    let lock = try? FileLock(existing: place)
    try lock?.acquire(wait: wait, unless: shouldStop)
    let connection = try translated {
      try Connection(place.file, mode: .readOnly, wait: wait, keepsLog: true)
    }
    try self.init(place, through: connection, under: lock) { pageSize in
      guard readsLog, let log = LogPages(place.log, pageSize: pageSize, unless: shouldStop) else {
        return (nil, !place.isLogBlank)
      }
      let first = log.page(1).flatMap { FileHeader($0) }
      if first?.isMarked(as: identity) == false { return (nil, true) }
      let isOlder = log.isOlder {
        PageFile.page($0, of: pageSize, through: connection)
      }
      return isOlder ? (nil, true) : (log, log.hasMore)
    }
    if shouldStop?() == true { throw DatabaseError.interrupted }
  }

  /// Reads the file of a connection; takes no lock.
  convenience init(_ place: DatabasePath, through connection: Connection) throws {
    try self.init(place, through: connection, under: nil) { pageSize in
      (LogPages(place.log, pageSize: pageSize), false)
    }
  }

  /// `log` opens the log for a page size, and finds out whether it has more content.
  private init(
    _ place: DatabasePath, through connection: Connection, under lock: FileLock?,
    log: (Int) -> (pages: LogPages?, hasMore: Bool)
  ) throws {
    (self.place, self.connection, self.lock) = (place, connection, lock)
    stamps = place.stamps
    let header = FileHeader(try PageFile.header(through: connection))
    let pageSize = header?.pageSize ?? PageFile.usualSize
    let (log, hasMore) = log(pageSize)
    hasMoreInLog = hasMore || log == nil && place.hasLostLog
    let journal = header.flatMap { JournalPages(place.journal, beside: $0) }
    hasUnreadJournal = journal.map { !$0.isWhole } ?? place.hasJournal
    let length = Int(FileStamp(of: place.file)?.size ?? 0) / pageSize
    pageCount = min(log?.pageCount ?? journal?.pageCount ?? length, length)
    (self.pageSize, self.log, self.journal) = (pageSize, log, journal)
  }

  /// Whether another process may have written to the file since the first read.
  package var isOutdated: Bool { lock == nil && place.stamps != stamps }

  package var hasLog: Bool { log != nil }

  /// Whether there is a journal of an unfinished transaction.
  var hasJournal: Bool { journal != nil }

  /// The sorted numbers of pages that only the log or the journal has.
  var pagesBeyond: [Int] {
    Set((log?.numbers ?? []) + (journal?.numbers ?? [])).filter { $0 > pageCount }.sorted()
  }

  deinit {
    lock?.release()
  }

  private static func header(through connection: Connection) throws(DatabaseError) -> [UInt8] {
    do throws(SQLiteError) {
      return try connection.bytes(at: 0, count: 100)
    } catch {
      throw DatabaseError(error)
    }
  }

  func has(_ number: Int) -> Bool {
    (1...max(1, pageCount)).contains(number) || log?.has(number) == true
      || journal?.has(number) == true
  }

  /// Pages count from 1; nil for a missing or unreadable page.
  func page(_ number: Int) -> [UInt8]? {
    guard number >= 1 else { return nil }
    if let bytes = log?.page(number) { return bytes }
    if let bytes = journal?.page(number) { return bytes }
    return number <= pageCount ? PageFile.page(number, of: pageSize, through: connection) : nil
  }

  /// The page in the file itself.
  private static func page(
    _ number: Int, of size: Int, through connection: Connection
  ) -> [UInt8]? {
    let offset = Int64(number - 1) * Int64(size)
    guard let bytes = try? connection.bytes(at: offset, count: size) else { return nil }
    return bytes.count == size ? bytes : nil
  }
}
