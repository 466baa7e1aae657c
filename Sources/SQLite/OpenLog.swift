/// Which log the connections of a process have open, and which index tells what is in it.
///
/// It lasts as long as one of them: the system gives all connections of a process the same index,
/// also to one that was opened when the first had lost its log.
final class OpenLog: Sendable {
  private let log: FileStamp
  private let index: FileStamp

  /// Nil where one of the two is missing.
  init?(of place: DatabasePath) {
    guard let log = FileStamp(of: place.log), let index = FileStamp(of: place.logIndex) else {
      return nil
    }
    (self.log, self.index) = (log, index)
  }

  /// What has become of a log since it was opened.
  enum Fate {
    case inPlace
    /// Somebody took it away, and nobody has begun another.
    case taken
    /// Whoever opens the file has another log, or tells by another index what is in this one.
    case replaced
  }

  /// Whoever opens the file makes what is missing of the two, and can't remove it while this
  /// process has the file open: SQLite does so only under a lock that nobody gets meanwhile,
  /// <https://www.sqlite.org/walformat.html>.
  ///
  /// A log in its place is found by whoever opens the file, without its index too.
  func fate(beside place: DatabasePath) -> Fate {
    let (foundLog, foundIndex) = (FileStamp(of: place.log), FileStamp(of: place.logIndex))
    let hasIndex = foundIndex?.isSameFile(as: index) == true
    if foundLog?.isSameFile(as: log) == true { return hasIndex ? .inPlace : .replaced }
    // One who finds the index reads by it, and makes an empty log if need be.
    let isFree = hasIndex ? foundLog?.size ?? 0 == 0 : foundLog == nil && foundIndex == nil
    return isFree ? .taken : .replaced
  }
}
