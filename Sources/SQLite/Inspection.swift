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

  /// Nobody who has the index takes longer for an exclusive look.
  private static let longestTurn = Duration.seconds(1)

  /// How a look is taken.
  private enum Way {
    /// Nobody has it open: no locks, no journal.
    case alone
    /// It is in use, or was when a process died.
    case shared
    /// There is a log and no index: reading takes it all for a moment, so that no index is left
    /// behind.
    case exclusive
  }

  /// Looks until the answer is certain.
  ///
  /// An immutable look may fall into somebody's checkpoint, so what it refuses is looked at again,
  /// however short the wait.
  /// An exclusive one may meet somebody who has just made an index; then it is shared. It may also
  /// meet somebody whose index was taken away, and who notices as soon as there is another.
  func judge() throws(DatabaseError) -> Judgement {
    let start = ContinuousClock.now
    let end = start + wait
    var isFirst = true
    while true {
      let way = way
      let before = FileStamp(of: place.file)
      do throws(DatabaseError) {
        return try look(way)
      } catch {
        if [.tampered, .damaged].contains(error), hasForeignLog {
          throw .obstructed(path: place.log, by: .ofAnother)
        }
        guard isFirst || ContinuousClock.now < end else { throw error }
        isFirst = false
        switch (way, error) {
        case (.alone, .tampered), (.alone, .damaged):
          usleep(3_000)
          if before == FileStamp(of: place.file), self.way == way { return try look(way) }
        case (.exclusive, .busy) where ContinuousClock.now > start + Inspection.longestTurn:
          return try look(.shared)
        case (.exclusive, .busy):
          usleep(1_000)
        default:
          throw error
        }
      }
    }
  }

  /// Whether a file, which by itself begins like ours, begins otherwise with its log.
  private var hasForeignLog: Bool {
    LogPages(place.log)?.page(1).flatMap { FileHeader($0) }?.isMarked(as: identity) == false
  }

  /// A journal that was left behind has to be rolled back before anything in the file can be judged
  /// but its header; SQLite does that where it is its turn.
  private var way: Way {
    if let journal = FileStamp(of: place.journal), journal.size > 0 { return .shared }
    guard let log = FileStamp(of: place.log) else { return .alone }
    if FileStamp(of: place.logIndex) != nil { return .shared }
    return log.size > 0 ? .exclusive : .alone
  }

  private func look(_ way: Way) throws(DatabaseError) -> Judgement {
    if way != .alone { try place.requireLog() }
    return try translated(wait: wait) {
      switch way {
      case .alone:
        return try look(through: .immutable, wait: wait)
      case .shared:
        return try lookShared()
      case .exclusive:
        if let obstacle = place.obstacleToWriting { throw obstacle }
        // Two of these would each keep the lock that the other waits for.
        let turn = try? FolderLock(place.folder, wait: wait)
        guard self.way == .exclusive else { throw DatabaseError.busy(seconds: 0) }
        let found = try look(through: .readWrite, wait: .milliseconds(20), alone: true)
        _ = consume turn
        return found
      }
    }
  }

  /// The index of the log may find no room on the disk; then one in memory has to do.
  private func lookShared() throws -> Judgement {
    guard place.obstacleToWriting == nil else { return try look(through: .readOnly, wait: wait) }
    do throws(DatabaseError) {
      return try translated(wait: wait) { try look(through: .readWrite, wait: wait) }
    } catch {
      guard error.isLackOfRoom, let found = try? look(through: .withoutIndex, wait: wait) else {
        throw error
      }
      return found
    }
  }

  private func look(
    through mode: Connection.Mode, wait: Duration, alone: Bool = false
  ) throws -> Judgement {
    let connection = try Connection(place.file, mode: mode, wait: wait, closing: .keepingLog)
    try connection.judgeHeader(as: identity)
    if way == .shared { try place.judgeJournal(as: identity, through: connection) }
    if alone { try connection.run("PRAGMA locking_mode=EXCLUSIVE") }
    return try connection.judge(as: identity)
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
