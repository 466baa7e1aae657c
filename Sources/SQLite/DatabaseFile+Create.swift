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
    if FileStamp(of: place.file) != nil { return false }
    return try make(place, as: identity, in: folder)
  }

  /// Makes the file; false when somebody else, who has no lock of the folder, was faster.
  private static func make(
    _ place: DatabasePath, as identity: DatabaseIdentity, in folder: borrowing FolderLock
  ) throws(DatabaseError) -> Bool {
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
    let whole: WholeFile
    do throws(Errno) {
      whole = try WholeFile(place.unfinished)
    } catch {
      throw error.asCreationError
    }
    do throws(NameRefusal) {
      try folder.give(whole, the: place)
      return true
    } catch {
      switch error {
      case .taken: return false
      case .foreignLog: throw .cannotCreate("the log of another database lies beside it")
      case .system(let error), .unsettled(let error): throw error.asCreationError
      }
    }
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

  private static func removeUnfinished(_ place: DatabasePath) {
    for end in ["", "-journal", "-wal", "-shm"] { unsafe _ = unlink(place.unfinished + end) }
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
