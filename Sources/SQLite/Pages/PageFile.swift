internal import Files
internal import Glibc

/// The pages of a database file as they are, with what its log has committed since, and without
/// what was never committed; nothing is believed of what they say about each other.
///
/// <https://www.sqlite.org/fileformat2.html>
package final class PageFile {
  /// Ours are made with this size; it is taken where the header names an impossible one.
  private static let usualSize = 4_096

  let pageSize: Int
  /// How many pages of the file there are by its length, but for those that a change added which
  /// did not end, or that a change in the log took away.
  let pageCount: Int
  private let connection: Connection
  private let log: LogPages?
  /// What a change that did not end has changed, and the log has not.
  private let journal: JournalPages?
  private let place: DatabasePath
  /// Nil where nobody has written the file before, and where the lock is not ours to open.
  private let lock: FileLock?
  /// Whether there is something in the log, or in its place, that was not read.
  package let hasMoreInLog: Bool
  /// Whether there is a journal that was not read, or not to its end.
  package let hasUnreadJournal: Bool
  /// When it began to be read.
  private let stamps: DatabasePath.Stamps

  /// Waits until no process writes the file; while the value lives none does, or it `isOutdated`.
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

  /// Reads the file behind a connection, whoever writes it meanwhile.
  convenience init(_ place: DatabasePath, through connection: Connection) throws {
    try self.init(place, through: connection, under: nil) { pageSize in
      (LogPages(place.log, pageSize: pageSize), false)
    }
  }

  /// `log` finds the log to be read, by the size of a page, and whether it has more.
  private init(
    _ place: DatabasePath, through connection: Connection, under lock: FileLock?,
    log: (Int) -> (pages: LogPages?, hasMore: Bool)
  ) throws {
    self.place = place
    self.connection = connection
    self.lock = lock
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

  /// Whether somebody may have written since it began to be read.
  package var isOutdated: Bool { lock == nil && place.stamps != stamps }

  /// Whether there is a log that is read.
  package var hasLog: Bool { log != nil }

  /// Whether a change has left a journal that takes it back.
  var hasJournal: Bool { journal != nil }

  /// The pages that only the log or the journal has, in order; what they say of their number is not
  /// believed.
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

  /// Pages count from 1; nil for one that is not there or can't be read.
  func page(_ number: Int) -> [UInt8]? {
    guard number >= 1 else { return nil }
    if let bytes = log?.page(number) { return bytes }
    if let bytes = journal?.page(number) { return bytes }
    return number <= pageCount ? PageFile.page(number, of: pageSize, through: connection) : nil
  }

  /// As it is in the file itself.
  private static func page(
    _ number: Int, of size: Int, through connection: Connection
  ) -> [UInt8]? {
    let offset = Int64(number - 1) * Int64(size)
    guard let bytes = try? connection.bytes(at: offset, count: size) else { return nil }
    return bytes.count == size ? bytes : nil
  }
}
