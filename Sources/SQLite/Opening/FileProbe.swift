internal import Files
internal import Glibc
internal import SQLText

/// Checks whether a file is ours before anything is written to it or beside it.
struct FileProbe {
  private let place: DatabasePath
  private let identity: DatabaseIdentity
  private let wait: Duration

  init(_ place: DatabasePath, as identity: DatabaseIdentity, wait: Duration) {
    (self.place, self.identity, self.wait) = (place, identity, wait)
  }

  /// The time after which a shared look replaces an exclusive one.
  private static let longestTurn = Duration.seconds(1)

  private enum Way {
    /// No process uses the file: there are no locks and no journal.
    case alone
    /// The file is in use, or was when a process died.
    case shared
    /// There is a log without an index; under an exclusive lock SQLite leaves no index.
    case exclusive
  }

  /// The version of the file; throws if it is not ours.
  ///
  /// A look without locks may coincide with a checkpoint, so a second look confirms a refusal,
  /// however short the wait. A shared look follows if another process created or lost an index
  /// during an exclusive look.
  func version() throws(DatabaseError) -> SchemaVersion {
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
          throw .badSideFile(path: place.log, .ofAnother)
        }
        guard isFirst || ContinuousClock.now < end else { throw error }
        isFirst = false
        switch (way, error) {
        case (.alone, .tampered), (.alone, .damaged):
          usleep(3_000)
          if before == FileStamp(of: place.file), self.way == way { return try look(way) }
        case (.exclusive, .busy) where ContinuousClock.now > start + FileProbe.longestTurn:
          return try look(.shared)
        case (.exclusive, .busy):
          usleep(1_000)
        default:
          throw error
        }
      }
    }
  }

  /// Whether the log has the header of a foreign file.
  private var hasForeignLog: Bool {
    LogPages(place.log)?.page(1).flatMap { FileHeader($0) }?.isMarked(as: identity) == false
  }

  /// The way that the side files require.
  ///
  /// A shared look lets SQLite roll back a hot journal; before that, only the header of the file is
  /// valid.
  private var way: Way {
    if let journal = FileStamp(of: place.journal), journal.size > 0 { return .shared }
    guard let log = FileStamp(of: place.log) else { return .alone }
    if FileStamp(of: place.logIndex) != nil { return .shared }
    return log.size > 0 ? .exclusive : .alone
  }

  private func look(_ way: Way) throws(DatabaseError) -> SchemaVersion {
    if way != .alone { try place.checkLog() }
    return try translated(wait: wait) {
      switch way {
      case .alone:
        return try look(through: .immutable, wait: wait)
      case .shared:
        return try lookShared()
      case .exclusive:
        if let obstacle = place.obstacleToWriting { throw obstacle }
        // Without this lock, two processes with exclusive looks could wait for each other.
        let turn = try? FolderLock(place.folder, wait: wait)
        guard self.way == .exclusive else { throw DatabaseError.busy(seconds: 0) }
        let found = try look(through: .readWrite, wait: .milliseconds(20), alone: true)
        _ = consume turn
        return found
      }
    }
  }

  /// Uses an index in memory if the disk is full.
  private func lookShared() throws -> SchemaVersion {
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
  ) throws -> SchemaVersion {
    let connection = try Connection(place.file, mode: mode, wait: wait, keepsLog: true)
    try connection.checkHeader(as: identity)
    if way == .shared { try checkJournal(through: connection) }
    // Through SQL, SQLite would parse the whole schema, which takes longer than most commands.
    if way == .alone { return try PageFile(place, through: connection).checkSchema(as: identity) }
    if alone { try connection.run("PRAGMA locking_mode=EXCLUSIVE") }
    return try connection.schemaVersion(as: identity)
  }

  // MARK: The journal

  /// Refuses a journal of another file, which SQLite would roll back or delete, and one that would
  /// turn the file into a foreign one.
  ///
  /// A transaction may end between the reads of file and journal, so the check repeats if either
  /// changed.
  private func checkJournal(through connection: Connection) throws(DatabaseError) {
    var refusal = DatabaseError.badSideFile(path: place.journal, .ofAnother)
    var checked: DatabasePath.Stamps?
    for _ in 1...30 {
      guard place.hasJournal else { return }
      let stamps = place.stamps
      if stamps != checked {
        checked = stamps
        do throws(DatabaseError) {
          return try checkJournalPages(through: connection)
        } catch {
          refusal = error
        }
      }
      usleep(3_000)
    }
    throw refusal
  }

  private func checkJournalPages(through connection: Connection) throws(DatabaseError) {
    try translated {
      let pages = try PageFile(place, through: connection)
      guard pages.hasJournal else {
        throw DatabaseError.badSideFile(path: place.journal, .ofAnother)
      }
      try pages.checkSchema(as: identity)
    }
  }
}
