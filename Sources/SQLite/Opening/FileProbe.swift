internal import Files
internal import Glibc
internal import SQLText

/// Finds out whether a file is ours before anything is written to it or beside it.
struct FileProbe {
  private let place: DatabasePath
  private let identity: DatabaseIdentity
  private let wait: Duration

  init(_ place: DatabasePath, as identity: DatabaseIdentity, wait: Duration) {
    self.place = place
    self.identity = identity
    self.wait = wait
  }

  /// The time after which an exclusive look gives way to a shared one.
  private static let longestTurn = Duration.seconds(1)

  /// The way in which the file is opened for the look.
  private enum Way {
    /// No process has it open: no locks, no journal.
    case alone
    /// It is in use, or was when a process died.
    case shared
    /// There is a log without an index: an exclusive lock keeps SQLite from leaving an index.
    case exclusive
  }

  /// The version of the file; throws if it is not ours.
  ///
  /// A look without locks may coincide with a checkpoint, so a second look confirms a refusal,
  /// however short the wait. If an exclusive look meets a process that just made an index, or whose
  /// index was removed, a shared look follows.
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

  /// Whether the log gives a file of ours the header of a foreign one.
  private var hasForeignLog: Bool {
    LogPages(place.log)?.page(1).flatMap { FileHeader($0) }?.isMarked(as: identity) == false
  }

  /// Until SQLite rolls a hot journal back, only the header of the file is valid; a shared look
  /// rolls it back.
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
        // Two processes with exclusive looks would each hold the lock that the other waits for.
        let turn = try? FolderLock(place.folder, wait: wait)
        guard self.way == .exclusive else { throw DatabaseError.busy(seconds: 0) }
        let found = try look(through: .readWrite, wait: .milliseconds(20), alone: true)
        _ = consume turn
        return found
      }
    }
  }

  /// Uses an index in memory if the disk has no room for one.
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
    // SQLite would parse all statements of the schema, which takes longer than most commands.
    if way == .alone { return try PageFile(place, through: connection).checkSchema(as: identity) }
    if alone { try connection.run("PRAGMA locking_mode=EXCLUSIVE") }
    return try connection.schemaVersion(as: identity)
  }

  // MARK: The journal

  /// Refuses a journal of another file, which SQLite would roll back or delete, and one that would
  /// make the file foreign.
  ///
  /// A change may end between the looks at file and journal, so a refusal is checked again when
  /// either changed.
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
