internal import Glibc

/// The first look at a file: it leaves no trace on the file nor beside it.
struct Inspection {
  private let place: DatabasePath
  private let identity: DatabaseIdentity
  private let wait: Duration

  init(_ place: DatabasePath, as identity: DatabaseIdentity, wait: Duration) {
    self.place = place
    self.identity = identity
    self.wait = wait
  }

  /// How a look is taken.
  private enum Way {
    /// Nobody has it open: no locks, no journal.
    case alone
    /// It is in use, or was when a process died.
    case shared
    /// There is a log and no index: reading takes it all for a moment, so that no index is left behind.
    case exclusive
  }

  /// Takes the look.
  ///
  /// An immutable one may fall into somebody's checkpoint, so what it refuses is looked at again.
  func judge() throws(DatabaseError) -> Judgement {
    for _ in 0..<10 {
      let way = way
      let before = FileStamp(of: place.file)
      do throws(DatabaseError) {
        return try look(way)
      } catch
        where way == .alone && (error == .tampered || error == .damaged)
      {
        usleep(3_000)
        if before == FileStamp(of: place.file), self.way == way { return try look(way) }
      }
    }
    return try look(way)
  }

  private var way: Way {
    guard let log = FileStamp(of: place.log) else { return .alone }
    if FileStamp(of: place.logIndex) != nil { return .shared }
    return log.size > 0 ? .exclusive : .alone
  }

  private func mode(for way: Way) -> Connection.Mode {
    if way == .alone { return .immutable }
    return place.obstacleToWriting == nil ? .readWrite : .readOnly
  }

  private func look(_ way: Way) throws(DatabaseError) -> Judgement {
    try translated(wait: wait) {
      let mode = mode(for: way)
      let connection = try Connection(place.file, mode: mode, wait: wait, closing: .keepingLog)
      try connection.judgeHeader(as: identity)
      if way == .exclusive { try connection.run("PRAGMA locking_mode=EXCLUSIVE") }
      return try connection.judge(as: identity)
    }
  }
}

extension DatabasePath {
  /// Why nothing can be written to the file or beside it, `faccessat`.
  var obstacleToWriting: DatabaseError? {
    for (path, mode) in [(file, W_OK), (folder, W_OK | X_OK)] {
      guard unsafe faccessat(AT_FDCWD, path, mode, AT_EACCESS) != 0 else { continue }
      return errno == EROFS ? .readOnly : Errno.last.asDatabaseError
    }
    return nil
  }
}
