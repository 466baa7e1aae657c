internal import Files

/// Which log and which index of it the connections of a process have open.
///
/// It lives as long as one of those connections: SQLite gives all connections of a process the same
/// index, also to one that opens after the files were replaced.
final class WALState: Sendable {
  private let log: FileStamp
  private let index: FileStamp

  /// Nil without a log or without its index.
  init?(of place: DatabasePath) {
    guard let log = FileStamp(of: place.log), let index = FileStamp(of: place.logIndex) else {
      return nil
    }
    (self.log, self.index) = (log, index)
  }

  /// Whether both files still have their names; SQLite itself deletes them only under an exclusive
  /// lock, which it cannot get while a connection is open, <https://www.sqlite.org/walformat.html>.
  func isInPlace(beside place: DatabasePath) -> Bool {
    FileStamp(of: place.log)?.isSameFile(as: log) == true
      && FileStamp(of: place.logIndex)?.isSameFile(as: index) == true
  }
}
