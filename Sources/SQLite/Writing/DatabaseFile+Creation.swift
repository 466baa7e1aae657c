internal import Files
internal import Glibc
internal import SQLText

/// Opens, creates, names and migrates files.
extension DatabaseFile {
  /// Opens an existing file; `wait` limits how long connections wait for locks.
  ///
  /// It writes nothing to the file or beside it unless the file is ours. An older version can be
  /// used after `migrate`.
  package static func open(
    _ path: String, as identity: DatabaseIdentity, wait: Duration
  ) throws(DatabaseError) -> DatabaseFile {
    try DatabaseFile(DatabasePath(path), as: identity, wait: wait, wasCreated: false)
  }

  /// Creates the file, or opens it if it exists; see `wasCreated`.
  ///
  /// It is created in a scratch folder and appears complete. A file created in place would have no
  /// application ID after a kill, and be refused as foreign.
  package static func create(
    _ path: String, as identity: DatabaseIdentity, wait: Duration,
    unless shouldStop: () -> Bool = { false }
  ) throws(DatabaseError) -> DatabaseFile {
    let place = DatabasePath(path)
    guard !place.file.utf8.contains(0), !place.name.isEmpty else {
      throw .cannotCreate(.impossible("bad name"))
    }
    try checkName(of: place)
    if FileStamp(of: place.file) != nil { return try open(path, as: identity, wait: wait) }
    let isOurs = try make(place, as: identity, wait: wait, unless: shouldStop)
    return try DatabaseFile(place, as: identity, wait: wait, wasCreated: isOurs)
  }

  /// Creates a temporary file in a hidden folder beside `path`; it is deleted with the returned
  /// value.
  package static func createScratch(
    beside path: String, as identity: DatabaseIdentity, wait: Duration
  ) throws(DatabaseError) -> DatabaseFile {
    let wanted = DatabasePath(path)
    try checkName(of: wanted)
    let scratch = try scratch(for: wanted, as: identity)
    let place = DatabasePath(scratch.file)
    return try DatabaseFile(place, as: identity, wait: wait, wasCreated: true, in: scratch)
  }

  /// The connection that writes; it opens with its first transaction.
  package func writer() throws(DatabaseError) -> DatabaseWriter {
    if isGone { throw .moved(saved: .nothing) }
    if let obstacle = place.obstacleToWriting { throw obstacle }
    return DatabaseWriter(self)
  }

  /// Migrates an older file to the newest version, in one transaction.
  ///
  /// `trial` runs at the end of the transaction, which is rolled back if it throws. A copy of the
  /// old file is beside it until the commit is on the disk. The next writer removes the copy of a
  /// killed process.
  package func migrate(
    unless shouldStop: @escaping () -> Bool = { false },
    trial: (Connection) throws -> Void = { _ in }
  ) throws {
    guard isOlder else { return }
    if let obstacle = place.obstacleToWriting { throw obstacle }
    let writer = DatabaseWriter(self, acceptsOlder: true)
    writer.shouldStop = shouldStop
    var copy: FileCopy?
    do {
      try writer.transaction(wait: wait) { connection in
        let found = Int32(clamping: try connection.value("PRAGMA user_version") ?? Int64(0))
        // Another process may have been first.
        guard found < identity.version else { return }
        copy = try FileCopy(beforeMigrationOf: place, through: connection, unless: shouldStop)
        try connection.keep(.large)
        try connection.migrate(from: found, as: identity)
        try trial(connection)
      }
    } catch {
      if case .io(saved: .unknown) = error as? DatabaseError { copy?.keep() }
      throw error
    }
    writer.close()
    try probe()
  }

  /// Refuses an unusable name for a new file.
  private static func checkName(of place: DatabasePath) throws(DatabaseError) {
    if let there = FileStamp(of: place.file) {
      if there.isLink { throw .cannotCreate(.impossible("it is a link to nothing")) }
      return
    }
    if place.isCompanion { throw .cannotCreate(.companion) }
    if place.isTooLong { throw DatabaseError(making: ENAMETOOLONG) }
  }

  /// Creates the file; returns false if another process created it first.
  private static func make(
    _ place: DatabasePath, as identity: DatabaseIdentity, wait: Duration,
    unless shouldStop: () -> Bool
  ) throws(DatabaseError) -> Bool {
    let scratch = try scratch(for: place, as: identity)
    let file: SyncedFile
    do throws(FileError) {
      file = try SyncedFile(scratch.file)
    } catch {
      throw DatabaseError(making: error.errno)
    }
    let folder = try FolderLock(place.folder, wait: wait, unless: shouldStop)
    do throws(TargetReason) {
      try folder.name(file, as: place)
      return true
    } catch {
      switch error {
      case .exists: return false
      case .unsynced: throw .io(saved: .unknown)
      default: throw DatabaseError(making: error)
      }
    }
  }

  private static func scratch(
    for place: DatabasePath, as identity: DatabaseIdentity
  ) throws(DatabaseError) -> ScratchFolder {
    let scratch: ScratchFolder
    do throws(FileError) {
      scratch = try ScratchFolder(in: place.folder)
    } catch {
      throw place.lacksFolder
        ? .cannotCreate(.folderMissing) : DatabaseError(making: error.errno)
    }
    do throws(DatabaseError) {
      try translated { try build(scratch.file, as: identity) }
    } catch .missing {
      throw DatabaseError(making: ENOENT)
    }
    return scratch
  }

  /// Writes the empty database without syncs; the caller syncs the file once before it gets its
  /// name.
  private static func build(_ path: String, as identity: DatabaseIdentity) throws {
    let connection = try Connection(path, mode: .readWrite, wait: .zero)
    try connection.run("PRAGMA page_size=4096")
    try connection.run("PRAGMA auto_vacuum=INCREMENTAL")
    try connection.run("PRAGMA synchronous=OFF")
    try connection.run("BEGIN IMMEDIATE")
    try connection.run(SQL(pragma: "application_id", identity.applicationID))
    try connection.migrate(from: 0, as: identity)
    try connection.run("COMMIT")
    try connection.run("PRAGMA journal_mode=WAL")
    connection.close()
  }
}

extension Connection {
  /// Runs the migrations after `version`, inside the caller's transaction.
  ///
  /// Those that use the code of the program come last, because it knows the newest schema only.
  fileprivate func migrate(from version: Int32, as identity: DatabaseIdentity) throws {
    let missing = identity.required.filter { $0.number > version }
    for next in missing { try script(next.statements()) }
    for next in missing { try next.fill?(self) }
    try run(SQL(pragma: "user_version", identity.version))
    let isExpected = try hasSchema(identity.schema(at: identity.version))
    precondition(
      isExpected,
      "The migrations do not make the schema that is expected for version \(identity.version)")
  }
}

/// Gives a finished temporary file its name.
extension DatabaseFile {
  /// Throws the errors of `publish` for a path that is not free, before the work begins.
  package static func checkFree(_ path: String) throws(TargetError) {
    let place = DatabasePath(path)
    try checkName(path)
    if FileStamp(of: path) != nil || FileStamp(of: place.file) != nil {
      throw TargetError(path: path, reason: .exists)
    }
    if place.hasLog { throw TargetError(path: path, reason: .foreignLog) }
    guard FileStamp(of: place.folder) != nil else {
      throw TargetError(path: path, errno: ENOENT)
    }
  }

  /// Refuses the name of a side file, a missing folder and a name that is too long.
  package static func checkName(_ path: String) throws(TargetError) {
    let place = DatabasePath(path)
    if place.isCompanion { throw TargetError(path: path, reason: .companion) }
    if place.lacksFolder { throw TargetError(path: path, reason: .folderMissing) }
    if place.isTooLong { throw TargetError(path: path, errno: ENAMETOOLONG) }
  }

  /// Syncs the file and renames it to `path`, unless that exists.
  ///
  /// All connections to the file must be closed.
  package func publish(as path: String, unless shouldStop: () -> Bool) throws {
    let target = DatabasePath(path)
    do {
      try checkpoint()
      let file = try SyncedFile(place.file)
      let folder = try FolderLock(target.folder, wait: wait, unless: shouldStop)
      try folder.name(file, as: target)
    } catch {
      throw TargetError(path: path, naming: error) ?? error
    }
  }

  /// Moves the log into the file, because only the file is renamed; fails if the disk has no room
  /// for both.
  private func checkpoint() throws(DatabaseError) {
    try translated {
      let connection = try Connection(place.file, mode: .readWrite, wait: .zero)
      // A connection that has read nothing has not opened the log.
      try connection.run("PRAGMA user_version")
      try connection.emptyLog()
      connection.close()
    }
    guard place.isLogEmpty else { throw .io(saved: .nothing) }
  }
}
