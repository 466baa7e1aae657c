internal import Glibc

/// Making a new file.
extension DatabaseFile {
  /// Makes the file, or opens it if it is there already; see `wasCreated`.
  ///
  /// It is made under another name and appears whole: a file that was killed while it was made
  /// would show an empty identity, and be refused as foreign ever after. Creators queue for a lock
  /// on the folder.
  package static func create(
    _ path: String, as identity: DatabaseIdentity, wait: Duration
  ) throws(DatabaseError) -> DatabaseFile {
    let place = DatabasePath(path)
    guard !place.file.utf8.contains(0), !place.name.isEmpty else { throw .cannotCreate("bad name") }
    if let there = FileStamp(of: place.file) {
      guard !there.isLink else { throw .cannotCreate("it is a link to nothing") }
      forgetUnfinished(place, there)
      return try open(path, as: identity, wait: wait)
    }
    let isOurs = try makeInTurn(place, as: identity, wait: wait)
    return try DatabaseFile(place, as: identity, wait: wait, wasCreated: isOurs)
  }

  /// Makes a file that vanishes with the value that is returned; it lies hidden in the folder of
  /// `path`, where nothing needs to be.
  package static func createScratch(
    beside path: String, as identity: DatabaseIdentity, wait: Duration
  ) throws(DatabaseError) -> DatabaseFile {
    let scratch: ScratchFolder
    do throws(Errno) {
      scratch = try ScratchFolder(in: DatabasePath(path).folder)
    } catch {
      throw error.asCreationError
    }
    let place = DatabasePath(scratch.file)
    _ = try makeInTurn(place, as: identity, wait: wait)
    return try DatabaseFile(place, as: identity, wait: wait, wasCreated: true, in: scratch)
  }

  private static func makeInTurn(
    _ place: DatabasePath, as identity: DatabaseIdentity, wait: Duration
  ) throws(DatabaseError) -> Bool {
    let folder: FolderLock
    do throws(Errno) {
      folder = try FolderLock(place.folder, wait: wait)
    } catch {
      throw error.number == EAGAIN ? .busy(seconds: wait.wholeSeconds) : error.asCreationError
    }
    let isOurs = try makeIfMissing(place, as: identity)
    do throws(Errno) {
      try folder.sync()
    } catch {
      throw error.asCreationError
    }
    return isOurs
  }

  /// Makes the file unless it is there; the caller holds the lock of the folder.
  private static func makeIfMissing(
    _ place: DatabasePath, as identity: DatabaseIdentity
  ) throws(DatabaseError) -> Bool {
    if let there = FileStamp(of: place.file) {
      forgetUnfinished(place, there)
      return false
    }
    // A log without its database would be taken for the new one's.
    for path in [place.log, place.journal] where (FileStamp(of: path)?.size ?? 0) > 0 {
      throw .cannotCreate("the log of another database lies beside it")
    }
    removeUnfinished(place)
    defer { removeUnfinished(place) }
    do throws(Errno) {
      let empty = try Descriptor(
        place.unfinished, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
      fchmod(empty.number, 0o600)
    } catch {
      throw error.asCreationError
    }
    try translated { try build(place.unfinished, as: identity) }
    do throws(Errno) {
      let whole = try Descriptor(place.unfinished, O_RDWR | O_NOFOLLOW)
      guard fsync(whole.number) == 0 else { throw .last }
      guard unsafe link(place.unfinished, place.file) == 0 else { throw .last }
    } catch {
      if error.number == EEXIST { return false }
      throw error.asCreationError
    }
    return true
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

  /// Takes the first name from a file whose creator died just after giving it the second.
  private static func forgetUnfinished(_ place: DatabasePath, _ there: FileStamp) {
    guard there.links > 1, let left = FileStamp(of: place.unfinished) else { return }
    if left.isSameFile(as: there) { remove(place.unfinished) }
  }

  private static func removeUnfinished(_ place: DatabasePath) {
    for end in ["", "-journal", "-wal", "-shm"] { remove(place.unfinished + end) }
  }

  /// Wraps `unlink`; what is not there needs no removing.
  private static func remove(_ path: String) {
    unsafe _ = unlink(path)
  }
}

extension Errno {
  /// What it means for a database file that should come into being.
  fileprivate var asCreationError: DatabaseError {
    switch number {
    case ENOSPC, EDQUOT: .diskFull(saved: .nothing)
    case EIO: .io(saved: .nothing)
    case EMFILE, ENFILE: .tooManyFiles
    default: .cannotCreate(text)
    }
  }
}
