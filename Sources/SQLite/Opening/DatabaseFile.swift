internal import Files
internal import Glibc
internal import SQLText

/// A database file of this application; it opens connections while the path names the file.
package final class DatabaseFile: Sendable {
  /// Absolute and without links.
  package var path: String { place.file }
  /// Whether this call of `create` made the file.
  package let wasCreated: Bool

  let place: DatabasePath
  let identity: DatabaseIdentity
  package let wait: Duration
  private let known: Mutex<SchemaVersion>
  private let stamp: FileStamp
  /// Keeps the inode from being reused for another file.
  ///
  /// It is opened with O_PATH: closing any other descriptor would drop the locks of this process,
  /// `docs/decisions/0010-no-descriptor-of-our-own.md`.
  private let pin: Descriptor
  private let walState = Mutex(KnownWAL())
  /// The folder of a temporary file, which is deleted with it.
  private let scratch: ScratchFolder?

  /// The state of the log; nil after its last connection closed.
  private struct KnownWAL {
    weak var state: WALState?
  }

  init(
    _ place: DatabasePath, as identity: DatabaseIdentity, wait: Duration, wasCreated: Bool,
    in scratch: ScratchFolder? = nil
  ) throws(DatabaseError) {
    self.scratch = scratch
    self.place = place
    self.identity = identity
    self.wait = wait
    self.wasCreated = wasCreated
    do throws(FileError) {
      pin = try Descriptor(place.file, Descriptor.pathOnly | O_NOFOLLOW)
    } catch {
      throw DatabaseError(opening: error.errno)
    }
    guard let stamp = FileStamp(of: pin) else { throw .io(saved: .nothing) }
    guard !stamp.isLink else { throw .missing }
    guard stamp.isRegular else { throw .notRegular }
    guard stamp.size >= 100 else { throw .foreign }
    self.stamp = stamp
    try place.checkSideFiles()
    known = Mutex(try FileProbe(place, as: identity, wait: wait).version())
    // Each hard link would have its own log, <https://www.sqlite.org/howtocorrupt.html>.
    guard stamp.links <= 1 else { throw .unusable("it has another name, as 'ln' gives one") }
    guard !place.isTooLong else { throw .unusable(FileError.words(for: ENAMETOOLONG)) }
  }

  /// The version at the last look.
  var version: SchemaVersion { known.withLock { $0 } }

  /// Whether the file must be migrated before it can be read or written.
  package var isOlder: Bool { version.number < identity.version }

  /// Reads the version again, after a migration.
  func probe() throws(DatabaseError) {
    let found = try FileProbe(place, as: identity, wait: wait).version()
    known.withLock { $0 = found }
  }

  /// Refuses a version of the file that this program does not read or write.
  func require(_ found: SchemaVersion) throws(DatabaseError) {
    if found.number < identity.version { throw .older(version: Int(found.number)) }
    if !identity.isCurrent(found.number) { throw .tampered }
  }

  /// The paths of a database and of all its side files, whether they exist or not.
  package static func paths(of path: String) -> [String] {
    DatabasePath(path).all
  }

  // MARK: Reading

  /// A connection that can't write.
  ///
  /// It `isPassing` if the disk is full or read-only, so that the index of the log can't be
  /// created.
  package func reader(acceptingOlder: Bool = false) throws(DatabaseError) -> Connection {
    do throws(DatabaseError) {
      return try reader(acceptingOlder) { try openReader() }
    } catch  where error.isLackOfRoom {
      let passing = try? reader(acceptingOlder) {
        try Connection(place.file, mode: .withoutIndex, wait: wait, keepsLog: true)
      }
      guard let passing else { throw error }
      return passing
    }
  }

  private func reader(
    _ acceptsOlder: Bool, _ open: () throws -> Connection
  ) throws(DatabaseError) -> Connection {
    try requireInPlace()
    do throws(DatabaseError) {
      return try translated(wait: wait) {
        let connection = try open()
        try connection.run("PRAGMA query_only=1")
        try requireFile(of: connection)
        let found = try connection.confirm(version, as: identity)
        if !acceptsOlder { try require(found) }
        if try !connection.isPassing && connection.hasLogMode() { try trackLog(of: connection) }
        return connection
      }
    } catch .missing {
      // The probe found the file.
      throw .moved(saved: .nothing)
    }
  }

  /// Opens a file with a log for writing: a read-only connection would not remove the side files.
  ///
  /// In a read-only place there are no side files and no locks of other processes.
  private func openReader() throws -> Connection {
    guard place.obstacleToWriting != nil else {
      let connection = try Connection(place.file, mode: .readWrite, wait: wait)
      connection.closing = closeReader
      return connection
    }
    let connection = try Connection(place.file, mode: .readOnly, wait: wait, keepsLog: true)
    guard try connection.hasLogMode(), FileStamp(of: place.log) == nil else { return connection }
    return try Connection(place.file, mode: .immutable, wait: wait)
  }

  /// Closes a reader under the lock of the writers: the last connection checkpoints the log.
  ///
  /// A writer that has the lock now checkpoints when it closes.
  private func closeReader(_ close: (_ keepsLog: Bool) -> Void) {
    guard isInPlace else { return close(true) }
    if place.isLogEmpty { return close(false) }
    guard let lock = try? FileLock(existing: place), lock.acquireAtOnce() else {
      return close(true)
    }
    close(!isInPlace)
    lock.release()
  }

  /// Reports commits of any process, and moves and deletion of the file.
  package func watch() throws(DatabaseError) -> ChangeWatch {
    _ = try FileLock(place)
    return try ChangeWatch(of: self)
  }

  // MARK: Replaced files

  /// Whether the file, its log and the index of the log still have their names.
  var isInPlace: Bool {
    !isGone && walState.withLock { $0.state?.isInPlace(beside: place) ?? true }
  }

  /// Throws `.moved` if the file or its log was replaced.
  ///
  /// The caller then drops its connections, and may open the path again.
  package func requireInPlace() throws(DatabaseError) {
    if !isInPlace { throw .moved(saved: .nothing) }
  }

  /// Throws `.moved` if the path no longer names the probed file, or `connection` has another file.
  func requireFile(of connection: Connection) throws(DatabaseError) {
    if connection.hasMoved || isGone { throw .moved(saved: .nothing) }
  }

  /// Whether the path no longer names the file.
  var isGone: Bool { FileStamp(of: place.file)?.isSameFile(as: stamp) != true }

  /// Records the log of a connection; closes the connection and throws `.moved` if the log was
  /// replaced.
  func trackLog(of connection: Connection) throws(DatabaseError) {
    if connection.log != nil { return }
    connection.log = walState.withLock { known in
      if let state = known.state { return state }
      let state = WALState(of: place)
      known.state = state
      return state
    }
    if connection.log == nil || !isInPlace {
      connection.close(keepingLog: true)
      throw .moved(saved: .nothing)
    }
  }

  /// Whether a connection may be used again: false if it `isPassing`, or if a log has appeared that
  /// it does not track.
  package func canKeep(_ connection: Connection) -> Bool {
    if connection.isPassing || connection.hasFailed { return false }
    return connection.log != nil || FileStamp(of: place.log) == nil
  }
}

/// The log and its index that the connections of this process use.
///
/// It exists as long as one of those connections. SQLite gives all connections of a process the
/// same index, even a connection that opens after the files were replaced.
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

  /// Whether both files still have their names.
  ///
  /// SQLite deletes them only under an exclusive lock, which it cannot get while a connection is
  /// open, <https://www.sqlite.org/walformat.html>.
  func isInPlace(beside place: DatabasePath) -> Bool {
    FileStamp(of: place.log)?.isSameFile(as: log) == true
      && FileStamp(of: place.logIndex)?.isSameFile(as: index) == true
  }
}
