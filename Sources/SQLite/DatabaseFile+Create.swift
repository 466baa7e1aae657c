internal import Glibc

/// Making a new file.
extension DatabaseFile {
  /// Makes the file, or opens it if it is there already; see `wasCreated`.
  ///
  /// It is made in a folder of its own and appears whole: a file that was killed while it was made
  /// would show an empty identity, and be refused as foreign ever after.
  package static func create(
    _ path: String, as identity: DatabaseIdentity, wait: Duration,
    unless shouldStop: () -> Bool = { false }
  ) throws(DatabaseError) -> DatabaseFile {
    let place = DatabasePath(path)
    guard !place.file.utf8.contains(0), !place.name.isEmpty else { throw .cannotCreate("bad name") }
    try checkName(of: place)
    if FileStamp(of: place.file) != nil { return try open(path, as: identity, wait: wait) }
    let isOurs = try make(place, as: identity, wait: wait, unless: shouldStop)
    return try DatabaseFile(place, as: identity, wait: wait, wasCreated: isOurs)
  }

  /// Makes a file that vanishes with the value that is returned; it lies hidden in the folder of
  /// `path`, where nothing needs to be.
  package static func createScratch(
    beside path: String, as identity: DatabaseIdentity, wait: Duration
  ) throws(DatabaseError) -> DatabaseFile {
    let wanted = DatabasePath(path)
    try checkName(of: wanted)
    let scratch = try scratch(for: wanted, as: identity)
    let place = DatabasePath(scratch.file)
    return try DatabaseFile(place, as: identity, wait: wait, wasCreated: true, in: scratch)
  }

  /// Refuses what can't be the name of a new file.
  private static func checkName(of place: DatabasePath) throws(DatabaseError) {
    if let there = FileStamp(of: place.file) {
      if there.isLink { throw .cannotCreate("it is a link to nothing") }
      return
    }
    if place.isCompanion { throw .companion }
    if place.isTooLong { throw Errno(number: ENAMETOOLONG).asCreationError }
  }

  /// False when somebody else was faster.
  private static func make(
    _ place: DatabasePath, as identity: DatabaseIdentity, wait: Duration,
    unless shouldStop: () -> Bool
  ) throws(DatabaseError) -> Bool {
    let scratch = try scratch(for: place, as: identity)
    let file: SyncedFile
    do throws(Errno) {
      file = try SyncedFile(scratch.file)
    } catch {
      throw error.asCreationError
    }
    let folder = try FolderLock(place.folder, wait: wait, unless: shouldStop)
    do throws(NameRefusal) {
      try folder.name(file, as: place)
      return true
    } catch {
      switch error {
      case .taken: return false
      case .foreignLog: throw .foreignLog
      case .system(let error): throw error.asCreationError
      case .unsettled: throw .io(saved: .unknown)
      }
    }
  }

  private static func scratch(
    for place: DatabasePath, as identity: DatabaseIdentity
  ) throws(DatabaseError) -> ScratchFolder {
    let scratch: ScratchFolder
    do throws(Errno) {
      scratch = try ScratchFolder(in: place.folder)
    } catch {
      throw place.lacksFolder ? .folderMissing : error.asCreationError
    }
    do throws(DatabaseError) {
      try translated { try build(scratch.file, as: identity) }
    } catch .missing {
      throw Errno(number: ENOENT).asCreationError
    }
    return scratch
  }

  /// Without syncs: the caller syncs the whole file once before it gets its name.
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
