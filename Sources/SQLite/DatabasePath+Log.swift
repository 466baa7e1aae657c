internal import Glibc

extension DatabasePath {
  /// Refuses what lies in the place of the log and is none: SQLite would write over it.
  func requireLog() throws(DatabaseError) {
    if hasForeignLog { throw .obstructed(path: log, by: .ofAnother) }
  }

  /// Whether it begins otherwise than a log, <https://www.sqlite.org/fileformat2.html#walformat>; a
  /// crash may have left it without its beginning.
  var hasForeignLog: Bool {
    guard let size = FileStamp(of: log)?.size, size > 0,
      let start = (try? Descriptor(log, O_RDONLY | O_NOFOLLOW | O_NONBLOCK))?
        .bytes(at: 0, count: Int(min(size, 4)))
    else { return false }
    if start.allSatisfy({ $0 == 0 }) { return false }
    return !start.starts(with: [0x37, 0x7F, 0x06].prefix(start.count))
      || start.count == 4 && start[3] & ~1 != 0x82
  }
}
