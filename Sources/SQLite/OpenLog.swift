/// Which log the connections of a process have open, and which index tells what is in it.
///
/// It lasts as long as one of them: the system gives all connections of a process the same index,
/// also to one that was opened when the first had lost its log.
final class OpenLog: Sendable {
  private let log: FileStamp
  private let index: FileStamp?

  /// Nil where there is no log.
  init?(of place: DatabasePath) {
    guard let log = FileStamp(of: place.log) else { return nil }
    self.log = log
    index = FileStamp(of: place.logIndex)
  }

  /// What has become of a log since it was opened.
  enum Fate {
    case inPlace(isEmpty: Bool)
    /// Somebody took it away, and nobody can have written without it.
    case taken
    /// Somebody took it away, and others may have gone on with another: what it holds belongs to a
    /// file as it was before.
    case replaced
  }

  /// What lies in the places of log and index tells whether others went on.
  ///
  /// Whoever opens the file makes them where they are missing, and can't remove them while this
  /// process has it open: SQLite does so only under a lock that nobody gets meanwhile,
  /// <https://www.sqlite.org/walformat.html>. One who finds the index reads by it, and empties the
  /// log for all who do.
  func fate(beside place: DatabasePath) -> Fate {
    let found = FileStamp(of: place.log)
    if let found, found.isSameFile(as: log) { return .inPlace(isEmpty: found.size == 0) }
    guard let foundIndex = FileStamp(of: place.logIndex) else {
      return found == nil ? .taken : .replaced
    }
    guard let index, foundIndex.isSameFile(as: index) else { return .replaced }
    return found.map { $0.size == 0 } ?? true ? .taken : .replaced
  }
}
