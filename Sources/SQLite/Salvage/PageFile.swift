internal import Glibc

/// The pages of a database file as they are, with what its log has committed since, and without
/// what was never committed; nothing is believed of what they say about each other.
///
/// <https://www.sqlite.org/fileformat2.html>
package final class PageFile {
  /// Ours are made with this size; it is taken where the header names an impossible one.
  private static let usualSize = 4_096

  let pageSize: Int
  /// How many pages of the file there are by its length, but for those that a change added which did
  /// not end, or that a change in the log took away.
  let pageCount: Int
  private let connection: Connection
  private let log: LogPages?
  /// What a change that did not end has changed, and the log has not.
  private let journal: JournalPages?
  private let place: DatabasePath
  /// Nil where nobody has written the file before, and where the lock is not ours to open.
  private let lock: FileLock?
  /// Whether there is something in the log that was not read, and need not be another file's.
  package let hasMoreInLog: Bool
  /// When it began to be read.
  private let moment: DatabasePath.Moment

  /// Waits until no process writes the file; while the value lives none does, or it `isOutdated`.
  package convenience init(
    _ path: String, wait: Duration, unless shouldStop: (() -> Bool)?
  ) throws {
    let place = DatabasePath(path)
    guard let stamp = FileStamp(of: place.file), !stamp.isLink else { throw DatabaseError.missing }
    guard stamp.isRegular else { throw DatabaseError.notRegular }
    try place.checkNeighbours()
    let lock = try? FileLock(existing: place)
    try lock?.acquire(wait: wait, unless: shouldStop)
    let connection = try translated {
      try Connection(place.file, mode: .readOnly, wait: wait, closing: .keepingLog)
    }
    try self.init(place, through: connection, under: lock)
  }

  /// Reads the file behind a connection, whoever writes it meanwhile.
  init(_ place: DatabasePath, through connection: Connection, under lock: FileLock? = nil) throws {
    self.place = place
    self.connection = connection
    self.lock = lock
    moment = place.moment
    let header = FileHeader(try PageFile.header(through: connection))
    let pageSize = header?.pageSize ?? PageFile.usualSize
    let left = LogPages(place.log, pageSize: pageSize)
    let isOfAnother =
      left?.page(1).flatMap { FileHeader($0) }.flatMap { header?.isOfAnother(kind: $0) } == true
    let isOlder = left?.isOlder { PageFile.page($0, of: pageSize, through: connection) } == true
    let log = isOlder || isOfAnother ? nil : left
    hasMoreInLog = !isOfAnother && left?.hasMore ?? !place.isLogBlank
    let journal = header.flatMap { JournalPages(place.journal, beside: $0) }
    let length = Int(FileStamp(of: place.file)?.size ?? 0) / pageSize
    pageCount = min(log?.pageCount ?? journal?.pageCount ?? length, length)
    (self.pageSize, self.log, self.journal) = (pageSize, log, journal)
  }

  /// Whether somebody may have written since it began to be read.
  package var isOutdated: Bool { lock == nil && place.moment != moment }

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
    do throws(Errno) {
      return try connection.bytes(at: 0, count: 100)
    } catch {
      throw error.asDatabaseError
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
